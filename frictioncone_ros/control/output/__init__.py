# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The way out: what is proposed on ramps, what may be published, what was published last."""
