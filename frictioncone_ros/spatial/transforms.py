# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frame changes of wrenches and twists, dual to each other so that power never changes."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    as_matrix,
    as_point,
    as_twist,
    as_vector,
    as_wrench,
    Dimension,
    PLANAR,
    SPATIAL,
)
from frictioncone_ros.spatial.products import cross_matrix

ORTHOGONALITY = 1e-9
"""Largest entry of R^T R - I accepted in a rotation matrix [-]."""


@dataclass(frozen=True, eq=False)
class RigidTransform:
    """
    The pose of a new frame as seen from an old one, planar or spatial.

    rotation: (2, 2) or (3, 3), rows are the new axes in old coordinates, so that
    new components = rotation @ old components of a free vector.
    position: (2,) or (3,), origin of the new frame in old coordinates [m].
    """

    rotation: Array
    position: Array

    def __post_init__(self) -> None:
        """Check shapes, finiteness and that the rotation is one."""
        shape = as_float_array(self.position, 'position').shape
        if shape not in ((2,), (3,)):
            raise InvalidInputError('shape of position', shape, '(2,) or (3,)')
        size = int(shape[0])
        object.__setattr__(self, 'position', as_vector(self.position, size, 'position'))
        object.__setattr__(self, 'rotation', as_rotation(self.rotation, size))

    @classmethod
    def planar(cls, angle: float, position: ArrayLike) -> RigidTransform:
        """Return the frame turned by angle [rad] counter-clockwise, origin at position [m]."""
        turn = as_finite_number(angle, 'angle')
        place = as_vector(position, 2, 'position')
        return cls(np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]), place)

    @classmethod
    def identity(cls, dimension: int) -> RigidTransform:
        """Return the transform that changes nothing, for wrenches of 3 or 6 components."""
        if dimension not in (PLANAR, SPATIAL):
            expected = f'{Dimension(PLANAR)} or {Dimension(SPATIAL)}'
            raise InvalidInputError('dimension', dimension, expected)
        size = 2 if dimension == PLANAR else 3
        return cls(np.eye(size), np.zeros(size))

    @property
    def dimension(self) -> int:
        """Number of components of the wrenches this transform acts on: 3 or 6."""
        return PLANAR if self.position.shape[0] == 2 else SPATIAL

    @property
    def force_transform(self) -> Array:
        """
        Matrix X_f (d, d) that maps wrench components from the old frame to the new one.

        f' = R f and tau' = R (tau - p x f): the moment about the new origin p lacks the arm of f.
        """
        if self.dimension == PLANAR:
            return self._planar_force_transform()
        matrix = np.zeros((SPATIAL, SPATIAL))
        matrix[:3, :3] = self.rotation
        matrix[3:, 3:] = self.rotation
        matrix[3:, :3] = -self.rotation @ cross_matrix(self.position)
        return matrix

    @property
    def motion_transform(self) -> Array:
        """
        Matrix X_m (d, d) = X_f^-T that maps twist components from the old frame to the new one.

        v' = R (v + omega x p) and omega' = R omega: the velocity of the body at the new origin p.
        """
        if self.dimension == PLANAR:
            return self._planar_motion_transform()
        matrix = np.zeros((SPATIAL, SPATIAL))
        matrix[:3, :3] = self.rotation
        matrix[3:, 3:] = self.rotation
        matrix[:3, 3:] = -self.rotation @ cross_matrix(self.position)
        return matrix

    def inverse(self) -> RigidTransform:
        """Return the pose of the old frame as seen from the new one."""
        return RigidTransform(self.rotation.T, -self.rotation @ self.position)

    def then(self, following: RigidTransform) -> RigidTransform:
        """Return the pose of a third frame, given as seen from the new one, in the old one."""
        require_transform(following)
        if following.dimension != self.dimension:
            raise InvalidInputError(
                'dimension of the following transform', following.dimension, str(self.dimension)
            )
        position = self.position + self.rotation.T @ following.position
        return RigidTransform(following.rotation @ self.rotation, position)

    def transform_point(self, point: ArrayLike) -> Array:
        """Return the coordinates in the new frame of a point given in the old one [m]."""
        given = as_vector(point, self.position.shape[0], 'point')
        return self.rotation @ (given - self.position)

    def transform_direction(self, direction: ArrayLike) -> Array:
        """Return the components along the new axes of a free vector given along the old ones."""
        return self.rotation @ as_vector(direction, self.position.shape[0], 'direction')

    def _planar_force_transform(self) -> Array:
        x, y = self.position
        matrix = np.zeros((PLANAR, PLANAR))
        matrix[:2, :2] = self.rotation
        matrix[2] = (y, -x, 1.0)
        return matrix

    def _planar_motion_transform(self) -> Array:
        x, y = self.position
        matrix = np.zeros((PLANAR, PLANAR))
        matrix[:2, :2] = self.rotation
        matrix[:2, 2] = self.rotation @ np.array([-y, x])
        matrix[2, 2] = 1.0
        return matrix


def require_transform(value: object) -> None:
    """Refuse what is no rigid transform."""
    if not isinstance(value, RigidTransform):
        expected = 'a RigidTransform: RigidTransform(rotation, position) makes one'
        raise InvalidInputError('transform', value, expected)


def force_transform(rotation: ArrayLike, position: ArrayLike) -> Array:
    """Return X_f (d, d) for a new frame with the given rotation rows and origin [m]."""
    return RigidTransform(
        as_float_array(rotation, 'rotation'), as_float_array(position, 'position')
    ).force_transform


def motion_transform(rotation: ArrayLike, position: ArrayLike) -> Array:
    """Return X_m (d, d) = X_f^-T for a new frame with the given rotation rows and origin [m]."""
    return RigidTransform(
        as_float_array(rotation, 'rotation'), as_float_array(position, 'position')
    ).motion_transform


def shift_wrench(wrench: ArrayLike, offset: ArrayLike) -> Array:
    """
    Return a wrench about another reference point; the axes stay the same.

    Parameters
    ----------
    wrench: (d,) about the reference point [N, Nm].
    offset: (2,) or (3,) from this reference point to the other one [m].

    Returns
    -------
    The wrench (d,) about the other one [N, Nm]: its force is the same.

    Raises
    ------
    InvalidInputError: where something is no finite vector or the sizes do not fit.
    """
    shift = _shift(offset)
    return shift.force_transform @ as_wrench(wrench, shift.dimension)


def shift_twist(twist: ArrayLike, offset: ArrayLike) -> Array:
    """Return the twist (d,) of the same body about a reference point moved by offset [m]."""
    shift = _shift(offset)
    return shift.motion_transform @ as_twist(twist, shift.dimension)


def as_rotation(rotation: ArrayLike, size: int) -> Array:
    """Return a proper (size, size) rotation, read-only, or say why it is none."""
    matrix = as_matrix(rotation, (size, size), 'rotation')
    error = float(np.abs(matrix.T @ matrix - np.eye(size)).max())
    if error > ORTHOGONALITY:
        raise InvalidInputError('rotation', matrix.tolist(), f'R^T R = I (it is off by {error:g})')
    if np.linalg.det(matrix) < 0.0:
        raise InvalidInputError('determinant of rotation', -1, '+1 (a reflection was given)')
    return matrix


def _shift(offset: ArrayLike) -> RigidTransform:
    place = as_point(offset, 'offset')
    return RigidTransform(np.eye(place.shape[0]), place)
