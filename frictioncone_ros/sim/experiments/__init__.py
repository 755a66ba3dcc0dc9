# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The experiments of `make bench-sim`: predictions against engines, with fixed seeds."""
