# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone ask`: what a running node would make of a command; nothing is sent."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone ask --frame base --reference tool --wrench 5 0 -20 0 0 0'
UNITS = {'wrench': '[N, N m]', 'twist': '[m/s, rad/s]', 'accel': '[m/s^2, rad/s^2]'}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's parts, its frames, and what else to judge."""
    for part, unit in UNITS.items():
        parser.add_argument(
            f'--{part}',
            nargs=6,
            type=float,
            metavar=('X', 'Y', 'Z', 'RX', 'RY', 'RZ'),
            help=f'of the robot on the environment {unit}' if part == 'wrench' else unit,
        )
    parser.add_argument('--frame', default='base', help='along whose axes (base)')
    parser.add_argument('--controlled', default='', help='what moves (the same as --frame)')
    parser.add_argument('--reference', default='', help='moment centre (origin of --frame)')
    parser.add_argument('--mode', default='', help='judge this contact mode (the one of the node)')
    parser.add_argument('--predict', action='store_true', help='all contact modes, too')
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the node; 0 where the contacts can carry the command, 1 if not, 2 where it is silent."""
    return talk('ask', arguments)
