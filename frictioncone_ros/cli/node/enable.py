# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone enable`: let a disabled node follow commands again, through the recovery ramp."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.node.talk import add_node, talk

EXAMPLE = 'frictioncone enable --node /left/frictioncone'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which node."""
    add_node(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the node; 1 where it refuses, 2 where it is silent."""
    return talk('orders', arguments, order='enable')
