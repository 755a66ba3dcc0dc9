# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: inputs want the newest, outputs must arrive."""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

INPUT = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""The newest only; an old command is worse than none. Matches any publisher."""

JOINTS = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
"""A few: arm and gripper may speak on the same topic in the same moment."""

STOPS = (
    QoSProfile(
        depth=10,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    ),
    QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE),
    QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT),
)
"""
The emergency stop is subscribed with each of these.

A stop pressed before the start must be heard from those who latch it, one of a reliable publisher
must not be lost, and one of a best-effort publisher must be heard too.
"""

SERVICE = QoSProfile(depth=100, reliability=ReliabilityPolicy.RELIABLE)
"""
Of the services: what is not taken in time is lost without a word, and the caller waits for ever.

ROS's ten are fewer than the questions of a planner that has all its candidates checked at once.
"""

OUTPUT = QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE)
"""Sent again until it arrives: the last message before silence matters most."""

LATCHED = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""Said when it changes; whoever comes later still hears the last one."""
