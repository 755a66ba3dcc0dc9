# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A hybrid force/motion controller: PI on contact forces in N, PD on free motion in T.

It stands beside the filter, for demos and as an example: the filter says which set-points can be
had, this turns them into joint torques. Every contact force here is what the robot applies to the
environment; the reaction on the moving body is its negative.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.projections import (
    constraint_force_projector,
    HybridDynamics,
    projector_pair,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_float_array,
    as_non_negative,
    as_twist,
    as_wrench,
    frozen_array,
    is_given,
    not_given,
)


@dataclass(frozen=True)
class ControllerGains:
    """
    Gains of the decoupled loops.

    force_proportional [-], force_integral [1/s], integral_limit [N] of each coordinate of N;
    stiffness [1/s^2], damping [1/s]: accelerations per error of place and of velocity.
    """

    force_proportional: float = 0.5
    force_integral: float = 5.0
    integral_limit: float = 50.0
    stiffness: float = 100.0
    damping: float = 20.0

    def __post_init__(self) -> None:
        """Check that no gain is negative or not a number."""
        for name in self.__dataclass_fields__:
            checked = as_non_negative(getattr(self, name), name.replace('_', ' '))
            object.__setattr__(self, name, checked)


@dataclass(frozen=True, eq=False)
class ControllerInput:
    """
    What is desired and what is measured, all about the reference point.

    desired_wrench, measured_wrench: (d,) from the robot on the environment [N, Nm].
    twist: (d,) measured. desired_twist, desired_acceleration: (d,), default zero.
    displacement: (d,) small motion from the present to the desired place, as a twist over one
    second; default zero.
    """

    desired_wrench: Array
    measured_wrench: Array
    twist: Array
    desired_twist: Array = field(default_factory=not_given)
    desired_acceleration: Array = field(default_factory=not_given)
    displacement: Array = field(default_factory=not_given)

    def __post_init__(self) -> None:
        """Check sizes and put zeros where nothing was given."""
        size = int(as_float_array(self.desired_wrench, 'desired wrench').size)
        for name in ('desired_wrench', 'measured_wrench'):
            what = name.replace('_', ' ')
            object.__setattr__(self, name, as_wrench(getattr(self, name), size, what))
        for name in ('twist', 'desired_twist', 'desired_acceleration', 'displacement'):
            given = getattr(self, name)
            motion = given if is_given(given, name.replace('_', ' ')) else np.zeros(size)
            object.__setattr__(self, name, as_twist(motion, size, name.replace('_', ' ')))


@dataclass(frozen=True, eq=False)
class ControllerOutput:
    """applied_wrench: (d,) the joints must produce at the body; integral: (r,) for next time."""

    applied_wrench: Array
    integral: Array


def control_step(
    dynamics: HybridDynamics,
    gains: ControllerGains,
    given: ControllerInput,
    integral: ArrayLike,
    elapsed: float,
) -> ControllerOutput:
    """
    Return the wrench to apply after `elapsed` seconds, and the integral of the force error.

    integral: (r,) as returned the last time, () at first. Both loops meet in the decoupled
    command (28), so that neither disturbs the other; gravity and velocity terms come with the
    dynamics. Where the robot's and the environment's mobilities are known, the error of force is
    taken in the metric of their relative inertia.
    """
    constraint = dynamics.constraint
    basis, metric = constraint.constraint_force_basis, dynamics.relative_inertia
    projector = constraint_force_projector(basis, metric)
    desired = constraint.force_coordinates(projector @ given.desired_wrench)
    error = desired - constraint.force_coordinates(projector @ given.measured_wrench)
    before = np.asarray(integral) if np.size(integral) else np.zeros(constraint.rank)
    if before.shape != (constraint.rank,):
        raise InvalidInputError('shape of integral', before.shape, str((constraint.rank,)))
    growth = gains.force_integral * as_non_negative(elapsed, 'elapsed time') * error
    summed = np.clip(before + growth, -gains.integral_limit, gains.integral_limit)
    force = basis @ (desired + gains.force_proportional * error + summed)
    free = projector_pair(constraint, metric).free_motion
    wrench = dynamics.decoupled_command(free @ _reference_acceleration(gains, given), force)
    return ControllerOutput(frozen_array(wrench), frozen_array(summed))


def joint_torques(jacobian: ArrayLike, applied_wrench: ArrayLike) -> Array:
    """
    Return J^T f (n,), the torques [joint units] with which the joints produce a wrench.

    jacobian: (d, n), joint rates to the body's twist at the wrench's reference point.
    """
    matrix = as_float_array(jacobian, 'jacobian')
    wrench = as_wrench(applied_wrench)
    if matrix.ndim != 2 or matrix.shape[0] != wrench.shape[0] or not np.isfinite(matrix).all():
        expected = f'a finite ({wrench.shape[0]}, joints) matrix'
        raise InvalidInputError('jacobian', matrix.tolist(), expected)
    return np.asarray(matrix.T @ wrench)


def _reference_acceleration(gains: ControllerGains, given: ControllerInput) -> Array:
    """Return the acceleration (d,) that PD with feed-forward asks for, before projection."""
    damped = gains.damping * (given.desired_twist - given.twist)
    return np.asarray(given.desired_acceleration + damped + gains.stiffness * given.displacement)
