# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of Gazebo classic (gazebo_msgs/ContactsState) as ContactStateArray."""

from __future__ import annotations

import sys

from frictioncone_ros.ros.adapters.gazebo_node import run_adapter
from frictioncone_ros.ros.adapters.gazebo_points import points_of_gazebo_classic


def main() -> int:
    """Run the adapter until told to stop."""
    return run_adapter(
        'gazebo_classic_contacts', 'gazebo_msgs', 'ContactsState', points_of_gazebo_classic
    )


if __name__ == '__main__':
    sys.exit(main())
