# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Modes that a wrench cannot give, whatever the truth is within stated bounds.

For one wrench and one mode the laws are relaxed until they hold for every truth: Newton within
the errors of the force wrenches (exact, forces being >= 0), kinematic rows within their errors
times the largest possible acceleration, friction within its interval. The relaxed laws are linear
inequalities; if they have no solution, no truth gives the mode, and the multipliers prove it.

Largest acceleration: contacts at rest do no positive work on the acceleration (c . a <= 0 in
every mode), so a' M a <= a' w, a ball about M^-1 w / 2 through the origin.
Modes are tried contact by contact; an undecided contact may do anything that does not penetrate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.feasibility.questions import LARGEST_WRENCH
from frictioncone_ros.analysis.mode_cones.clearance_search import Bounds, nearest_point
from frictioncone_ros.analysis.mode_cones.compute import resting_inertia
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import (
    ContactUncertainty,
    RelaxedContact,
    RelaxedContacts,
    Rows,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.contact import (
    APPROACHING,
    ContactMode,
    ContactState,
    Interaction,
    require_state,
    SEPARATING,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_wrench, wrench_scaling
from frictioncone_ros.spatial.arguments import checked


def may_move(signed: Rows) -> bool:
    """
    Tell whether some a != 0 may have row . a >= 0 for true rows within the errors.

    signed: (n, d) in comparable units, so that the components of a are alike. A mode of sliding,
    opening or approach has an acceleration other than zero; scaled so that its largest component
    is one, it is on one of the sides of a cube. On each side the conditions, relaxed by their
    rows' largest errors, are linear. If no side has a solution, only rest is left, whatever the
    true rows are.
    """
    size = signed.nominal.shape[1]
    lengths = np.linalg.norm(signed.nominal, axis=1)
    bounds = Bounds(signed.nominal / lengths[:, None], -signed.errors.sum(axis=1) / lengths)
    # No component of a is larger than one.
    box = bounds.and_also(np.vstack((np.eye(size), -np.eye(size))), -1.0)
    return any(not nearest_point(box.and_also(side, 1.0), side).is_empty for side in _sides(size))


def _sides(size: int) -> Iterator[Array]:
    for axis in np.eye(size):
        yield axis
        yield -axis


Chosen = tuple[Interaction, ...]


@dataclass(frozen=True, eq=False)
class ModeExclusion:
    """Which modes of a state some truth within the bounds may give, by wrench."""

    contacts: RelaxedContacts
    _movable: dict[Chosen, bool] = field(default_factory=dict)

    @property
    def state(self) -> ContactState:
        """The nominal state."""
        return self.contacts.state

    def remaining_modes(self, wrench: ArrayLike) -> tuple[ContactMode, ...]:
        """Return the modes that the argument cannot exclude for a wrench (d,) [N, Nm]."""
        vector = as_wrench(wrench, self.state.dimension)
        if largest_entry(vector) > LARGEST_WRENCH:
            expected = f'at most {LARGEST_WRENCH:g}: its square overflows'
            raise InvalidInputError('wrench', vector.tolist(), expected)
        motion = _MotionBox.of(self.state, vector)
        pending: list[Chosen] = [()]
        remaining = []
        while pending:
            chosen = pending.pop()
            if not self._is_movable(chosen) or self._is_excluded(chosen, vector, motion):
                continue
            if len(chosen) == self.state.contact_count:
                remaining.append(ContactMode(chosen))
            else:
                following = self.contacts.interactions(len(chosen))
                pending += [(*chosen, one) for one in following]
        return tuple(remaining)

    def _parts(self, chosen: Chosen) -> list[RelaxedContact]:
        undecided = [None] * (self.state.contact_count - len(chosen))
        return [self.contacts.part(i, one) for i, one in enumerate((*chosen, *undecided))]

    def _is_movable(self, chosen: Chosen) -> bool:
        """Tell whether the mode wants no motion, or some truth lets the body move like that."""
        if chosen not in self._movable:
            self._movable[chosen] = not self._wants_motion(chosen) or may_move(
                self._signed_rows(self._parts(chosen))
            )
        return self._movable[chosen]

    def _wants_motion(self, chosen: Chosen) -> bool:
        made = [index not in self.contacts.open_contacts for index in range(len(chosen))]
        return any(
            one.slides or one == APPROACHING or (one == SEPARATING and is_made)
            for one, is_made in zip(chosen, made, strict=True)
        )

    def _signed_rows(self, parts: list[RelaxedContact]) -> Rows:
        """Return the rows on the twist rate with lengths made comparable to numbers."""
        scale = wrench_scaling(self.state.dimension, self.state.characteristic_length)
        return Rows(
            np.vstack([part.signed.nominal for part in parts]) * scale,
            np.vstack([part.signed.errors for part in parts]) * scale,
        )

    def _is_excluded(self, chosen: Chosen, wrench: Array, motion: _MotionBox) -> bool:
        if not self.state.contact_count:
            return False
        bounds = self._relaxed_laws(self._parts(chosen), wrench, motion)
        return nearest_point(bounds, np.zeros(bounds.rows.shape[1])).is_empty

    def _relaxed_laws(
        self, parts: list[RelaxedContact], wrench: Array, motion: _MotionBox
    ) -> Bounds:
        """
        Return rows on (twist rate, extreme forces) and their least values.

        In units of the question: accelerations of the largest there are, forces of the wrench.
        What counts as no solution is judged by lengths in these coordinates, and kilograms or
        millimetres must not decide it.
        """
        inertia = resting_inertia(self.state).matrix
        forces = np.hstack([part.forces.nominal for part in parts])
        errors = np.hstack([part.forces.errors for part in parts])
        signed = np.vstack([part.signed.nominal for part in parts])
        slack = np.vstack([part.signed.errors for part in parts]) @ motion.largest
        size, count = forces.shape
        rows = np.vstack(
            (
                np.hstack((inertia, errors - forces)),
                np.hstack((-inertia, errors + forces)),
                np.hstack((np.zeros((count, size)), np.eye(count))),
                np.hstack((np.eye(size), np.zeros((size, count)))),
                np.hstack((-np.eye(size), np.zeros((size, count)))),
                np.hstack((signed, np.zeros((len(signed), count)))),
            )
        )
        least = np.concatenate(
            (wrench, -wrench, np.zeros(count), motion.low, -motion.high, -slack)
        )
        units = np.concatenate((motion.units, np.full(count, self._scaled_length(wrench))))
        return _unit_bounds(rows * units, least)

    def _scaled_length(self, wrench: Array) -> float:
        """Return the length of a wrench [N], moments per characteristic length; 1 of none."""
        scale = wrench_scaling(self.state.dimension, self.state.characteristic_length)
        return float(np.linalg.norm(scale * wrench)) or 1.0


@dataclass(frozen=True, eq=False)
class _MotionBox:
    """Bounds on every possible acceleration: low <= a <= high, |a| <= largest."""

    low: Array
    high: Array

    @classmethod
    def of(cls, state: ContactState, wrench: Array) -> _MotionBox:
        mobility = resting_inertia(state).inverse_matrix
        center = 0.5 * mobility @ wrench
        radius = 0.5 * np.sqrt(wrench @ mobility @ wrench) * np.sqrt(np.diag(mobility))
        return cls(center - radius, center + radius)

    @property
    def largest(self) -> Array:
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def units(self) -> Array:
        """Return the largest accelerations as units, 1 where there are none."""
        return np.where(self.largest > 0.0, self.largest, 1.0)


def _unit_bounds(rows: Array, least: Array) -> Bounds:
    """Return the conditions as bounds with rows of unit length."""
    lengths = np.linalg.norm(rows, axis=1)
    return Bounds(rows / lengths[:, None], least / lengths)


@checked
def mode_exclusion(
    state: ContactState, uncertainty: ContactUncertainty, open_contacts: Collection[int] = ()
) -> ModeExclusion:
    """Prepare the question which modes a wrench may give under the stated uncertainty."""
    require_state(state)
    return ModeExclusion(RelaxedContacts(state, uncertainty, frozenset(open_contacts)))
