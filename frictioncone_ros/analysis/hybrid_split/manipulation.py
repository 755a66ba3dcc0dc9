# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A body that a robot moves through contact, or holds: its contacts as rows of one velocity.

A desired motion beside what contacts allow, as linear equations of one velocity.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactMode, ContactState, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_items,
    as_matrix,
    as_vector,
    frozen_array,
    numerical_rank,
    PLANAR,
)
from frictioncone_ros.tolerances import CONSTRAINT_RANK


@dataclass(frozen=True, eq=False)
class MotionProblem:
    """
    Natural constraints and a goal on a generalized velocity v (n,).

    Attributes
    ----------
    natural_constraints: (r, n) rows; contacts that are kept let none but velocities pass with
        natural_constraints @ v = 0.
    goal: (g, n) rows; goal_speeds: (g,): what is desired is goal @ v = goal_speeds.
    actuated_count: the last so many components of v are the robot's, the others are moved by
        contact only.

    Components should be comparable in size: where a component is an angular velocity, times a
    characteristic length.
    """

    natural_constraints: Array
    goal: Array
    goal_speeds: Array
    actuated_count: int

    def __post_init__(self) -> None:
        """Check that all parts speak of the same velocity."""
        size = np.shape(self.goal)[-1] if np.ndim(self.goal) == 2 else 0
        if not 0 < self.actuated_count <= size:
            expected = f'1 to {size}, the components of the velocity'
            raise InvalidInputError('actuated count', self.actuated_count, expected)
        for name in ('natural_constraints', 'goal'):
            rows = getattr(self, name)
            shape = (len(rows), size)
            words = name.replace('_', ' ')
            object.__setattr__(self, name, frozen_array(as_matrix(rows, shape, words)))
        speeds = as_vector(self.goal_speeds, len(self.goal), 'goal speeds')
        object.__setattr__(self, 'goal_speeds', frozen_array(speeds))

    @property
    def size(self) -> int:
        """How many components the velocity has."""
        return int(self.goal.shape[1])

    @property
    def unactuated_count(self) -> int:
        """How many of them contact alone moves."""
        return self.size - self.actuated_count

    @property
    def stacked(self) -> Array:
        """Natural constraints above the goal (r + g, n)."""
        return np.vstack([self.natural_constraints, self.goal])

    @property
    def stacked_speeds(self) -> Array:
        """What the stacked rows are to be (r + g,)."""
        return np.concatenate([np.zeros(len(self.natural_constraints)), self.goal_speeds])

    def generalized(self, directions: ArrayLike) -> Array:
        """Return rows (k, n) on the whole velocity from rows (k, a) on the robot's part."""
        rows = np.asarray(directions, dtype=np.float64)
        return np.hstack([np.zeros((len(rows), self.unactuated_count)), rows])


def row_space(rows: Array) -> Array:
    """Return an orthonormal basis (rank, n) of what rows span."""
    return _spaces(rows)[0]


def null_space(rows: Array) -> Array:
    """Return an orthonormal basis (n - rank, n) of what is orthogonal to all rows."""
    return _spaces(rows)[1]


def _spaces(rows: Array) -> tuple[Array, Array]:
    size = rows.shape[1]
    if not rows.size:
        return np.zeros((0, size)), np.eye(size)
    _, values, basis = np.linalg.svd(rows)
    rank = numerical_rank(values, CONSTRAINT_RANK)
    return basis[:rank], basis[rank:]


SLIDING = {
    2: {InteractionKind.SLIDING_LEFT, InteractionKind.SLIDING_RIGHT},
    3: {InteractionKind.SLIDING},
}
"""How a contact slides, by the size of a point."""


