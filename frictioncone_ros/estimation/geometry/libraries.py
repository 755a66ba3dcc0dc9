# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Pinocchio and Coal, or what says how to install them once they are used.

A pose of this package as Pinocchio's. What is theirs, as annotations: they end the process, or
answer anything, where they are handed what they do not expect.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from frictioncone_ros.estimation.sized_arrays import SpatialPose, STRONGEST
from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked


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


__all__ = [
    'CoalPose',
    'CollisionModel',
    'CollisionObject',
    'Convex',
    'Geometry',
    'Model',
    'Pose',
    'coal',
    'held_placement',
    'pinocchio',
    'require_libraries',
]


def as_pose(value: Any, what: str) -> Any:
    """Return Pinocchio's SE3 where it is one and finite, or say what was given."""
    if not isinstance(value, pinocchio.SE3):
        raise InvalidInputError(what, value, "a pose, Pinocchio's SE3")
    _require_place(value.rotation, value.translation, what)
    return value


def as_coal_pose(value: Any, what: str) -> Any:
    """Return Coal's Transform3s where it is one and finite, or say what was given."""
    if not isinstance(value, coal.Transform3s):
        raise InvalidInputError(what, value, "a pose, Coal's Transform3s")
    _require_place(value.getRotation(), value.getTranslation(), what)
    return value


def as_geometry(value: Any, what: str) -> Any:
    """Return Coal's geometry, or say what was given."""
    if not isinstance(value, coal.CollisionGeometry):
        raise InvalidInputError(what, value, "a geometry, Coal's CollisionGeometry")
    return value


def as_convex(value: Any, what: str) -> Any:
    """Return Coal's geometry of one convex shape, or say what was given."""
    if not isinstance(value, coal.ShapeBase):
        raise InvalidInputError(what, value, "a convex geometry, Coal's ShapeBase")
    return value


def as_model(value: Any, what: str) -> Any:
    """Return Pinocchio's model, or say what was given."""
    if not isinstance(value, pinocchio.Model):
        raise InvalidInputError(what, value, "a robot, Pinocchio's Model")
    return value


def as_collision_model(value: Any, what: str) -> Any:
    """Return Pinocchio's geometry of a robot, or say what was given."""
    if not isinstance(value, pinocchio.GeometryModel):
        raise InvalidInputError(what, value, "shapes of a robot, Pinocchio's GeometryModel")
    return value


def as_collision_object(value: Any, what: str) -> Any:
    """Return one of Pinocchio's shapes of a robot, or say what was given."""
    if not isinstance(value, pinocchio.GeometryObject):
        raise InvalidInputError(what, value, "a shape of a robot, Pinocchio's GeometryObject")
    return value


def _require_place(rotation: Array, translation: Array, what: str) -> None:
    size = np.vdot(rotation, rotation) + np.vdot(translation, translation)
    # Written so that NaN is refused too.
    if not size <= STRONGEST**2:
        raise InvalidInputError(what, np.c_[rotation, translation].tolist(), 'a finite pose')


Pose = Annotated[Any, as_pose]
CoalPose = Annotated[Any, as_coal_pose]
Geometry = Annotated[Any, as_geometry]
Convex = Annotated[Any, as_convex]
Model = Annotated[Any, as_model]
CollisionModel = Annotated[Any, as_collision_model]
CollisionObject = Annotated[Any, as_collision_object]


@checked
def held_placement(pose: SpatialPose) -> Any:
    """Return the SE3; its columns are the turned axes, which are the rows of a RigidTransform."""
    return pinocchio.SE3(pose.rotation.T.copy(), pose.position.copy())
