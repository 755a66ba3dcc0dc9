# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone contacts`: what a running node is told of contacts, and what looks wrong."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, ros_name, talk

EXAMPLE = 'frictioncone contacts --tool 0.5 0 0.3'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to compare with."""
    parser.add_argument(
        '--topic',
        type=ros_name,
        help='listen here and not to what the node listens to',
    )
    parser.add_argument(
        '--tool',
        nargs=3,
        type=float,
        metavar=('X', 'Y', 'Z'),
        help="a point inside the moving body, in the contacts' frame [m]: normals point to it",
    )
    parser.add_argument(
        '--stale', type=float, default=0.2, metavar='S', help='older is stale, in seconds (0.2)'
    )
    parser.add_argument(
        '--far',
        type=float,
        default=5.0,
        metavar='M',
        help="farther from the frame's origin is far, in metres (5)",
    )
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Listen once; 0 where nothing looks wrong, 1 where something does, 2 where nobody speaks."""
    return talk('contacts', arguments)
