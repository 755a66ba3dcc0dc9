# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rigid-body inertia as the matrix that maps a twist rate to a wrench."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    as_matrix,
    as_twist,
    as_vector,
    frozen_array,
    PLANAR,
    SPATIAL,
)
from frictioncone_ros.spatial.products import cross_matrix
from frictioncone_ros.spatial.transforms import require_transform, RigidTransform
from frictioncone_ros.tolerances import SYMMETRY

POSITIVE_DEFINITE = 1e-12
"""Smallest eigenvalue of an inertia relative to its largest that counts as non-singular [-]."""


@dataclass(frozen=True, eq=False)
class Inertia:
    """
    A symmetric positive-definite inertia about a reference point, planar or spatial.

    matrix: (3, 3) or (6, 6), net wrench = matrix @ twist rate (+ velocity terms).
    Units kg | kg m | kg m^2. It may be that of one rigid body or the full operational-space
    inertia of an arm, which is not of rigid-body form.
    """

    matrix: Array

    def __post_init__(self) -> None:
        """Check shape, symmetry and definiteness; a singular inertia is refused."""
        matrix = as_float_array(self.matrix, 'inertia')
        if matrix.shape not in ((PLANAR, PLANAR), (SPATIAL, SPATIAL)):
            raise InvalidInputError('shape of inertia', matrix.shape, '(3, 3) or (6, 6)')
        if not np.isfinite(matrix).all():
            raise InvalidInputError('inertia', matrix.tolist(), 'finite numbers')
        halves = 0.5 * matrix
        if np.abs(halves - halves.T).max() > SYMMETRY * np.abs(halves).max():
            raise InvalidInputError('inertia', matrix.tolist(), 'a symmetric matrix')
        symmetric = halves + halves.T
        _require_definite(symmetric)
        object.__setattr__(self, 'matrix', frozen_array(symmetric))

    @classmethod
    def planar_body(
        cls, mass: float, radius_of_gyration: float, center_of_mass: ArrayLike = (0.0, 0.0)
    ) -> Inertia:
        """
        Return the inertia of a planar body about the reference point.

        mass [kg], radius_of_gyration about the centre of mass [m], center_of_mass (2,) relative
        to the reference point [m].
        """
        mass = _positive(mass, 'mass')
        gyration = _positive(radius_of_gyration, 'radius of gyration')
        turning = mass * gyration * gyration
        return cls.about_center_of_mass(np.diag([mass, mass, turning]), center_of_mass)

    @classmethod
    def spatial_body(
        cls, mass: float, rotational_inertia: ArrayLike, center_of_mass: ArrayLike = (0, 0, 0)
    ) -> Inertia:
        """
        Return the inertia of a rigid body about the reference point.

        rotational_inertia (3, 3) about the centre of mass [kg m^2], center_of_mass (3,) relative
        to the reference point [m].
        """
        mass = _positive(mass, 'mass')
        central = np.zeros((SPATIAL, SPATIAL))
        central[:3, :3] = mass * np.eye(3)
        rotational = as_float_array(rotational_inertia, 'rotational inertia')
        if rotational.shape != (3, 3):
            raise InvalidInputError('shape of rotational inertia', rotational.shape, '(3, 3)')
        central[3:, 3:] = rotational
        return cls.about_center_of_mass(central, center_of_mass)

    @classmethod
    def about_center_of_mass(cls, central: Array, center_of_mass: ArrayLike) -> Inertia:
        """Return the inertia about the reference point from the one about the centre of mass."""
        inertia = cls(central)
        size = 2 if inertia.dimension == PLANAR else 3
        center = as_vector(center_of_mass, size, 'center of mass')
        return inertia.shifted(-center) if center.any() else inertia

    @property
    def dimension(self) -> int:
        """Number of components of the wrenches it gives: 3 planar, 6 spatial."""
        return int(self.matrix.shape[0])

    @property
    def inverse_matrix(self) -> Array:
        """Mobility: the (d, d) matrix that maps a net wrench to a twist rate."""
        inverse = np.linalg.inv(self.matrix)
        return 0.5 * (inverse + inverse.T)

    @property
    def mass(self) -> float:
        """Mean of the translational diagonal [kg]; the mass when it is that of one rigid body."""
        size = 2 if self.dimension == PLANAR else 3
        return float(np.trace(self.matrix[:size, :size]) / size)

    @cached_property
    def radius_of_gyration(self) -> float:
        """
        Length rho with mean rotational inertia = mass rho^2 about the reference point [m].

        The natural characteristic length of a body: it makes rotations and translations alike.
        """
        size = 2 if self.dimension == PLANAR else 3
        rotational = np.trace(self.matrix[size:, size:]) / (self.dimension - size)
        return float(np.sqrt(rotational / self.mass))

    def shifted(self, offset: ArrayLike) -> Inertia:
        """Return the inertia about a reference point moved by offset [m], axes unchanged."""
        size = 2 if self.dimension == PLANAR else 3
        moved = as_vector(offset, size, 'offset')
        return self.transformed(RigidTransform(np.eye(size), moved))

    def transformed(self, transform: RigidTransform) -> Inertia:
        """Return X_f M X_m^-1 = X_f M X_f^T: the same inertia in the new frame."""
        require_transform(transform)
        matrix = transform.force_transform
        return Inertia(matrix @ self.matrix @ matrix.T)

    def velocity_wrench(self, twist: ArrayLike) -> Array:
        """
        Return the wrench (d,) a rigid body needs beyond matrix @ twist_rate [N, Nm].

        f = omega x (omega x m c) and tau = omega x (I omega), with m c read from the matrix's
        coupling block and I its rotational block, both about the reference point. It belongs to
        one rigid body; the velocity products of an arm come from its own dynamics.
        """
        rates = as_twist(twist, self.dimension)
        if self.dimension == PLANAR:
            # The coupling block is m (-c_y, c_x); turned by -90 degrees it is m c.
            first_moment = np.array([self.matrix[1, 2], -self.matrix[0, 2]])
            return np.array([*(-(rates[2] ** 2) * first_moment), 0.0])
        # The coupling block of force on rotation is -[m c x].
        coupling = -self.matrix[:3, 3:]
        first_moment = np.array([coupling[2, 1], coupling[0, 2], coupling[1, 0]])
        omega = rates[3:]
        if not any(omega.tolist()):
            return np.zeros(SPATIAL)
        turning = cross_matrix(omega)
        force = turning.dot(turning.dot(first_moment))
        return np.concatenate((force, turning.dot(self.matrix[3:, 3:].dot(omega))))


