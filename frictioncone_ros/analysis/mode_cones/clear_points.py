# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The nearest point that stays clear of every face of one cone and outside a number of others.

A point is outside a convex cone with clearance m if one of its rows is at least m there. Which
row, differs from place to place: the set is a union of polyhedra, one for each choice of rows.
Best first, a choice is made only for a cone that the best point so far comes too close to. So
the first point that is clear of all is the nearest of all such points; if no choice is left,
every branch ended with multipliers that prove it empty. Clear by a row is more than clear by
distance, the nearest point of a cone may be on its edge; but where a wrench is clear by distance,
a multiple of it is clear by a row, so both speak alike of whether there is one.

The branches of one choice have no inside in common: each is below all rows before its own. Else a
point that two rows clear would be searched twice, and again at every choice further down. And no
branch chooses of one cone twice, whatever rounding makes of the point it led to.

Without clearance the zero wrench obeys all bounds, and every choice has points. What counts then
is whether a branch has points with all clearances strictly above zero, and whether the nearest
point, moved a little towards such an inner point, is outside of the cones it touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.mode_cones.clearance_search import Bounds, nearest_point
from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.spatial import Array

CLEARANCE_MET = 1e-9
"""A clearance that lacks less than this, relative to itself or to the point, is met [-]."""

WORK_LIMIT = 1_000_000
"""Rows of all least distance problems of one search, above which it is refused: some seconds."""

FURTHER_WORK = 100_000
"""How many more of them are spent on further points where one has been found."""


@dataclass(frozen=True, eq=False)
class EmptyBranch:
    """
    Proof that one choice of rows leaves nothing: multipliers (n,) >= 0 of the bounds.

    Their combination of `rows @ x >= limits` has no x left and a positive right side.
    choices: (index of the other cone, index of its row), the branch's place in the search.
    bounds: those of the branch's choices, and of the others all that have a part in the proof.
    """

    bounds: Bounds
    multipliers: Array
    choices: tuple[tuple[int, int], ...]

    def residual(self) -> float:
        """Return |rows^T u| / (limits . u): zero, up to rounding, in a valid proof."""
        gained = float(self.bounds.limits @ self.multipliers)
        left = float(np.linalg.norm(self.bounds.rows.T @ self.multipliers))
        return left / gained if gained > 0.0 and self.multipliers.min() >= 0.0 else np.inf


@dataclass(frozen=True, eq=False)
class ClearPoint:
    """A point (d,) clear of everything by its rows, and its distance from the preferred one."""

    point: Array
    distance: float


@dataclass(frozen=True, eq=False)
class Demands:
    """
    What points must obey: within bounds, and clear of cones by one of their rows.

    bounds: rows that are met with their limits. faces: rows that are to be cleared.
    others: of each cone to stay out of the rows (n, d), one of which is to be cleared; a cone
    without rows is the whole space and leaves nothing. clearance: of faces and others' rows.
    """

    bounds: Bounds
    faces: Array
    others: Sequence[Array]
    clearance: float


Choice = tuple[int, tuple[int, ...]]
"""Index of a cone, and of its rows: the last one clears it, none of those before does."""


@dataclass(frozen=True, eq=False)
class _Branch:
    """Choices that leave something: the nearest point (d,), and one with clearance (d,)."""

    point: Array
    inner: Array
    choices: tuple[Choice, ...]


