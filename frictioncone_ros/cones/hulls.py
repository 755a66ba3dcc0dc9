# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Facets of pointed cones: of planar sections, and in four and more dimensions.

Corners of a planar convex hull: the section of a pointed cone in three dimensions.

A planar contact set has 2 to 16 edges, too few for arrays to pay: the chain runs on plain
floats. Orientation is decided exactly where rounding may cost a corner. What stands out of the
outline by rounding only is taken off at last. Sides are to be built from these very points, not
from the generators they were rounded from.

Facets of a pointed cone in four and more dimensions: Qhull, joggled, then put right.

Composite cones are full of generators that lie on one face exactly, or but for noise. Qhull's
merging of such faces loses or widens some of them silently; joggled input instead gives the
exact hull of points moved by about 1e-11, a closed surface of simplices. What joggling adds is
taken away here: simplices of one face are recognised by the generators that lie on them, slivers
between faces by having fewer of them than a neighbour, and each face's row is computed anew from
the generators as given.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.cones.reduction import complement
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import CONE_INCIDENCE

COLLINEAR_ROUNDING = 1e-15
"""Sine-like measure under which three points of a planar section are collinear by rounding [-]."""

SIGN_ROUNDING = 4e-16
"""Share of two products up to which rounding may change the sign of their difference [-]."""


Point = tuple[float, float]


def convex_corners(points: Sequence[Point]) -> list[int]:
    """Return the indices of the strict corners of the hull of `points`, counter-clockwise.

    Two indices are the ends of a segment, one is a single point (all points coincide).
    """
    order = sorted(range(len(points)), key=points.__getitem__)
    lower = _chain(points, order)
    order.reverse()
    upper = _chain(points, order)
    corners = lower[:-1] + upper[:-1]
    return _standing_out(points, corners) if len(corners) > 2 else corners or order[:1]


def _chain(points: Sequence[Point], order: Sequence[int]) -> list[int]:
    """Return one monotone chain: every turn is to the left, and no corner is lost.

    Where rounding could decide a turn the middle goes if it lies between its neighbours. Points
    above each other but for rounding may come out of turn: what lies behind one of its neighbours
    is decided exactly.
    """
    chain: list[int] = []
    for index in order:
        x, y = points[index]
        while len(chain) > 1:
            x0, y0 = points[chain[-2]]
            x1, y1 = points[chain[-1]]
            u, v = x1 - x0, y1 - y0
            left, right = u * (y - y0), v * (x - x0)
            turn = left - right
            doubt = SIGN_ROUNDING * (abs(left) + abs(right))
            if turn > doubt:
                break
            behind = turn >= -doubt and u * (x - x1) + v * (y - y1) < 0.0
            if behind and _turns_left((x0, y0), (x1, y1), (x, y)):
                break
            chain.pop()
        chain.append(index)
    if len(chain) == 2 and points[chain[0]] == points[chain[1]]:
        chain.pop()
    return chain


