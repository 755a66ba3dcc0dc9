# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Verbs that start the ROS 2 node or talk to a running one; none of them imports ROS itself."""
