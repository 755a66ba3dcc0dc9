# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the verbs share that talk to a running node: which node, how long, and how to get there."""

from __future__ import annotations

import argparse
import json
from math import isfinite
import re

from frictioncone_ros.cli.node.ros_module import become

PACKAGE = 'frictioncone_ros.ros.tools.terminal'
NAME = re.compile(r'/?([A-Za-z_]\w*/)*[A-Za-z_]\w*', re.ASCII)
LONGEST = 86400.0
"""Nobody waits longer than a day [s]."""


def seconds(text: str) -> float:
    """Read a time to wait [s], or say what is expected."""
    value = float(text)
    if not (isfinite(value) and 0.0 < value <= LONGEST):
        raise argparse.ArgumentTypeError(f'{text!r}, expected seconds > 0, at most {LONGEST:g}')
    return value


def ros_name(text: str) -> str:
    """Read the name of a node or topic, or say what is expected."""
    if not NAME.fullmatch(text):
        expected = 'letters, digits and underscores between slashes, as /left/frictioncone'
        raise argparse.ArgumentTypeError(f'{text!r}, expected {expected}')
    return text


def add_node(parser: argparse.ArgumentParser) -> None:
    """Add which node, and how long to wait for it."""
    parser.add_argument(
        '--node',
        default='/frictioncone',
        type=ros_name,
        metavar='NAME',
        help='full name of the node, as /left/frictioncone (/frictioncone)',
    )
    parser.add_argument(
        '--timeout',
        default=5.0,
        type=seconds,
        metavar='S',
        help='how long to wait for an answer, in seconds (5)',
    )


def talk(module: str, arguments: argparse.Namespace, **more: object) -> int:
    """Become a module of ros.tools.terminal with these options; 2 where ROS is missing."""
    options = {name: value for name, value in vars(arguments).items() if name != 'command'}
    return become(f'{PACKAGE}.{module}', 'The verb', [json.dumps({**options, **more})])