@dataclass(frozen=True, eq=False)
class Manipulation:
    """
    Contacts in a mode, and which of them are the robot's hand.

    Attributes
    ----------
    state: contacts on the body; normals into it, also those of the hand.
    mode: one interaction each: fixed, sliding or separating.
    hand: names of the contacts that the robot makes; none: it holds the body.
    hand_turns: whether the hand is a rigid body; by default it is a point that only translates.

    The velocity is that of the body (d,), then of the hand where there is one (2 or 3 components,
    or d), all about the state's reference point; angular velocities times characteristic_length,
    so that all are [m/s].
    """

    state: ContactState
    mode: ContactMode
    hand: tuple[str, ...] = ()
    hand_turns: bool = False

    def __post_init__(self) -> None:
        """Check that the mode is one of keeping and leaving, and that the hand is known."""
        object.__setattr__(self, 'hand', as_items(self.hand, 'hand', 'names of contacts'))
        if len(self.mode) != self.state.contact_count:
            count = f'one letter for each of {self.state.contact_count} contacts'
            raise InvalidInputError('mode', str(self.mode), count)
        unknown = sorted(set(self.hand) - set(self.state.names))
        if unknown:
            raise InvalidInputError('hand', unknown[0], f'of {", ".join(self.state.names)}')
        if self.state.surface_velocities.any():
            speeds = self.state.surface_velocities.tolist()
            raise InvalidInputError('surface velocity', speeds, 'zero: a split knows no conveyors')
        for interaction in self.mode:
            if interaction.kind not in {*self._kept_kinds, InteractionKind.SEPARATING}:
                letters = 'f, s, l or r' if self._axes == 2 else 'f, s or d'
                raise InvalidInputError('mode', str(self.mode), f'{letters} for each contact')

    @property
    def body_size(self) -> int:
        """Components of the body's velocity: 3 or 6."""
        return self.state.dimension

    @property
    def actuated_count(self) -> int:
        """Components of the robot's velocity."""
        if not self.hand or self.hand_turns:
            return self.body_size
        return self._axes

    @property
    def size(self) -> int:
        """Components of the whole velocity."""
        return self.body_size + (self.actuated_count if self.hand else 0)

    @property
    def _axes(self) -> int:
        return 2 if self.state.dimension == PLANAR else 3

    @property
    def _kept_kinds(self) -> set[InteractionKind]:
        return {InteractionKind.FIXED, *SLIDING[self._axes]}

    @cached_property
    def lengths(self) -> Array:
        """What the components of twist and hand velocity are multiplied with (n,) [m or 1]."""
        turning = np.full(self.body_size - self._axes, self.state.characteristic_length)
        body = np.concatenate([np.ones(self._axes), turning])
        return np.concatenate([body, body[: self.size - self.body_size]])

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """Which contacts are kept."""
        return tuple(i for i, one in enumerate(self.mode) if one.kind in self._kept_kinds)

    def contact_rows(self, index: int) -> Array:
        """Return rows (2 or 3, n): velocity of body against other side along normal, tangents."""
        contact = self.state.contacts[index]
        turned = _velocity_map(contact.contact_position)
        body = np.asarray(contact.frame) @ turned
        whole = np.zeros((len(body), self.size))
        whole[:, : self.body_size] = body
        if contact.name in self.hand:
            whole[:, self.body_size :] = -body[:, : self.actuated_count]
        return whole / self.lengths

    def spin_row(self, index: int) -> Array:
        """Return the row (n,) of a contact's spin: body against other side about the normal."""
        whole = np.zeros(self.size)
        if self.body_size > PLANAR:
            normal = self.state.contacts[index].contact_normal
            whole[3:6] = normal
            if self.state.contacts[index].name in self.hand and self.hand_turns:
                whole[9:] = -normal
        return whole / self.lengths

    def holds_spin(self, index: int) -> bool:
        """Whether a contact is to stay fixed and its friction has torsion, as a soft finger's."""
        torsion = self.state.contacts[index].friction.torsion_limit(self.state.dimension)
        return self.mode[index].kind is InteractionKind.FIXED and torsion > 0.0

    def problem(self, goal: ArrayLike, goal_speeds: ArrayLike) -> MotionProblem:
        """
        Return the natural constraints beside a goal.

        goal: (g, d) rows on the body's twist at the reference point; goal_speeds: (g,).
        """
        rows = [self.contact_rows(index)[: self._constrained(index)] for index in self.kept]
        rows += [self.spin_row(index)[None] for index in self.kept if self.holds_spin(index)]
        constraints = np.vstack(rows) if rows else np.zeros((0, self.size))
        whole = np.zeros((len(np.asarray(goal)), self.size))
        whole[:, : self.body_size] = goal
        return MotionProblem(
            constraints, whole / self.lengths, np.asarray(goal_speeds), self.actuated_count
        )

    def twist_problem(self, twist: tuple[float | None, ...]) -> MotionProblem:
        """Return the problem of a twist (d,) of the body; None is for what may be anything."""
        if len(twist) != self.body_size:
            raise InvalidInputError('components of the motion', len(twist), str(self.body_size))
        stated = [index for index, value in enumerate(twist) if value is not None]
        speeds = [value for value in twist if value is not None]
        if not stated:
            raise InvalidInputError('motion', twist, 'a number for one component or more')
        return self.problem(np.eye(self.body_size)[stated], speeds)

    def _constrained(self, index: int) -> int:
        """Return how many of a contact's rows its mode stops: all, or the normal one."""
        return self._axes if self.mode[index].kind is InteractionKind.FIXED else 1


def _velocity_map(position: Array) -> Array:
    """Return (2, 3) or (3, 6): from a twist to the velocity of a point of the body."""
    if position.shape[0] == 2:
        x, y = position.tolist()
        return np.array([[1.0, 0.0, -y], [0.0, 1.0, x]])
    x, y, z = position.tolist()
    turning = np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])
    return np.hstack([np.eye(3), turning])
