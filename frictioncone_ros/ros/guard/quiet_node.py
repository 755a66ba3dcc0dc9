# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A ROS node with as little as possible around it."""

from __future__ import annotations

from rclpy.node import Node
from rclpy.parameter import Parameter

from frictioncone_ros.ros.guard.protocol import NodeFacts
from frictioncone_ros.ros.runtime.context import connect


def quiet_node(facts: NodeFacts) -> Node:
    """Return a node named after the one it guards, without parameter services or /rosout."""
    # No arguments: the topics' names are the node's own, already remapped.
    connect([], unattended=True)
    return Node(
        f'{facts.name}_guard',
        namespace=facts.namespace,
        use_global_arguments=False,
        enable_rosout=False,
        start_parameter_services=False,
        parameter_overrides=[Parameter('start_type_description_service', value=False)],
    )
