# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The verbs that ask about a scene: one file a verb, no ROS, no recording."""
