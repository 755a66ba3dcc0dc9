# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's state between two callbacks: latest inputs, frames, memory, statistics, status.

Pure and typed, without ROS: times are arguments, inputs and outputs are values.
"""
