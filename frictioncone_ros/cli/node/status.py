# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone status`: how a running node is, also where there is no ros2 command."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.ros_module import become

EXAMPLE = 'frictioncone status --node /left/frictioncone'
REPORT_MODULE = 'frictioncone_ros.ros.tools.status_report'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which node, and how long to listen."""
    parser.add_argument(
        '--node',
        default='/frictioncone',
        metavar='NAME',
        help='full name of the node, as /left/frictioncone (/frictioncone)',
    )
    parser.add_argument(
        '--timeout',
        default=5.0,
        type=float,
        metavar='S',
        help='how long to listen at most, in seconds (5)',
    )


def run(arguments: argparse.Namespace) -> int:
    """Become the report; 2 where ROS is missing."""
    return become(REPORT_MODULE, 'The status', [arguments.node, str(arguments.timeout)])
