# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Facets of a pointed cone in four and more dimensions: Qhull, joggled, then put right.

Composite cones are full of generators that lie on one face exactly, or but for noise. Qhull's
merging of such faces loses or widens some of them silently; joggled input instead gives the
exact hull of points moved by about 1e-11, a closed surface of simplices. What joggling adds is
taken away here: simplices of one face are recognised by the generators that lie on them, slivers
between faces by having fewer of them than a neighbour, and each face's row is computed anew from
the generators as given.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.cones.reduction import complement
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import CONE_INCIDENCE

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
