# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: inputs want the newest, outputs must arrive."""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

INPUT = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""The newest only; an old command is worse than none. Matches any publisher."""

STOP = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Stop buttons that publish with best effort are heard too."""

OUTPUT = QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE)
"""Sent again until it arrives: the last message before silence matters most."""

LATCHED = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE,
                     durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""Said when it changes; whoever comes later still hears the last one."""
