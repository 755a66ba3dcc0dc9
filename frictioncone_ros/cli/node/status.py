# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone status`: how a running node is, also where there is no ros2 command."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, become

EXAMPLE = 'frictioncone status --node /left/frictioncone'
REPORT_MODULE = 'frictioncone_ros.ros.tools.status_report'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which node, and how long to wait for it."""
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Become the report; 2 where ROS is missing."""
    return become(REPORT_MODULE, 'The status', [arguments.node, str(arguments.timeout)])
