# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A shape, what it is made of, and the frame it moves with.

Friction of pairs of materials.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.contact import CircularCone, FrictionModel
from frictioncone_ros.estimation.geometry.collada import is_collada, require_sound_mesh
from frictioncone_ros.estimation.geometry.libraries import (
    coal,
    CollisionObject,
    Convex,
    Geometry,
    pinocchio,
    Pose,
)
from frictioncone_ros.estimation.sized_arrays import NonNegative, Three, ThreeLike
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.tolerances import UNIT_LENGTH

THINNEST = 1e-5
"""
A mesh thinner than this share of its length is flat [-].

Mesh files are read in single precision; Qhull ends the process on what rounding alone makes thick.
"""

SIZES = {'halfSide': ('box', 2.0), 'radius': ('radius', 1.0), 'halfLength': ('length', 2.0)}
"""Coal's sizes: what files call them, and how many of Coal's make one."""


@checked_fields
@dataclass(frozen=True, eq=False)
class PlacedShape:
    """
    A shape that moves with a frame of the robot.

    geometry: Coal's, convex. placement: Pinocchio's SE3 of the shape as seen from the frame.
    surface_velocity: (3,) of its material along the frame's axes [m/s], as a conveyor's.
    """

    name: str
    frame: str
    placement: Pose
    geometry: Convex
    material: str = ''
    surface_velocity: Three | None = None


@checked
def sound(geometry: Geometry, where: str) -> Any:
    """Return a shape of a model file that can touch: with sizes above zero; a mesh as its hull."""
    for size, (written, share) in SIZES.items():
        values = share * np.atleast_1d(getattr(geometry, size, 1.0))
        # Written so that NaN is refused too.
        if not ((values > 0.0) & np.isfinite(values)).all():
            raise InvalidInputError(written, values.tolist(), 'sizes > 0', where)
    return convex(geometry, where)


@checked
def sound_of_urdf(shape: CollisionObject, where: str) -> Any:
    """Return a shape that Pinocchio read of a description; a mesh in the unit of its file."""
    unit = length_unit(str(shape.meshPath), where)
    if unit != 1.0:
        return load_mesh(str(shape.meshPath), np.array(shape.meshScale), where)
    return sound(shape.geometry, where)


@checked
def convex(geometry: Geometry, where: str) -> Any:
    """Return a shape as it is, a mesh as its convex hull: Coal finds patches of convex shapes."""
    if not isinstance(geometry, coal.BVHModelBase):
        return geometry
    _require_volume(np.array(geometry.vertices()), where)
    try:
        # Its answer is whether every vertex lies on the hull, as few meshes' do.
        geometry.buildConvexHull(True, 'Qt')
    except (RuntimeError, ValueError) as error:
        reason = ' '.join(str(error).split())
        raise InvalidInputError(
            'mesh', where, f'one with a convex hull ({reason})', where
        ) from None
    return geometry.convex


def _require_volume(vertices: Array, where: str) -> None:
    """Refuse a mesh (k, 3) [m] that is flat or not finite: Qhull would end the process."""
    bad = vertices[~np.isfinite(vertices).all(axis=1)]
    if bad.size:
        raise InvalidInputError('vertex of the mesh', bad[0].tolist(), 'finite numbers', where)
    arms = vertices - vertices.mean(axis=0)
    # Along the principal axes, from the thinnest on.
    extents = np.ptp(arms @ np.linalg.eigh(arms.T @ arms)[1], axis=0)
    if extents[0] <= THINNEST * extents[-1]:
        thickness, length = float(extents[0]), float(extents[-1])
        given = f'{thickness:g} m thick, {length:g} m long'
        raise InvalidInputError('mesh', given, 'one with a volume', where)


@checked
def length_unit(file: str, where: str) -> float:
    """
    Return the unit of a mesh file [m], which COLLADA states; 1 where none is stated.

    Coal reads the numbers only. Which axis of a file is up (up_axis) counts for nothing, as in
    RViz: a robot description says how its meshes stand.
    """
    if not is_collada(file):
        return 1.0
    try:
        unit = float(_stated_unit(file))
    except (OSError, ValueError, Xml.ParseError) as error:
        raise InvalidInputError('mesh', file, f'a readable mesh ({error})', where) from None
    if not 0.0 < unit < inf:
        raise InvalidInputError('unit of the mesh', unit, 'metres above 0', where)
    return unit


def _stated_unit(file: str) -> str:
    """Return what a COLLADA file says of its unit, read as far as its asset goes."""
    for _, element in Xml.iterparse(file):
        tag = element.tag.rpartition('}')[2]
        if tag == 'unit':
            return element.get('meter', '1')
        if tag == 'asset':
            break
    return '1'


@checked
def load_mesh(file: str, scale: ThreeLike, where: str) -> Any:
    """
    Return the convex hull of a mesh file, in metres.

    scale: along the axes, of the unit that the file states to metres, or of what it has in none.
    """
    require_sound_mesh(file, where)
    try:
        mesh = coal.MeshLoader().load(file, length_unit(file, where) * np.asarray(scale))
    except (RuntimeError, ValueError) as error:
        reason = ' '.join(str(error).split())
        raise InvalidInputError('mesh', file, f'a readable mesh ({reason})', where) from None
    return convex(mesh, where)


@checked
def half_space(normal: Three) -> Any:
    """Return what lies below a plane through the origin with this outward normal."""
    if abs(float(np.linalg.norm(normal)) - 1.0) > UNIT_LENGTH:
        raise InvalidInputError('normal', normal.tolist(), 'a unit vector')
    return coal.Halfspace(normal, 0.0)


@checked
def is_half_space(geometry: Geometry) -> bool:
    """Tell whether a shape is without end."""
    return isinstance(geometry, coal.Halfspace)


@checked
def se3(position: ThreeLike, roll_pitch_yaw: ThreeLike) -> Any:
    """Return the placement of a position [m] and of turns about fixed x, y, z axes [rad]."""
    turn = pinocchio.rpy.rpyToMatrix(*(float(angle) for angle in np.asarray(roll_pitch_yaw)))
    return pinocchio.SE3(turn, np.asarray(position))


@checked_fields
@dataclass(frozen=True)
class PairFriction:
    """Friction between two materials, and the half-width of the interval mu may lie in [-]."""

    model: FrictionModel
    uncertainty: NonNegative = 0.0


@checked_fields
@dataclass(frozen=True)
class MaterialTable:
    """
    Friction by pair of materials.

    pairs: by the two names in either order. default: for pairs that nobody wrote down.
    """

    pairs: Mapping[frozenset[str], PairFriction] = field(default_factory=dict)
    default: PairFriction = PairFriction(CircularCone(0.3), 0.2)

    @checked
    def friction(self, material: str, other: str) -> PairFriction:
        """Return the friction between two materials."""
        return self.pairs.get(frozenset((material, other)), self.default)
