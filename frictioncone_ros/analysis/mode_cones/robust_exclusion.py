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
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.compute import resting_inertia
from frictioncone_ros.analysis.mode_cones.least_distance import Bounds, nearest_point
from frictioncone_ros.analysis.mode_cones.robust_kinematics import may_move
from frictioncone_ros.analysis.mode_cones.uncertainty import ContactUncertainty
from frictioncone_ros.contact import (
    APPROACHING,
    contact_jacobian,
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.spatial import Array, as_wrench, PLANAR, wrench_scaling


@dataclass(frozen=True, eq=False)
class ModeExclusion:
    """Which modes of a planar state some truth within the bounds may give, by wrench."""

    state: ContactState
    uncertainty: ContactUncertainty
    open_contacts: frozenset[int]

    def remaining_modes(self, wrench: ArrayLike) -> tuple[ContactMode, ...]:
        """Return the modes that the argument cannot exclude for a wrench (3,) [N, Nm]."""
        vector = as_wrench(wrench, PLANAR)
        motion = _MotionBox.of(self.state, vector)
        pending: list[tuple[Interaction, ...]] = [()]
        remaining = []
        while pending:
            chosen = pending.pop()
            if self._is_excluded(chosen, vector, motion):
                continue
            if len(chosen) == self.state.contact_count:
                remaining.append(ContactMode(chosen))
            else:
                pending += [(*chosen, one) for one in self._interactions(len(chosen))]
        return tuple(remaining)

    def _interactions(self, index: int) -> tuple[Interaction, ...]:
        if index in self.open_contacts:
            return APPROACHING, SEPARATING
        return SLIDING_RIGHT, SLIDING_LEFT, FIXED, SEPARATING

    def _is_excluded(
        self, chosen: tuple[Interaction, ...], wrench: Array, motion: _MotionBox
    ) -> bool:
        if not self._is_movable(chosen):
            return True
        bounds = _stacked(self._conditions(chosen, wrench, motion))
        return nearest_point(bounds, np.zeros(bounds.rows.shape[1])).is_empty

    def _is_movable(self, chosen: tuple[Interaction, ...]) -> bool:
        """Tell whether the mode wants no motion, or some truth lets the body move like that."""
        if chosen not in self._movable:
            self._movable[chosen] = not self._wants_motion(chosen) or may_move(
                self._rows / self._scale, self._errors / self._scale, self._signed_rows(chosen)
            )
        return self._movable[chosen]

    def _wants_motion(self, chosen: tuple[Interaction, ...]) -> bool:
        return any(
            one.slides or one == APPROACHING or (one == SEPARATING
                                                 and index not in self.open_contacts)
            for index, one in enumerate(chosen)
        )

    @cached_property
    def _movable(self) -> dict[tuple[Interaction, ...], bool]:
        """Return the beginnings of modes already judged: it does not depend on the wrench."""
        return {}

    @cached_property
    def _scale(self) -> Array:
        # Rows on twist rates scale like wrenches: their last entry is a length.
        return 1.0 / wrench_scaling(PLANAR, self.state.characteristic_length)

    @cached_property
    def _rows(self) -> Array:
        return contact_jacobian(self.state)

    @cached_property
    def _errors(self) -> Array:
        return self.uncertainty.row_errors(self.state)

    def _conditions(
        self, chosen: tuple[Interaction, ...], wrench: Array, motion: _MotionBox
    ) -> Iterator[tuple[Array, Array]]:
        """Yield rows on (twist rate, edge forces) and their least values."""
        edges = self._edges(chosen)
        forces, errors = self._rows.T @ edges, self._errors.T @ np.abs(edges)
        inertia = resting_inertia(self.state).matrix
        count = forces.shape[1]
        yield np.hstack((inertia, errors - forces)), wrench
        yield np.hstack((-inertia, errors + forces)), -wrench
        yield np.hstack((np.zeros((count, 3)), np.eye(count))), np.zeros(count)
        unit = np.hstack((np.eye(3), np.zeros((3, count))))
        yield unit, motion.low
        yield -unit, -motion.high
        slack = self._errors @ motion.largest
        signed = list(self._signed_rows(chosen))
        rows = np.array([sign * self._rows[index] for index, sign in signed]).reshape(-1, 3)
        least = np.array([-slack[index] for index, _ in signed])
        yield np.hstack((rows, np.zeros((len(rows), count)))), least

    def _signed_rows(self, chosen: tuple[Interaction, ...]) -> Iterator[tuple[int, float]]:
        """Yield (row, sign): sign * row . a >= 0 up to the row's error; zero is both signs."""
        for index in range(self.state.contact_count):
            one = chosen[index] if index < len(chosen) else SEPARATING
            if index >= len(chosen) and index in self.open_contacts:
                continue
            yield 2 * index, -1.0 if one == APPROACHING else 1.0
            if one.keeps_contact:
                yield 2 * index, -1.0
            if one in (FIXED, SLIDING_LEFT):
                yield 2 * index + 1, 1.0
            if one in (FIXED, SLIDING_RIGHT):
                yield 2 * index + 1, -1.0

    def _edges(self, chosen: tuple[Interaction, ...]) -> Array:
        """Return extreme forces (2 k, n) that hold every force the truth may allow."""
        low, high = self.uncertainty.friction_interval(self.state)
        columns = []
        for index in range(self.state.contact_count):
            one = chosen[index] if index < len(chosen) else FIXED
            for friction in _friction_range(one, float(low[index]), float(high[index])):
                column = np.zeros(2 * self.state.contact_count)
                column[2 * index : 2 * index + 2] = 1.0, friction
                if index not in self.open_contacts:
                    columns.append(column)
        return np.array(columns).reshape(-1, 2 * self.state.contact_count).T


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


def _friction_range(interaction: Interaction, low: float, high: float) -> tuple[float, ...]:
    """Return c_t / c_n of the extreme forces of an interaction: friction opposes sliding."""
    if not interaction.keeps_contact:
        return ()
    if interaction == FIXED:
        return -high, high
    return (-low, -high) if interaction == SLIDING_LEFT else (low, high)


def _stacked(conditions: Iterator[tuple[Array, Array]]) -> Bounds:
    """Return the conditions as bounds with rows of unit length."""
    rows, least = (np.concatenate(part) for part in zip(*conditions, strict=True))
    lengths = np.linalg.norm(rows, axis=1)
    used = lengths > 0.0
    return Bounds(rows[used] / lengths[used, None], least[used] / lengths[used])


def mode_exclusion(
    state: ContactState, uncertainty: ContactUncertainty, open_contacts: Collection[int] = ()
) -> ModeExclusion:
    """Prepare the question which modes a wrench may give under the stated uncertainty."""
    return ModeExclusion(state, uncertainty, frozenset(open_contacts))
