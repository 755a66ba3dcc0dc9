# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What contacts carry of a commanded force: sets of forces in a mode, nearest member, margin."""
