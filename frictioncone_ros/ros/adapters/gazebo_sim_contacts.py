# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of Gazebo Sim (ros_gz_interfaces/Contacts, by ros_gz_bridge) as ContactStateArray."""

from __future__ import annotations

import sys

from frictioncone_ros.ros.adapters.gazebo_node import run_adapter
from frictioncone_ros.ros.adapters.gazebo_points import points_of_gazebo_sim


def main() -> int:
    """Run the adapter until told to stop."""
    return run_adapter(
        'gazebo_sim_contacts', 'ros_gz_interfaces', 'Contacts', points_of_gazebo_sim
    )


if __name__ == '__main__':
    sys.exit(main())
