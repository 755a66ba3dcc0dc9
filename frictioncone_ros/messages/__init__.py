# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What the fields of this package's messages mean: values, or a refusal that names the field.

Fields are read by their names alone, so that a node's messages (rclpy) and a bag's (rosbags) are
read by the same lines. Nothing here needs ROS; `ros.conversions` writes messages.
"""
