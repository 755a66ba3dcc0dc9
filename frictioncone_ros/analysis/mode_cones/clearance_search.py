# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The point nearest to a given one under linear inequalities, or a proof that there is none.

And how far a point is from a cone, and how far it may go and stay as clear of some cones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.mode_cones.mode_cone import ScaledRows
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.compiled import nnls

LEAST_DISTANCE_EMPTY = 1e-12
"""Residual of the dual of a least distance problem at which no point obeys the bounds [-]; its
square root, 1e-6, is the depth relative to distance below which a set counts as empty."""
LEAST_DISTANCE_RESIDUAL = 1e-7
"""What a bound may lack, relative to the largest limit, in an answer that is accepted [-]."""
DUAL_ROUNDING = 1e-13
"""Rounding left in the dual of a least distance problem, relative to its multipliers [-]."""


@dataclass(frozen=True, eq=False)
class Bounds:
    """The inequalities rows @ x >= limits, unit rows (n, d), limits (n,)."""

    rows: Array
    limits: Array

    def and_also(self, rows: Array, limit: float) -> Bounds:
        """Return the bounds together with more rows that share one limit."""
        more = np.atleast_2d(rows)
        limits = np.concatenate((self.limits, np.full(len(more), limit)))
        return Bounds(np.vstack((self.rows, more)), limits)


@dataclass(frozen=True, eq=False)
class NearestPoint:
    """
    The answer: point (d,) and its distance, or is_empty and multipliers (n,) that prove it.

    multipliers >= 0 with rows^T @ multipliers = 0 and limits @ multipliers > 0: their combination
    of the inequalities reads 0 >= something positive.
    """

    is_empty: bool
    point: Array
    distance: float
    multipliers: NDArray[np.float64]


def nearest_point(bounds: Bounds, preferred: Array) -> NearestPoint:
    """
    Return the point x with rows @ x >= limits nearest to `preferred`.

    Lawson and Hanson's least distance programming: with x = preferred + s y the dual problem is
    non-negative least squares, min |[rows^T; l^T] u - (0, ..., 0, 1)|, l the limits that are left
    for y. Its residual r gives y = -r_y / r_last, and r = 0 says that nothing obeys the bounds.
    """
    left = bounds.limits - bounds.rows @ preferred
    if not left.size or left.max() <= 0.0:
        return NearestPoint(False, preferred.copy(), 0.0, np.zeros(left.size))
    size, scale = preferred.size, float(np.abs(left).max())
    table = np.empty((size + 1, left.size))
    table[:size] = bounds.rows.T
    table[size] = left / scale
    target = np.zeros(size + 1)
    target[size] = 1.0
    multipliers = _dual_solution(table, target)
    remainder = target - table @ multipliers
    if remainder[size] <= LEAST_DISTANCE_EMPTY:
        return NearestPoint(True, np.full(size, np.nan), np.inf, multipliers)
    step = -(scale / remainder[size]) * remainder[:size]
    return NearestPoint(False, preferred + step, float(np.sqrt(step @ step)), multipliers)


def _dual_solution(table: Array, target: Array) -> Array:
    """
    Return u >= 0 with the least |table @ u - target|, checked to be optimal.

    SciPy's nnls has been seen to return an arbitrary u, and a residual of zero, for columns
    that are exactly opposite; then the slower bounded solver decides.
    """
    try:
        multipliers: Array = nnls(table, target)[0]
    except RuntimeError:
        multipliers = np.zeros(table.shape[1])
    if _is_optimal(table, target, multipliers):
        return multipliers
    from scipy.optimize import lsq_linear  # noqa: PLC0415  # slow to start, and rarely needed

    multipliers = lsq_linear(table, target, (0.0, np.inf), method='bvls', tol=1e-14).x
    if not _is_optimal(table, target, multipliers):
        raise NumericalError('a least distance problem has no answer that fulfils its own laws')
    return multipliers


def _is_optimal(table: Array, target: Array, multipliers: Array) -> bool:
    """Tell whether no change of u >= 0 brings the remainder down: the Kuhn-Tucker conditions."""
    remainder = target - table @ multipliers
    size = float(remainder @ remainder)
    if size <= LEAST_DISTANCE_EMPTY:
        return True
    gains = table.T @ remainder
    # What a bound lacks is its gain divided by the remainder's square.
    slack = LEAST_DISTANCE_RESIDUAL * size + DUAL_ROUNDING * (1.0 + float(multipliers.max()))
    return float(gains.max()) <= slack and abs(float(gains @ multipliers)) <= slack


REFINEMENT_GAIN = 1e-9
"""A step that gains less than this part of the distance ends a refinement [-]."""

STEP_LIMIT = 30
"""Steps after which a refinement is taken as it is; each is valid by itself."""


def distance_from_cone(rows: ScaledRows, point: Array) -> float:
    """Return the distance of a scaled point (d,) from a cone, 0 inside [N]."""
    return _nearest_of_cone(rows, point)[1]


def refined_point(
    base: Bounds, others: Sequence[ScaledRows], start: Array, wish: tuple[Array, float]
) -> Array:
    """
    Return a point as clear of the others as `start`, and nearer to the preferred one.

    base: what it must obey. wish: (preferred point, clearance); start is as clear as that. The
    distance of a point x from a convex cone is u . x, with u the unit vector from the nearest
    point of the cone to x, and no less than u . y is the distance of any other y. So asking
    u . y >= clearance instead of a row keeps the cone as far away and lets the point move on: each
    step brings it nearer to what is preferred, until the directions u no longer change.
    """
    preferred, clearance = wish
    point = start
    for _ in range(STEP_LIMIT):
        ways = [_way_from(rows, point) for rows in others]
        if any(distance <= 0.0 for _, distance in ways):
            break  # clear up to rounding only: there is no direction that leads away
        directions = [way / distance for way, distance in ways]
        bounds = base.and_also(np.array(directions), clearance) if directions else base
        answer = nearest_point(bounds, preferred)
        gain = float(np.linalg.norm(point - preferred)) - answer.distance
        if answer.is_empty or gain <= REFINEMENT_GAIN * max(clearance, answer.distance):
            break
        point = answer.point
    return point


def _way_from(rows: ScaledRows, point: Array) -> tuple[Array, float]:
    """Return the way from a cone's nearest point to a point (d,), and its length."""
    nearest, distance = _nearest_of_cone(rows, point)
    return point - nearest, distance


def _nearest_of_cone(rows: ScaledRows, point: Array) -> tuple[Array, float]:
    """
    Return the point of a cone nearest to a point (d,), and how far away it is.

    The way there is the nearest point of the polar cone, which the rows generate (Moreau). A cone
    is never empty: asked as bounds, one as thin as 1e-6 would look so.
    """
    outward, size = rows.clearances(), float(np.linalg.norm(point))
    if size == 0.0 or not len(outward):
        return point, 0.0
    way = size * (_dual_solution(outward.T, point / size) @ outward)
    return point - way, float(np.linalg.norm(way))
