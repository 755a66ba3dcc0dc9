# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The outside that speaks ROS 2: messages, parameters, lifecycle and time.

Nothing is decided here. A callback converts a message to values, asks the pure rooms, and
converts the answer back; message fields are touched in `conversions` only.
"""
