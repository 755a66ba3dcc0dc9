# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Non-negative least squares by active sets (Lawson and Hanson), begun from weights near the answer.

For where SciPy's own solver does not end at the least. The columns in use are independent: whoever
solves for them again needs that.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arrays import Array

ROUNDS_PER_COLUMN = 3
"""Columns taken into use, for each there is, after which the search ends."""
TRACE = 1e-9
"""Weight, beside the largest, that is none to begin with [-]."""
DEPENDENT = 1e-9
"""Singular value of columns, beside the largest, below which they depend on each other [-]."""

Loaded: TypeAlias = tuple[NDArray[np.intp], Array]
"""Places (m,) of the columns in use, and their weights (m,) >= 0."""


def least_from(columns: Array, target: Array, weights: Array) -> Array:
    """
    Return weights >= 0 (n,) with columns @ weights nearest to a target (d,).

    columns: (d, n). weights: (n,) >= 0 to begin with. Those returned are never farther off than
    the independent ones among them.
    """
    used, loads = _settled(columns, target, _independent(columns, weights))
    rest = target - columns[:, used].dot(loads)
    for _ in range(ROUNDS_PER_COLUMN * columns.shape[1]):
        slopes = rest.dot(columns)
        slopes[used] = 0.0
        entered = _entered(columns, target, used, slopes)
        if entered is None:
            break
        begun = np.append(used, entered), np.append(loads, 0.0)
        tried, weighed = _settled(columns, target, begun)
        left = target - columns[:, tried].dot(weighed)
        # What rounding takes for a slope leads no nearer.
        if not left.dot(left) < rest.dot(rest):
            break
        used, loads, rest = tried, weighed, left
    found = np.zeros(columns.shape[1])
    found[used] = loads
    return found


def _entered(columns: Array, target: Array, used: NDArray[np.intp], slopes: Array) -> int | None:
    """Return the column of steepest slope (n,) that gets a weight beside those in use, or None."""
    for place in np.argsort(-slopes).tolist():
        if not slopes[place] > 0.0:
            return None
        # A slope of rounding: the column nearly depends on those in use.
        if _least_squares(columns[:, [*used, place]], target)[-1] > 0.0:
            return int(place)
    return None


def _independent(columns: Array, weights: Array) -> Loaded:
    """
    Return independent columns whose weighted sum is that of weights (n,), but for traces.

    Of columns that depend on each other one after the other is made up for by the rest, and the
    weights together do not grow: opposite columns squeeze no harder.
    """
    (used,) = (weights > TRACE * weights.max(initial=0.0)).nonzero()
    loads = weights[used]
    while used.size:
        _, values, right = np.linalg.svd(columns[:, used])
        if int(np.count_nonzero(values > DEPENDENT * values[0])) == used.size:
            break
        way = right[-1] if right[-1].sum() >= 0.0 else -right[-1]
        used, loads = _until_one_is_zero(used, loads, -way)
    return used, loads


def _settled(columns: Array, target: Array, begun: Loaded) -> Loaded:
    """Return those of the columns in use whose least squares weights are not below zero."""
    used, loads = begun
    while used.size:
        exact = _least_squares(columns[:, used], target)
        if exact.min() >= 0.0:
            return used, exact
        used, loads = _until_one_is_zero(used, loads, exact - loads)
    return used, loads


def _until_one_is_zero(used: NDArray[np.intp], loads: Array, way: Array) -> Loaded:
    """Move weights along a way (m,) that lowers some of them, and drop the first at zero."""
    steps = np.divide(loads, -way, out=np.full(used.size, np.inf), where=way < 0.0)
    first = int(steps.argmin())
    kept = np.arange(used.size) != first
    return used[kept], np.maximum(loads + steps[first] * way, 0.0)[kept]


def _least_squares(columns: Array, target: Array) -> Array:
    return np.asarray(np.linalg.lstsq(columns, target, rcond=None)[0])
