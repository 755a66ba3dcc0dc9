# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Featherstone's dynamics of a manipulator in contact, equations (20) to (32).

Here every contact force is what the robot applies to the environment (his f_c): the reaction on
the moving body has the opposite sign. Applied wrenches f are what the robot's joints produce at
the moving body. All about one reference point, linear components first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.projections.metric_root import metric_root
from frictioncone_ros.analysis.projections.projectors import (
    constraint_force_projector,
    free_motion_projector,
)
from frictioncone_ros.constraints.basis import Constraint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_float_array,
    as_matrix,
    as_twist,
    as_wrench,
    frozen_array,
    is_given,
    largest_magnitude,
    not_given,
)
from frictioncone_ros.spatial.inertia import Inertia
from frictioncone_ros.tolerances import SYMMETRY


@dataclass(frozen=True, eq=False)
class ContactResponse:
    """
    What an applied wrench does under a constraint.

    relative_acceleration: (d,) of the body over the environment, velocity products taken out.
    acceleration: (d,) of the body itself [m/s^2, rad/s^2].
    contact_force: (d,) what the robot applies to the environment [N, Nm].
    """

    relative_acceleration: Array
    acceleration: Array
    contact_force: Array


@dataclass(frozen=True, eq=False)
class HybridDynamics:
    """
    A manipulator (with what it holds) in contact with an environment that may move.

    constraint: N and T.
    operational_inertia: Lambda_o, of arm and object as felt at the reference point.
    environment_mobility: Phi_e (d, d), symmetric positive semidefinite, maps the contact force to
        the environment's acceleration; zero for one that stands fast.
    bias_wrench: mu + p (d,), velocity products and gravity of the arm [N, Nm].
    environment_bias: b_e (d,), the environment's acceleration without contact force.
    constraint_bias: T_dot beta (d,), the velocity-product part of the constraint's motion.
    """

    constraint: Constraint
    operational_inertia: Inertia
    environment_mobility: Array = field(default_factory=not_given)
    bias_wrench: Array = field(default_factory=not_given)
    environment_bias: Array = field(default_factory=not_given)
    constraint_bias: Array = field(default_factory=not_given)

    def __post_init__(self) -> None:
        """Check sizes, and put zeros where nothing was given."""
        size = self.operational_inertia.dimension
        if self.constraint.dimension != size:
            raise InvalidInputError(
                'dimension of constraint', self.constraint.dimension, str(size)
            )
        for name in ('bias_wrench', 'environment_bias', 'constraint_bias'):
            given = getattr(self, name)
            vector = given if is_given(given, name.replace('_', ' ')) else np.zeros(size)
            object.__setattr__(self, name, as_wrench(vector, size, name.replace('_', ' ')))
        mobility = self.environment_mobility
        given = is_given(mobility, 'environment mobility')
        mobility = mobility if given else np.zeros((size, size))
        object.__setattr__(self, 'environment_mobility', _semidefinite(mobility, size))

    @property
    def relative_inertia(self) -> Array:
        """Lambda_rel = (Lambda_o^-1 + Phi_e)^-1: from contact force to relative acceleration."""
        return relative_inertia(self.operational_inertia.matrix, self.environment_mobility)

    def effective_wrench(self, applied_wrench: ArrayLike) -> Array:
        """Return f' = f - mu - p - Lambda_o (T_dot beta + b_e): what is left to act, (d,)."""
        wrench = as_wrench(applied_wrench, self.constraint.dimension)
        return np.asarray(wrench - self._bias())

    def free_motion_coordinates(self, applied_wrench: ArrayLike) -> Array:
        """
        Return beta_dot, equation (24), (d - r,): relative acceleration in coordinates of T.

        beta_dot = (T^T Lambda_rel T)^-1 T^T Lambda_rel Lambda_o^-1 f'.
        """
        root = metric_root(self.relative_inertia, 'relative inertia').root
        motion = root.T @ self._unconstrained(applied_wrench)
        return _nearest(root.T @ self.constraint.free_motion_basis, motion)

    def contact_force_coordinates(self, applied_wrench: ArrayLike) -> Array:
        """
        Return alpha, equation (25), (r,): contact force on the environment in coordinates of N.

        alpha = (N^T Lambda_rel^-1 N)^-1 N^T Lambda_o^-1 f'.
        """
        relative = metric_root(self.relative_inertia, 'relative inertia')
        motion = relative.root.T @ self._unconstrained(applied_wrench)
        return _nearest(relative.solved(self.constraint.constraint_force_basis), motion)

    def response(self, applied_wrench: ArrayLike) -> ContactResponse:
        """Return accelerations and contact force under an applied wrench, (22), (23) and (21)."""
        constraint = self.constraint
        relative = constraint.free_motion_basis @ self.free_motion_coordinates(applied_wrench)
        coordinates = self.contact_force_coordinates(applied_wrench)
        force = constraint.constraint_force_basis @ coordinates
        environment = self.environment_mobility @ force + self.environment_bias
        return ContactResponse(
            frozen_array(relative),
            frozen_array(relative + environment + self.constraint_bias),
            frozen_array(force),
        )

    def decoupled_command(self, acceleration: ArrayLike, contact_force: ArrayLike) -> Array:
        """
        Return the applied wrench f of equation (28) for filtered commands.

        f = Lambda_o acceleration + Lambda_o Lambda_rel^-1 contact_force + bias. With acceleration
        in range T (by any free-motion projector) and contact_force in range N (by any
        constraint-force projector) the response is exactly these two, (31) and (32).
        """
        size = self.constraint.dimension
        inertia = self.operational_inertia.matrix
        force = as_wrench(contact_force, size, 'contact force')
        # Lambda_o Lambda_rel^-1 = I + Lambda_o Phi_e.
        wrench = inertia @ (as_twist(acceleration, size) + self.environment_mobility @ force)
        return np.asarray(wrench + force + self._bias())

    def filtered_command(
        self, acceleration: ArrayLike, contact_force: ArrayLike, inertia_metric: ArrayLike
    ) -> Array:
        """Return the decoupled command for raw set-points, projected by the given metric A."""
        metric = as_matrix(inertia_metric, self.operational_inertia.matrix.shape, 'inertia metric')
        size = self.constraint.dimension
        force = constraint_force_projector(self.constraint.constraint_force_basis, metric)
        motion = free_motion_projector(self.constraint.free_motion_basis, np.linalg.inv(metric))
        return self.decoupled_command(
            motion @ as_twist(acceleration, size), force @ as_wrench(contact_force, size)
        )

    def _unconstrained(self, applied_wrench: ArrayLike) -> Array:
        """Return Lambda_o^-1 f', the acceleration there would be without contact."""
        effective = self.effective_wrench(applied_wrench)
        root = metric_root(self.operational_inertia.matrix, 'operational inertia')
        return root.transposed_solved(root.solved(effective))

    def _bias(self) -> Array:
        moving = self.constraint_bias + self.environment_bias
        return np.asarray(self.bias_wrench + self.operational_inertia.matrix @ moving)


