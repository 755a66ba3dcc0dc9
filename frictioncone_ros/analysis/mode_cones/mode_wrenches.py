# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The wrenches of one contact mode where they are no polyhedral cone: round friction, moving bodies.

Newton, M twist_rate + products of velocities = wrench + W contact forces, turned round: the
wrenches are the image of the accelerations that the mode allows minus that of its contact forces.
With one coordinate more, the drift that velocities bring, a moving body's are a cone too. It is
measured as the others are, as a force: mass times drift, so that no unit of force is special.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from frictioncone_ros.analysis.feasibility.questions import LARGEST_WRENCH
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
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.constraints import as_mode
from frictioncone_ros.contact import component_slices, ContactMode, ContactState, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_wrench, wrench_scaling
from frictioncone_ros.spatial.arguments import checked_fields
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

STRICTLY = 1e-6
"""Part of a wrench that must be left for strict conditions to be met by [-]."""

TO_THE_END = 1.0 - 1e-13
"""Share of a residual that a step may leave while its direction is still sought [-]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class WrenchAnswer:
    """
    Whether a wrench is consistent with a mode, and what shows it.

    twist_rate (d,) [m/s^2, rad/s^2] and contact_forces (c,) [N, Nm]: with the wrench they obey
    Newton's law and the mode; zeros where it is not consistent. separating_twist (d,): on it all
    wrenches of the mode do less work than this one; zeros where it is. residual: what Newton's law
    lacks [-], relative to the wrench; where the body moves, to the largest of the wrench, the
    products of velocities and the mass times the drift.
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
        inertia = moving_inertia(state)
        moves = int(conditions.drift > 0.0)
        # A true motion has its last coordinate, the drift, strictly above zero.
        last = np.eye(state.dimension + moves)[state.dimension :]
        bounds = np.vstack((conditions.inequalities, last))
        rays, lines, positive = solutions(conditions.equalities, bounds)
        generators = np.vstack((rays, lines, -lines))
        flags = positive[np.append(conditions.strict, [True] * moves).astype(bool)]
        strict = np.pad(flags, ((0, 0), (0, 2 * len(lines))))
        units = inertia.mass * np.eye(state.dimension + moves)
        size = state.dimension
        units[:size, :size] = _scaling(state) @ inertia.matrix @ motion_basis(state)
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
        target, size = self._target(wrench)
        inner = self.motions.columns * self.motions.sizes @ self._inner_weights()
        length = float(np.linalg.norm(inner))
        if length == 0.0:
            return self._holds(self._balance(target), size)
        # The last coordinate is how much of a true motion it is: no more than that may be taken.
        limits = [size / length]
        if self.conditions.drift > 0.0:
            limits.append(float(target[-1] / inner[-1]))
        share = STRICTLY * min(limits)
        return share > 0.0 and self._holds(self._balance(target - share * inner), size)

    def answer(self, wrench: ArrayLike) -> WrenchAnswer:
        """Return whether a wrench (d,) is in the closed set, with its proof."""
        target, size = self._target(wrench)
        found = self._balance(target)
        consistent = self.conditions.possible and self._holds(found, size)
        if not consistent:
            found = self._balance(target, TO_THE_END)
        lacking = float(np.linalg.norm(found.residual))
        rate, forces = np.zeros(self.state.dimension), np.zeros(self._matrix.shape[1])
        twist = rate
        if consistent:
            rate = motion_basis(self.state) @ found.coordinates[: self.state.dimension]
            for index, force in found.forces.items():
                forces[component_slices(self.state)[index]] = force
        else:
            twist = _scaling(self.state) @ found.residual[: self.state.dimension]
        return WrenchAnswer(consistent, rate, forces, twist, lacking / size if size else 0.0)

    def _target(self, wrench: ArrayLike) -> tuple[Array, float]:
        """Return what motions and forces must sum to, and the size of what made it up [N]."""
        inertia, scaling = moving_inertia(self.state), _scaling(self.state)
        external = scaling @ as_wrench(wrench, self.state.dimension)
        if largest_entry(external) > LARGEST_WRENCH:
            expected = f'at most {LARGEST_WRENCH:g}: its square overflows'
            raise InvalidInputError('wrench', external.tolist(), expected)
        products = scaling @ inertia.velocity_wrench(self.state.twist)
        drift = inertia.mass * self.conditions.drift
        target = np.append(external - products, [drift] if drift > 0.0 else [])
        return target, max(float(np.linalg.norm(one)) for one in (external, products, target))

    def _balance(self, target: Array, progress: float = LEAST_PROGRESS) -> Balance:
        """Return the balance, found for a target of unit size: solvers have units of their own."""
        forces = self.conditions.force_cones(-_scaling(self.state) @ self._matrix)
        size = float(np.abs(target).max())
        unit = target / size if size > 0.0 else target
        found = balance(self.motions, forces, unit, progress=progress)
        return Balance(
            found.holds,
            size * found.coordinates,
            {contact: size * force for contact, force in found.forces.items()},
            size * found.residual,
        )

    def _holds(self, found: Balance, size: float) -> bool:
        return float(np.linalg.norm(found.residual)) <= CONE_MEMBERSHIP * size

    def _inner_weights(self) -> Array:
        """Return weights of generators that meet every strict condition any of them meets."""
        return np.asarray(self.strict.any(axis=0), dtype=np.float64)

    @property
    def _matrix(self) -> Array:
        return wrench_matrix(self.state)


def _scaling(state: ContactState) -> Array:
    return np.diag(wrench_scaling(state.dimension, state.characteristic_length))
