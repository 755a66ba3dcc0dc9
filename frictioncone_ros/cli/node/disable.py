# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone disable`: let a running node ramp to neutral and stay there."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone disable --node /left/frictioncone'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which node."""
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the node; 1 where it refuses, 2 where it is silent."""
    return talk('orders', arguments, order='disable')
