# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A shape, what it is made of, and the frame it moves with.

Friction of pairs of materials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, FrictionModel
from frictioncone_ros.estimation.geometry.libraries import coal, pinocchio
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array


@dataclass(frozen=True, eq=False)
class PlacedShape:
    """
    A shape that moves with a frame of the robot.

    geometry: Coal's, convex. placement: Pinocchio's SE3 of the shape as seen from the frame.
    surface_velocity: (3,) of its material along the frame's axes [m/s], as a conveyor's.
    """

    name: str
    frame: str
    placement: Any
    geometry: Any
    material: str = ''
    surface_velocity: Array | None = None


def convex(geometry: Any, where: str) -> Any:
    """Return a shape as it is, a mesh as its convex hull: Coal finds patches of convex shapes."""
    if not isinstance(geometry, coal.BVHModelBase):
        return geometry
    if not geometry.buildConvexHull(True, 'Qt'):
        raise InvalidInputError('mesh', where, 'one with a convex hull', where)
    return geometry.convex


def load_mesh(file: str, scale: Sequence[float], where: str) -> Any:
    """Return the convex hull of a mesh file; scale: of its units to metres, along its axes."""
    try:
        mesh = coal.MeshLoader().load(file, np.array(scale, dtype=float))
    except (RuntimeError, ValueError) as error:
        said = ' '.join(str(error).split())
        raise InvalidInputError('mesh', file, f'a readable mesh ({said})', where) from None
    return convex(mesh, where)


def half_space(normal: Array) -> Any:
    """Return what lies below a plane through the origin with this outward normal."""
    return coal.Halfspace(np.array(normal, dtype=float), 0.0)


def is_half_space(geometry: Any) -> bool:
    """Tell whether a shape is without end."""
    return isinstance(geometry, coal.Halfspace)


def se3(position: Sequence[float] | Array, roll_pitch_yaw: Sequence[float] | Array) -> Any:
    """Return the placement of a position [m] and of turns about fixed x, y, z axes [rad]."""
    turn = pinocchio.rpy.rpyToMatrix(*(float(angle) for angle in roll_pitch_yaw))
    return pinocchio.SE3(turn, np.array(position, dtype=float))


@dataclass(frozen=True)
class PairFriction:
    """Friction between two materials, and the half-width of the interval mu may lie in [-]."""

    model: FrictionModel
    uncertainty: float = 0.0


@dataclass(frozen=True)
class MaterialTable:
    """
    Friction by pair of materials.

    pairs: by the two names in either order. default: for pairs that nobody wrote down.
    """

    pairs: Mapping[frozenset[str], PairFriction] = field(default_factory=dict)
    default: PairFriction = PairFriction(CircularCone(0.3), 0.2)

    def friction(self, material: str, other: str) -> PairFriction:
        """Return the friction between two materials."""
        return self.pairs.get(frozenset((material, other)), self.default)
