# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameters given to the node that it does not have: ROS drops them without a word."""

from __future__ import annotations

from rclpy.node import Node
from rclpy.parameter import Parameter

from frictioncone_ros.node_interface import is_of_ros, known_name, PARAMETERS


def warn_of_unknown_parameters(node: Node) -> None:
    """Warn of each parameter that a file or the command line gives and the node has not."""
    known = {parameter.name for parameter in PARAMETERS}
    for name in sorted(_given(node)):
        if name not in known and not is_of_ros(name):
            node.get_logger().warning(
                f'parameter {name} is not known and ignored; expected {known_name(name)}'
            )


def _given(node: Node) -> dict[str, Parameter]:
    """
    Return what files and command line give to the node.

    rclpy keeps it to itself. The handle is public and tells what the node itself reads from
    there, with ROS's own rules of which section is for which node.
    """
    with node.handle:
        given: dict[str, Parameter] = node.handle.get_parameters(Parameter)
    return given
