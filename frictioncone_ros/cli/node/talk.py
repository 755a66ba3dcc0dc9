# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the verbs share that talk to a running node: which node, how long, and how to get there."""

from __future__ import annotations

import argparse
import json

from frictioncone_ros.cli.node.ros_module import become

PACKAGE = 'frictioncone_ros.ros.tools.terminal'


def add_node(parser: argparse.ArgumentParser) -> None:
    """Add which node, and how long to wait for it."""
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
        help='how long to wait for an answer, in seconds (5)',
    )


def talk(module: str, arguments: argparse.Namespace, **more: object) -> int:
    """Become a module of ros.tools.terminal with these options; 2 where ROS is missing."""
    options = {name: value for name, value in vars(arguments).items() if name != 'command'}
    return become(f'{PACKAGE}.{module}', 'The verb', [json.dumps({**options, **more})])
