# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts from joint states and geometry, where Pinocchio and Coal are installed."""

from __future__ import annotations

from importlib import import_module
import sys

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.ros.contact_sources.source_process import run_source

NODE = 'frictioncone_ros.ros.contact_sources.geometry_node'


def main() -> int:
    """Run the source until told to stop; 2, and one sentence, where a library is missing."""
    try:
        node = import_module(NODE).GeometryContactsNode
    except MissingDependencyError as error:
        print(f'geometry_contacts: {error}', file=sys.stderr)
        return 2
    return run_source('geometry_contacts', node)


if __name__ == '__main__':
    sys.exit(main())
