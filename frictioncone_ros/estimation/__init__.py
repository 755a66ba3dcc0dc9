# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where contacts come from: what is written, what geometry says; pure, without ROS."""
