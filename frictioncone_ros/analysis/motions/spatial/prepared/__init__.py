# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a state decides about its motions in space, worked out once and kept for every wrench."""