class ClearPoints(Iterator[ClearPoint]):
    """
    The points that are clear of all, one for each choice of rows, nearest to the preferred first.

    Once it has ended without a point, `empty_branches` cover all choices and prove that there is
    none. Points after the first are a gift: where they take too long the search ends.
    """

    def __init__(self, demands: Demands, preferred: Array) -> None:
        """Prepare the search."""
        self._demands = demands
        self._preferred = preferred
        self._stacked = np.vstack((np.zeros((0, preferred.size)), *demands.others))
        sizes = [len(rows) for rows in demands.others]
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._queue: list[tuple[float, int, _Branch]] = []
        self._work = 0
        self._found = False
        self._allowed = WORK_LIMIT
        self._visited = 0
        self.empty_branches: list[EmptyBranch] = []
        if all(sizes):
            self._visit(())

    def __next__(self) -> ClearPoint:
        """Return the next point."""
        while self._queue and self._work <= self._allowed:
            distance, _, branch = heappop(self._queue)
            point, choices = branch.point, branch.choices
            closest = self._closest_cone(branch)
            if closest is None:
                self._found = True
                self._allowed = min(self._allowed, self._work + FURTHER_WORK)
                return ClearPoint(point, distance)
            # The row that is met best comes first, for the first branch is cut by none before.
            order = np.argsort(-(self._demands.others[closest] @ point)).tolist()
            for end in range(1, len(order) + 1):
                self._visit((*choices, (closest, tuple(order[:end]))))
        raise StopIteration

    def _visit(self, choices: tuple[Choice, ...]) -> None:
        strict, bounds = self._rows(choices)
        self._count(len(strict) + len(bounds.rows))
        every = bounds.and_also(strict, self._demands.clearance or 1.0)
        start = self._preferred if self._demands.clearance else np.zeros(self._preferred.size)
        answer = nearest_point(every, start)
        if answer.is_empty:
            self._close(every, answer.multipliers, choices)
            return
        inner = answer.point
        if self._demands.clearance == 0.0:
            answer = nearest_point(bounds.and_also(strict, 0.0), self._preferred)
        branch = _Branch(answer.point, inner, choices)
        heappush(self._queue, (answer.distance, self._visited, branch))

    def _rows(self, choices: tuple[Choice, ...]) -> tuple[Array, Bounds]:
        """Return the rows to be cleared on a branch, and its other bounds."""
        demands, below = self._demands, []
        cleared = [demands.faces]
        for cone, rows in choices:
            cleared.append(demands.others[cone][rows[-1:], :])
            below.append(-demands.others[cone][rows[:-1], :])
        bounds = demands.bounds
        if below:
            bounds = bounds.and_also(np.vstack(below), -demands.clearance)
        return np.vstack(cleared), bounds

    def _count(self, rows: int) -> None:
        self._visited += 1
        self._work += rows
        if self._work > self._allowed and not self._found:
            what = (
                'work of a search for a wrench that no other mode shares (undecided: ask for a '
                'mode of fewer contacts, merge contacts that are nearly alike, or take friction '
                'with fewer edges)'
            )
            raise LimitExceededError(what, self._work, self._allowed)

    def _close(self, bounds: Bounds, multipliers: Array, choices: tuple[Choice, ...]) -> None:
        """Keep the proof that a branch is empty, without the rows that have no part in it."""
        pairs = tuple((cone, rows[-1]) for cone, rows in choices)
        kept = multipliers > 0.0
        # The rows of the choices come last.
        kept[len(kept) - len(pairs) :] = True
        proof = Bounds(bounds.rows[kept], bounds.limits[kept])
        self.empty_branches.append(EmptyBranch(proof, multipliers[kept], pairs))

    def _closest_cone(self, branch: _Branch) -> int | None:
        """Return the cone the point is deepest in, or None where it is clear of all the rest."""
        if not len(self._stacked):
            return None
        values = self._stacked @ branch.point
        clear = np.logical_or.reduceat(self._is_clear(values, branch), self._starts)
        clear[[cone for cone, _ in branch.choices]] = True
        depths = np.where(clear, np.inf, np.maximum.reduceat(values, self._starts))
        return None if clear.all() else int(np.argmin(depths))

    def _is_clear(self, values: Array, branch: _Branch) -> NDArray[np.bool_]:
        """Return which rows, with these values at the point, clear it."""
        clearance = self._demands.clearance
        slack = CLEARANCE_MET * max(clearance, float(np.abs(branch.point).max()))
        if clearance > 0.0:
            return np.asarray(values >= clearance - slack)
        # The point is as exact as what it was found from: it may be zero but for rounding.
        slack = max(slack, CLEARANCE_MET * float(np.abs(self._preferred).max()))
        leaving = self._stacked @ branch.inner > CLEARANCE_MET * float(np.abs(branch.inner).max())
        return np.asarray((values > slack) | (leaving & (values >= -slack)))
