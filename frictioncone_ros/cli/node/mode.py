# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone mode`: state which contact mode a running node is to bring about."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone mode dd --contacts left right'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the mode and whose letters it has."""
    parser.add_argument(
        'letters',
        metavar='MODE',
        help='a letter a contact: f fixed, s separating, d sliding, * kept; "" desires nothing',
    )
    parser.add_argument(
        '--contacts',
        nargs='+',
        default=[],
        metavar='NAME',
        help='the contacts that the letters are of (those of the snapshot, in its order)',
    )
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the node; 1 where it refuses, 2 where it is silent."""
    return talk('orders', arguments, order='mode')
