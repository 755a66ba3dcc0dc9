# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The 7-joint arm: one description in three formats, and scenes in which it holds something."""
