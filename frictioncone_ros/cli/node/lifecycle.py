# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone lifecycle`: a node's lifecycle state, and transitions between them."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone lifecycle activate'
TRANSITIONS = ('configure', 'activate', 'deactivate', 'cleanup', 'shutdown')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the transition."""
    parser.add_argument(
        'transition',
        nargs='?',
        choices=TRANSITIONS,
        metavar='TRANSITION',
        help=f'one of {", ".join(TRANSITIONS)}; without it the state is printed',
    )
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the node; 1 where it refuses, 2 where it is silent."""
    return talk('lifecycle', arguments)
