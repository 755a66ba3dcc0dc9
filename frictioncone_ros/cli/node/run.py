# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone run`: start the ROS 2 node without a launch system."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
import os
from pathlib import Path
import sys

from frictioncone_ros.cli.node.talk import become
from frictioncone_ros.node_interface import file_faults, stopping_faults

EXAMPLE = 'frictioncone run --params config/frictioncone.yaml'
NODE_MODULE = 'frictioncone_ros.ros.main'
NO_FILE = 'frictioncone: --params: there is no file {}'
INVALID_INPUT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the parameter file and whatever ROS is to be told."""
    parser.add_argument('--params', metavar='FILE', help='parameters in ROS 2 YAML form')
    parser.add_argument(
        '--no-autostart',
        action='store_true',
        help='wait to be configured and activated by a lifecycle manager',
    )
    parser.add_argument(
        'ros_arguments',
        nargs='*',
        metavar='ROS_ARGUMENT',
        help='further ROS arguments after --, as: -- -r __ns:=/left',
    )


def run(arguments: argparse.Namespace) -> int:
    """Become the node; 2 where it cannot be started."""
    ros_arguments = ['--ros-args']
    if arguments.params:
        if not os.path.exists(arguments.params):
            print(NO_FILE.format(arguments.params), file=sys.stderr)
            return INVALID_INPUT
        path, name = Path(arguments.params), named_node(arguments.ros_arguments)
        stopping = stopping_faults(path, name)
        for fault in file_faults(path, name):
            # A section for all nodes may name parameters of others.
            kind = 'frictioncone' if fault in stopping else 'warning'
            print(f'{kind}: {fault}', file=sys.stderr)
        if stopping:
            return INVALID_INPUT
        ros_arguments += ['--params-file', arguments.params]
    # After the file, for ROS takes the last word: a file of defaults says autostart: false.
    ros_arguments += ['-p', f'autostart:={str(not arguments.no_autostart).lower()}']
    return become_node([*ros_arguments, *arguments.ros_arguments])


def named_node(ros_arguments: Sequence[str]) -> str:
    """Return the full name that ROS arguments give to the node."""
    name, namespace = 'frictioncone', ''
    for word in ros_arguments:
        rule, separator, given = word.partition(':=')
        if separator and rule.rpartition(':')[2] == '__node':
            name = given
        elif separator and rule.rpartition(':')[2] == '__ns':
            namespace = given.rstrip('/')
    return f'{namespace}/{name}'


def node_main() -> int:
    """Run the node with this process's own arguments: what `ros2 run` and launch files start."""
    return become_node(sys.argv[1:])


def become_node(arguments: Sequence[str]) -> int:
    """Replace this process by the node; return 2 where ROS is missing."""
    return become(NODE_MODULE, 'The node', arguments)
