# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The wrenches of one contact mode where they are no polyhedral cone: round friction, moving bodies.

Newton, M twist_rate + products of velocities = wrench + W contact forces, turned round: the
wrenches are the image of the accelerations that the mode allows minus that of its contact forces.
With one coordinate more, which is 1 for true accelerations, a moving body's are a cone too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from frictioncone_ros.analysis.mode_cones.compute import as_mode
from frictioncone_ros.analysis.mode_cones.mode_conditions import (
    conditions_of,
    ModeConditions,
    moving_inertia,
)
from frictioncone_ros.analysis.modes.arrangement import solutions
from frictioncone_ros.analysis.modes.rows import motion_basis
from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    LEAST_PROGRESS,
    MotionCone,
)
from frictioncone_ros.contact import component_slices, ContactMode, ContactState, wrench_matrix
from frictioncone_ros.spatial import Array, as_wrench, wrench_scaling
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

STRICTLY = 1e-6
"""Part of a wrench that must be left for strict conditions to be met by [-]."""

TO_THE_END = 1.0 - 1e-13
"""Share of a residual that a step may leave while its direction is still sought [-]."""


@dataclass(frozen=True, eq=False)
class WrenchAnswer:
    """
    Whether a wrench is consistent with a mode, and what shows it.

    twist_rate (d,) [m/s^2, rad/s^2] and contact_forces (c,) [N, Nm]: with the wrench they obey
    Newton's law and the mode; zeros where it is not consistent. separating_twist (d,): on it all
    wrenches of the mode of a body at rest do less work than this one; zeros where it is.
    residual: what Newton's law lacks, relative to the wrench [-].
    """

    consistent: bool
    twist_rate: Array
    contact_forces: Array
    separating_twist: Array
    residual: float


@dataclass(frozen=True, eq=False)
class ModeWrenches:
    """
    The external wrenches (d,) [N, Nm] under which a body can move in one contact mode.

    A wrench acts on the body about the reference point, gravity included. Convex; a cone where
    the body is at rest. Friction sets are what they are: circles, ellipses, limit surfaces.

    state, mode: as asked for. conditions: of each contact. motions: generators of the allowed
    accelerations with their images. strict: (c, m) which generator meets which strict condition.
    """

    state: ContactState
    mode: ContactMode
    conditions: ModeConditions
    motions: MotionCone
    strict: NDArray[np.bool_]

    @classmethod
    def of(cls, state: ContactState, mode: ContactMode | str) -> ModeWrenches:
        """Return the wrenches of a mode: one interaction per contact, 'fsd[30]' or ContactMode."""
        desired = as_mode(state, mode)
        conditions = conditions_of(state, desired)
        inertia = moving_inertia(state).matrix
        last = np.append(np.zeros(state.dimension), 1.0)
        bounds = np.vstack((conditions.inequalities, last))
        rays, lines, positive = solutions(conditions.equalities, bounds)
        generators = np.vstack((rays, lines, -lines))
        # A true motion has its last coordinate strictly above zero.
        flags = positive[np.append(conditions.strict, True)]
        strict = np.pad(flags, ((0, 0), (0, 2 * len(lines))))
        units = np.eye(state.dimension + 1)
        units[:-1, :-1] = _scaling(state) @ inertia @ motion_basis(state)
        return cls(state, desired, conditions, MotionCone.of(generators, units), strict)

    @property
    def is_possible(self) -> bool:
        """Whether some acceleration meets all strict conditions of the mode."""
        return self.conditions.possible and bool(self.strict.any(axis=1).all())

    def contains(self, wrench: ArrayLike) -> bool:
        """Whether a wrench (d,) is in the closed set: all conditions weak."""
        return self.answer(wrench).consistent

    def contains_strictly(self, wrench: ArrayLike) -> bool:
        """Whether a wrench (d,) gives the mode with all its strict conditions."""
        if not self.is_possible:
            return False
        target = self._target(wrench)
        inner = self.motions.columns * self.motions.sizes @ self._inner_weights()
        size = float(np.linalg.norm(target) / max(np.linalg.norm(inner), np.finfo(float).tiny))
        # One coordinate is how much of a true motion it is: no more than all of it may be taken.
        share = min(STRICTLY * size, STRICTLY / inner[-1] if inner[-1] > 0.0 else np.inf)
        return self._holds(self._balance(target - share * inner), target)

    def answer(self, wrench: ArrayLike) -> WrenchAnswer:
        """Return whether a wrench (d,) is in the closed set, with its proof."""
        target = self._target(wrench)
        found = self._balance(target)
        consistent = self.conditions.possible and self._holds(found, target)
        if not consistent:
            found = self._balance(target, TO_THE_END)
        residual = float(np.linalg.norm(found.residual) / np.linalg.norm(target))
        rate, forces = np.zeros(self.state.dimension), np.zeros(self._matrix.shape[1])
        twist = rate
        if consistent:
            rate = motion_basis(self.state) @ found.coordinates[:-1]
            for index, force in found.forces.items():
                forces[component_slices(self.state)[index]] = force
        else:
            twist = _scaling(self.state) @ found.residual[:-1]
        return WrenchAnswer(consistent, rate, forces, twist, residual)

    def _target(self, wrench: ArrayLike) -> Array:
        external = as_wrench(wrench, self.state.dimension)
        products = moving_inertia(self.state).velocity_wrench(self.state.twist)
        return np.append(_scaling(self.state) @ (external - products), 1.0)

    def _balance(self, target: Array, progress: float = LEAST_PROGRESS) -> Balance:
        forces = self.conditions.force_cones(-_scaling(self.state) @ self._matrix)
        return balance(self.motions, forces, target, progress=progress)

    def _holds(self, found: Balance, target: Array) -> bool:
        return float(np.linalg.norm(found.residual)) <= CONE_MEMBERSHIP * float(
            np.linalg.norm(target)
        )

    def _inner_weights(self) -> Array:
        """Return weights of generators that meet every strict condition any of them meets."""
        return np.asarray(self.strict.any(axis=0), dtype=np.float64)

    @property
    def _matrix(self) -> Array:
        return wrench_matrix(self.state)


def _scaling(state: ContactState) -> Array:
    return np.diag(wrench_scaling(state.dimension, state.characteristic_length))