def _nearest(columns: Array, vector: Array) -> Array:
    """Return the coordinates (n,) of columns (d, n) that come nearest to a vector (d,)."""
    return np.asarray(np.linalg.lstsq(columns, vector, rcond=None)[0])


def relative_inertia(operational_inertia: ArrayLike, environment_mobility: ArrayLike) -> Array:
    """
    Return (Lambda_o^-1 + Phi_e)^-1 = (I + Lambda_o Phi_e)^-1 Lambda_o, (d, d), symmetric.

    The second form needs no inverse of Lambda_o and holds for a singular Phi_e.
    """
    inertia = as_float_array(operational_inertia, 'operational inertia')
    shape = (3, 3) if inertia.shape == (3, 3) else (6, 6)
    inertia = as_matrix(inertia, shape, 'operational inertia')
    mobility = as_matrix(environment_mobility, shape, 'environment mobility')
    matrix = np.linalg.solve(np.eye(inertia.shape[0]) + inertia @ mobility, inertia)
    return np.asarray(0.5 * (matrix + matrix.T))


def contact_part_of_measured_wrench(
    measured_wrench: ArrayLike,
    constraint: Constraint,
    object_inertia: Inertia,
    known_wrench: ArrayLike = (),
) -> Array:
    """
    Return Omega_f(Lambda_object) @ (measured - known), (d,) [N, Nm]: section 7.3.

    A sensor between arm and held object also measures the forces that accelerate the object along
    its free motions, Lambda_object T beta_dot; exactly these are in the projector's kernel.
    measured_wrench keeps its sign, whichever side it is stated for. known_wrench is what the
    sensor would read without contact and motion (the object's weight), in the same sign.
    """
    size = constraint.dimension
    wrench = as_wrench(measured_wrench, size, 'measured wrench')
    if is_given(known_wrench, 'known wrench'):
        wrench = wrench - as_wrench(known_wrench, size, 'known wrench')
    basis = constraint.constraint_force_basis
    return constraint_force_projector(basis, object_inertia.matrix) @ wrench


def _semidefinite(mobility: ArrayLike, size: int) -> Array:
    matrix = as_matrix(mobility, (size, size), 'environment mobility')
    scale = largest_magnitude(matrix)
    symmetric = np.abs(matrix - matrix.T).max() <= SYMMETRY * scale
    if not symmetric or np.linalg.eigvalsh(matrix)[0] < -SYMMETRY * scale:
        expected = 'a symmetric positive semidefinite matrix'
        raise InvalidInputError('environment mobility', matrix.tolist(), expected)
    return matrix
