# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gazebo 11 over its own transport, in lock-step."""
