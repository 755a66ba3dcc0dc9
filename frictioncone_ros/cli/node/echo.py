# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone echo`: what a running node says, line by line, or how often."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone echo command --rate'
TOPICS = ('status', 'modes', 'command')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to listen to."""
    parser.add_argument(
        'topic',
        nargs='?',
        choices=TOPICS,
        default='status',
        metavar='TOPIC',
        help=f'one of {", ".join(TOPICS)} (status)',
    )
    parser.add_argument(
        '--rate', action='store_true', help='messages a second, each second, and not what they say'
    )
    parser.add_argument(
        '--count', type=int, default=0, metavar='N', help='lines to print (until Ctrl-C)'
    )
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Listen; 2 where the node is silent."""
    return talk('echo', arguments)