def _turns_left(start: Point, middle: Point, end: Point) -> bool:
    """Tell whether start, middle, end turn left, exactly: in whole numbers."""
    ratios = [number.as_integer_ratio() for point in (start, middle, end) for number in point]
    unit = max(ratio[1] for ratio in ratios)
    a, b, c, d, e, f = (over * (unit // under) for over, under in ratios)
    return (c - a) * (f - b) > (d - b) * (e - a)


def _standing_out(points: Sequence[Point], corners: list[int]) -> list[int]:
    """Return the corners of a convex outline without those that stand out by rounding only."""
    kept, place, looked = list(corners), 0, 0
    while len(kept) > 2 and looked < len(kept):
        count = len(kept)
        place %= count
        before, corner = points[kept[place - 1]], points[kept[place]]
        after = points[kept[(place + 1) % count]]
        x, y = corner[0] - before[0], corner[1] - before[1]
        u, v = after[0] - before[0], after[1] - before[1]
        left, right = x * v, y * u
        slack = COLLINEAR_ROUNDING * (abs(left) + abs(right) + abs(x) + abs(y))
        # The ends of a thin outline turn round: these stay.
        if left - right <= slack and x * (u - x) + y * (v - y) > 0.0:
            del kept[place]
            place, looked = place - 1, 0
        else:
            place, looked = place + 1, looked + 1
    return kept


CONE_SOUNDNESS = 1e-10
"""A merged face out of which a unit generator stands by more is not merged [-]."""

Incidence = NDArray[np.bool_]
"""(faces, generators): which generator lies on which face."""


def joggled_hull_faces(rays: Array, axis: Array) -> Array | None:
    """Return the (f, r) unit face rows of the pointed full cone of (r, n) unit rays.

    `axis` is a unit vector with a positive product with each ray; rows satisfy row . ray <= 0.
    None says that the float answer failed its own check: exact arithmetic has to decide.
    """
    # Half of what a scene in a plane needs would be the import.
    from scipy.spatial import ConvexHull, QhullError  # noqa: PLC0415

    section = np.hstack((complement(axis[:, None]), axis[:, None]))
    turned = section.T @ rays
    try:
        hull = ConvexHull((turned[:-1] / turned[-1]).T, qhull_options='QJ Pp')
    except QhullError:
        return None
    simplex_rows = _unit_rows(hull.equations @ section.T)
    incidence = simplex_rows @ rays > -CONE_INCIDENCE
    np.put_along_axis(incidence, hull.simplices.astype(np.intp), True, axis=1)
    kept = maximal_sets(incidence)
    rows = _rows_through(rays, incidence[kept], simplex_rows[kept])
    # Where noise is as large as the incidence threshold, no row fits all: the joggled one stays.
    highest = (rays.T @ rows.T).max(axis=0)
    unfit = highest > CONE_SOUNDNESS
    if unfit.any():
        rows[unfit] = simplex_rows[kept[unfit]]
        highest = (rays.T @ rows.T).max(axis=0)
    return rows if highest.max() <= CONE_INCIDENCE else None


def maximal_sets(sets: Incidence) -> NDArray[np.intp]:
    """Return the indices of the rows that no other row contains, one of each kind.

    Rows are sets given by flags: the faces (or rays) of a cone whose set of touching rays (or
    faces) is contained in another's are redundant.
    """
    distinct = _distinct_rows(sets)
    members = sets[distinct].astype(np.float32)
    sizes = members.sum(axis=1)
    # Nothing is inside a set of the least size; simplices, most of a noisy cone's, are that.
    larger = (sizes > sizes.min(initial=np.inf)).nonzero()[0]
    common = members @ members[larger].T
    common[larger, np.arange(larger.size)] = -1.0
    return distinct[~(common == sizes[:, None]).any(axis=1)]


def _distinct_rows(sets: Incidence) -> NDArray[np.intp]:
    """Return the index of one row of each kind; rows are compared as 64-bit words."""
    count, size = sets.shape
    padded = np.zeros((count, -(-size // 64) * 64), dtype=bool)
    padded[:, :size] = sets
    words = np.packbits(padded, axis=1).view(np.uint64)
    order = np.lexsort(words.T)
    ordered = words[order]
    changes = np.ones(count, dtype=bool)
    changes[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return order[changes]


def _rows_through(rays: Array, incidence: Incidence, rows: Array) -> Array:
    """Return the rows moved onto the rays that lie on them: one least squares step per face.

    With the touching rays T (r, t) of a face and its row a, the step d minimises |(a + d) T|
    among the d normal to a: (T T' + a a') d = -T T' a.
    """
    size = rays.shape[0]
    squares = (rays[:, None, :] * rays[None, :, :]).reshape(size * size, -1)
    grams = (incidence.astype(np.float64) @ squares.T).reshape(-1, size, size)
    errors = grams @ rows[:, :, None]
    grams += rows[:, :, None] * rows[:, None, :]
    try:
        steps = np.linalg.solve(grams, errors)[:, :, 0]
    except np.linalg.LinAlgError:
        return rows
    return _unit_rows(rows - steps)


def _unit_rows(rows: Array) -> Array:
    unit: Array = rows / np.sqrt(np.einsum('ij,ij->i', rows, rows))[:, None]
    return unit
