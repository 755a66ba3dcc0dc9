# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A desired motion beside what contacts allow, as linear equations of one velocity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_matrix, as_vector, frozen_array
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
    rank = int(np.count_nonzero(values > CONSTRAINT_RANK * float(values[0])))
    return basis[:rank], basis[rank:]