def operational_space_inertia(joint_inertia: ArrayLike, jacobian: ArrayLike) -> Inertia:
    """
    Return (J H^-1 J^T)^-1, what the hand feels like: the full (d, d) matrix, not a rigid body.

    joint_inertia: H (n, n) [joint units]; jacobian: J (d, n), joint rates to the hand's twist.
    A hand that cannot move in some direction has no such inertia and is refused.
    """
    matrix = as_float_array(jacobian, 'jacobian')
    if matrix.ndim != 2 or matrix.shape[0] not in (PLANAR, SPATIAL):
        raise InvalidInputError('shape of jacobian', matrix.shape, '(3, joints) or (6, joints)')
    joints = as_matrix(joint_inertia, (matrix.shape[1], matrix.shape[1]), 'joint inertia')
    _require_definite(0.5 * (joints + joints.T), 'joint inertia')
    mobility = matrix @ np.linalg.solve(joints, matrix.T)
    _require_definite(0.5 * (mobility + mobility.T), 'operational-space mobility')
    return Inertia(np.asarray(np.linalg.inv(mobility), dtype=np.float64))


def _require_definite(matrix: Array, what: str = 'inertia') -> None:
    # Scaled to a unit diagonal first: kg and kg m^2 have no common scale to compare against.
    diagonal = np.diag(matrix)
    if not np.isfinite(matrix).all() or (diagonal <= 0.0).any():
        raise InvalidInputError(f'diagonal of {what}', diagonal.tolist(), 'numbers > 0')
    scale = 1.0 / np.sqrt(diagonal)
    scaled = matrix * scale[:, None] * scale
    if not np.isfinite(scaled).all():
        raise InvalidInputError(what, matrix.tolist(), 'a positive definite matrix')
    smallest = float(np.linalg.eigvalsh(scaled)[0])
    if smallest <= POSITIVE_DEFINITE:
        raise InvalidInputError(
            what, matrix.tolist(), f'a positive definite matrix (scaled eigenvalue {smallest:g})'
        )


def _positive(value: object, what: str) -> float:
    number = as_finite_number(value, what)
    if number <= 0.0:
        raise InvalidInputError(what, value, 'a number > 0')
    return number
