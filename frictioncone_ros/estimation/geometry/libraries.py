# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Pinocchio and Coal, or what says how to install them once they are used.

A pose of this package as Pinocchio's.
"""

from __future__ import annotations

from typing import Any

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.spatial import RigidTransform


class _Missing:
    """Stands for a library that is not installed: all modules import, and no function works."""

    def __init__(self, name: str) -> None:
        """Stand for a library."""
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """Refuse whatever is asked for, naming what brings it."""
        raise MissingDependencyError(
            f'{self._name}, which geometry_contacts needs,',
            'pip install pin coal, or beside an installed ROS 2: '
            'apt install ros-$ROS_DISTRO-pinocchio ros-$ROS_DISTRO-coal',
        )


try:
    import coal
except ImportError:
    coal = _Missing('coal')

try:
    import pinocchio
except ImportError:
    pinocchio = _Missing('pinocchio')


def require_libraries() -> None:
    """Raise MissingDependencyError where one of both is not installed."""
    _ = coal.Box, pinocchio.SE3


__all__ = ['coal', 'pinocchio', 'require_libraries']


def held_placement(pose: RigidTransform) -> Any:
    """Return the SE3; its columns are the turned axes, which are the rows of a RigidTransform."""
    return pinocchio.SE3(pose.rotation.T.copy(), pose.position.copy())
