# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone params`: parameter files checked, and the table of parameters, without a robot."""

from __future__ import annotations

import argparse
from pathlib import Path
import sys

from frictioncone_ros.node_interface import file_faults, PARAMETERS, read_parameter_file

EXAMPLE = 'frictioncone params check config/frictioncone.yaml'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to do and with which file."""
    actions = parser.add_subparsers(dest='action', required=True, metavar='ACTION')
    check = actions.add_parser('check', help='say all that is wrong with a file; 1 if anything is')
    check.add_argument('file', metavar='FILE', type=Path, help='parameters in ROS 2 YAML form')
    check.add_argument(
        '--node',
        default='/frictioncone',
        metavar='NAME',
        help='full name of the node, as /left/frictioncone (/frictioncone)',
    )
    actions.add_parser('list', help='every parameter with unit, default and allowed values')


def run(arguments: argparse.Namespace) -> int:
    """Check or list; 1 where the file is not valid for the node."""
    return check_file(arguments.file, arguments.node) if arguments.action == 'check' else listed()


def check_file(path: Path, node_name: str) -> int:
    """Say whether a file is valid for the node, and which parameters it gives."""
    faults = file_faults(path, node_name)
    if faults:
        print(*faults, sep='\n', file=sys.stderr)
        return 1
    given = read_parameter_file(path, node_name)
    if not given:
        print(f'{path}: valid, but no section is for {node_name}', file=sys.stderr)
        return 1
    print(f'{path}: valid; {len(given)} of {len(PARAMETERS)} parameters given to {node_name}')
    return 0


def listed() -> int:
    """Print one line a parameter."""
    for parameter in PARAMETERS:
        fixed = {'no': 'fixed at start', 'while inactive': 'changes while inactive'}.get(
            parameter.changes, ''
        )
        facts = [parameter.unit, parameter.allowed, fixed]
        inside = '; '.join(fact for fact in facts if fact)
        print(f'{parameter.name} = {parameter.default} [{inside}]\n    {parameter.description}')
    return 0
