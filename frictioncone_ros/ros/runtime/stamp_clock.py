# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The clock that stamps are written in; it may be simulated, stand still or jump."""

from __future__ import annotations

from rclpy.node import Node

from frictioncone_ros.session.inputs.latest_input import NANOSECOND


def stamp_clock(node: Node) -> float:
    """Return the time of a node's clock [s]."""
    return node.get_clock().now().nanoseconds * NANOSECOND
