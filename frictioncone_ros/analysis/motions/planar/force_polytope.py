# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All non-negative weights of given wrenches that add up to a desired one, as a polytope."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from frictioncone_ros.analysis.motions.minimum_norm import WEIGHT_ROUNDING
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import SAME_MOTION


def weight_polytope(columns: Array, target: Array) -> tuple[Array, Array]:
    """
    Return vertices (count, m) and rays (count, m) of {weights >= 0: columns @ weights = target}.

    columns (d, m), target (d,): dimensionless. A vertex has linearly independent support, a ray
    one column more than independent: every such choice of columns is tried, all at once.
    """
    reduced, desired = _independent_rows(columns, target)
    vertices = _basic_solutions(reduced, desired)
    return _distinct(vertices), _distinct(_circuits(reduced))


def _independent_rows(columns: Array, target: Array) -> tuple[Array, Array]:
    """Rotate the equations so that only as many as are independent remain."""
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    rank = int((values > SAME_MOTION * values.max(initial=0.0)).sum())
    basis = left[:, :rank].T
    return basis @ columns, basis @ target


def _basic_solutions(rows: Array, target: Array) -> Array:
    rank, count = rows.shape
    choices, bases = _choices(rows, rank)
    regular = _regular(bases)
    choices, bases = choices[regular], bases[regular]
    weights = np.zeros((choices.shape[0], count))
    solved = np.linalg.solve(bases, np.broadcast_to(target, bases.shape[:2])[..., None])[..., 0]
    np.put_along_axis(weights, choices, solved, axis=1)
    return _non_negative(weights)


def _circuits(rows: Array) -> Array:
    """Return the minimal non-negative combinations of columns that vanish, of largest entry 1."""
    rank, count = rows.shape
    if count <= rank:
        return np.empty((0, count))
    choices, groups = _choices(rows, rank + 1)
    # Cramer: a vector across all rows has the minors, in turn plus and minus, as components.
    minors = np.stack(
        [
            (-1.0) ** left_out * np.linalg.det(np.delete(groups, left_out, axis=2))
            for left_out in range(rank + 1)
        ],
        axis=1,
    )
    largest = np.abs(minors).max(axis=1)
    kept = largest > WEIGHT_ROUNDING
    signed = minors[kept] / largest[kept, None]
    signed *= np.sign(signed.sum(axis=1))[:, None]
    weights = np.zeros((signed.shape[0], count))
    np.put_along_axis(weights, choices[kept], signed, axis=1)
    return _non_negative(weights[np.abs(weights).max(axis=1) > 0.5])


def _choices(rows: Array, size: int) -> tuple[np.ndarray, Array]:
    """Return all choices of `size` columns (choices, size) and the chosen columns as matrices."""
    count = rows.shape[1]
    choices = np.array(list(combinations(range(count), size)), dtype=int).reshape(-1, size)
    return choices, np.moveaxis(rows[:, choices], 0, 1)


def _regular(bases: Array) -> np.ndarray:
    lengths = np.linalg.norm(bases, axis=1).prod(axis=1)
    return np.abs(np.linalg.det(bases)) > WEIGHT_ROUNDING * lengths


def _non_negative(weights: Array) -> Array:
    """Keep the rows without a negative entry, rounding set to zero."""
    scale = np.maximum(np.abs(weights).max(axis=1, initial=0.0), 1.0)
    kept = weights.min(axis=1, initial=0.0) >= -SAME_MOTION * scale
    return np.where(weights < WEIGHT_ROUNDING, 0.0, weights)[kept]


def _distinct(rows: Array) -> Array:
    """Return the rows without repetitions up to rounding, in their order."""
    found = np.empty_like(rows)
    count = 0
    for row in rows:
        slack = SAME_MOTION * max(1.0, float(np.abs(row).max()))
        if not (np.abs(found[:count] - row).max(axis=1) <= slack).any():
            found[count] = row
            count += 1
    return found[:count]
