# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone version`."""

from __future__ import annotations

import argparse

import frictioncone_ros

EXAMPLE = 'frictioncone version'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the version of this package."""
    print(frictioncone_ros.__version__)
    return 0
