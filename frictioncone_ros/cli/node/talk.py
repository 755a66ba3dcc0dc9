# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What the verbs share that talk to a running node: which node, how long, and how to get there.

Handing over to a module that needs ROS, which the command line itself may not import.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
import json
from math import isfinite
import os
import re
import sys

NO_ROS = (
    '{} needs ROS 2: source an installed ROS 2 Jazzy, Kilted or Lyrical, or run '
    '`pip install "ros-jazzy-rclpy[fastrtps]"`, then build the messages with `make build`.'
)
NO_MESSAGES = (
    "The node's messages are not built or not sourced: run `make build` in the clone, then "
    '`source install/setup.bash`.'
)


def become(module: str, what: str, arguments: Sequence[str]) -> int:
    """
    Replace this process by a module, so that signals reach it; return 2 where ROS is missing.

    What is missing is found out without importing. what: who needs it, for the message.
    """
    requirements = {'rclpy': NO_ROS.format(what), 'frictioncone_ros.msg': NO_MESSAGES}
    missing = [said for name, said in requirements.items() if find_spec(name) is None]
    if not missing:
        os.execv(sys.executable, [sys.executable, '-m', module, *arguments])
    print(missing[0], file=sys.stderr)
    return 2


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
