# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What contacts say about the pose as equations in the angle, and their solutions."""
