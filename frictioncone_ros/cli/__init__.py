# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The command line: one file a subcommand, usable without ROS."""
