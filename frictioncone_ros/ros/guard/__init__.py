# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The guard: a small process that publishes neutral when the node has died or hangs.

It imports rclpy and messages only; `link` is the node's side of it.
"""
