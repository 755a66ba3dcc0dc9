# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A cone taken apart: its lines, the span it fills, and the pointed cone that remains.

Coordinates are first scaled so that the largest entry of the unit generators is one in every
row. Forces and moments have different units and lever arms may be millimetres: after scaling,
every threshold means the same whatever the units are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial.arrays import Array, row_magnitudes
from frictioncone_ros.tolerances import CONE_RANK

SPURIOUS_WEIGHT = 1e-9
"""Weights below this part of the largest in a combination that gives zero are rounding [-]."""
CLEARLY_POINTED = 1e-3
"""Cosine above which the mean of the generators serves as an axis without a search [-]."""
NEAREST_POINT_ROUNDS = 6
"""Searches for an axis, each in a space stretched where the one before was undecided."""

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PointedPart:
    """A cone as lines + pointed cone, in scaled coordinates w' = w / scale.

    scale: (d,). lines: (d, l) orthonormal columns. basis: (d, r) orthonormal columns spanning
    the pointed part, orthogonal to the lines. rays: (r, n) unit columns in that basis.
    axis: (r,) unit vector with axis . ray > 0 for each ray. source: (n,) which given generator
    each ray is. missing: (d, d - l - r) orthonormal columns outside the cone's span.
    """

    scale: Array
    lines: Array
    basis: Array
    rays: Array
    axis: Array
    source: Indices
    missing: Array


def pointed_part(generators: Array, lineality: Array) -> PointedPart:
    """Split the cone of (d, n) generators and (d, m) lineality columns."""
    scale = coordinate_scale(np.hstack((generators, lineality)))
    unit, source = unit_columns(generators / scale[:, None])
    lines = orthonormal_basis(unit_columns(lineality / scale[:, None])[0])
    while True:
        rest = unit - lines @ (lines.T @ unit)
        outside = np.linalg.norm(rest, axis=0) > CONE_RANK
        rest = rest[:, outside]
        rays, _ = unit_columns(rest)
        axis, opposing = interior_axis(rays)
        if not opposing.any():
            break
        lines = orthonormal_basis(np.hstack((lines, rest[:, opposing])))
    # Ranks are of the parts as they are: scaled up to unit length, rounding would count as well.
    basis = orthonormal_basis(rest)
    missing = complement(np.hstack((lines, basis)))
    reduced, _ = unit_columns(basis.T @ rays)
    return PointedPart(scale, lines, basis, reduced, basis.T @ axis, source[outside], missing)


def coordinate_scale(columns: Array) -> Array:
    """Return per coordinate the largest entry of the unit columns; 1 where all but vanish."""
    unit, _ = unit_columns(columns)
    scale: Array = row_magnitudes(unit)
    scale[scale < CONE_RANK] = 1.0
    return scale


def unit_columns(columns: Array) -> tuple[Array, Indices]:
    """Return the columns of positive length, scaled to length one, and which they were."""
    largest = np.abs(columns).max(axis=0, initial=0.0)
    source = np.flatnonzero(largest)
    if source.size < columns.shape[1]:
        columns, largest = columns[:, source], largest[source]
    columns = columns / largest  # lengths neither overflow nor vanish after this
    return columns / np.sqrt(np.einsum('ij,ij->j', columns, columns)), source


def interior_axis(rays: Array) -> tuple[Array, Flags]:
    """Return a unit direction with a positive product with every unit ray, or the opposing rays.

    The mean of the rays serves wherever it is clearly inside. Else it is the point of the rays'
    convex hull nearest to the origin; if that is the origin itself, the rays that combine to it
    span lines of the cone and are flagged. `rays` is (d, n).
    """
    count = rays.shape[1]
    none = np.zeros(count, dtype=bool)
    if count == 0:
        return np.zeros(rays.shape[0]), none
    axis = rays.sum(axis=1)
    length = float(np.sqrt(axis @ axis))
    if length > 0.0 and (axis @ rays).min() > CLEARLY_POINTED * length:
        return axis / length, none
    return _searched_axis(rays)


def _searched_axis(rays: Array) -> tuple[Array, Flags]:
    """Return what `interior_axis` does, for rays whose mean does not serve.

    The solver stops at a point that is near the origin but not nearest where rays differ little.
    Stretching space along that point keeps every cone relation and makes the difference large.
    """
    identity = np.eye(rays.shape[0])
    stretch = identity
    for _ in range(NEAREST_POINT_ROUNDS):
        weights, nearest = _nearest_of_hull(unit_columns(stretch @ rays)[0])
        length = float(np.linalg.norm(nearest))
        if length <= CONE_RANK:
            break
        axis = stretch.T @ nearest
        axis /= np.linalg.norm(axis)
        if (axis @ rays).min() > CONE_RANK:
            return axis, np.zeros(rays.shape[1], dtype=bool)
        direction = nearest / length
        stretch = (identity + (1.0 / length - 1.0) * np.outer(direction, direction)) @ stretch
    return np.zeros(rays.shape[0]), weights > SPURIOUS_WEIGHT * weights.max()


def _nearest_of_hull(points: Array) -> tuple[Array, Array]:
    """Return weights and the point of the convex hull of (d, n) columns nearest to the origin."""
    target = np.zeros(points.shape[0] + 1)
    target[-1] = 1.0
    weights, _ = nonnegative_weights(np.vstack((points, np.ones(points.shape[1]))), target)
    weights /= weights.sum()
    return weights, points @ weights


def orthonormal_basis(columns: Array) -> Array:
    """Return (d, rank) orthonormal columns spanning unit columns up to CONE_RANK."""
    if columns.shape[1] == 0:
        return np.zeros((columns.shape[0], 0))
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    return left[:, values > CONE_RANK]


def complement(orthonormal: Array) -> Array:
    """Return orthonormal columns spanning what the given orthonormal (d, k) columns leave."""
    dimension, count = orthonormal.shape
    if count == 0:
        return np.eye(dimension)
    if count == dimension:
        return np.zeros((dimension, 0))
    return np.linalg.svd(orthonormal, full_matrices=True)[0][:, count:]
