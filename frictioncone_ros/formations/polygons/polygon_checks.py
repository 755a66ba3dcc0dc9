# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What makes a list of points a polygon: finite, closed, no zero edge, no self-intersection."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_float_array, frozen_array

POLYGON_POINT = 1e-12
"""Vertices nearer than this times the polygon's extent coincide [-]."""


def as_simple_polygon(values: ArrayLike, where: str) -> Array:
    """Return vertices (k, 2) [m] as a read-only array, or say why they bound no polygon."""
    vertices = _as_points(values, where)
    extent = float((vertices.max(0) - vertices.min(0)).max())
    _refuse_short_edges(vertices, extent, where)
    _refuse_crossing_edges(vertices, extent, where)
    return vertices


def signed_area(vertices: Array) -> float:
    """Return the area [m^2] inside vertices (k, 2), positive if they run counter-clockwise."""
    following = np.roll(vertices, -1, axis=0)
    centred = vertices - vertices[0]
    ahead = following - vertices[0]
    return 0.5 * float(np.sum(centred[:, 0] * ahead[:, 1] - centred[:, 1] * ahead[:, 0]))


def _as_points(values: ArrayLike, where: str) -> Array:
    vertices = frozen_array(as_float_array(values, 'vertices', where))
    if vertices.ndim != 2 or vertices.shape[1] != 2 or len(vertices) < 3:
        raise InvalidInputError(
            'shape of vertices', vertices.shape, '(k, 2) with k >= 3: a closed outline', where
        )
    if not np.isfinite(vertices).all():
        raise InvalidInputError('vertices', vertices.tolist(), 'finite numbers', where)
    return vertices


def _refuse_short_edges(vertices: Array, extent: float, where: str) -> None:
    lengths = np.linalg.norm(np.roll(vertices, -1, axis=0) - vertices, axis=1)
    shortest = int(np.argmin(lengths))
    if lengths[shortest] <= POLYGON_POINT * extent or extent == 0.0:
        raise InvalidInputError(
            f'length of edge {shortest}',
            float(lengths[shortest]),
            'more than zero (the first vertex is not repeated at the end)',
            where,
        )


def _refuse_crossing_edges(vertices: Array, extent: float, where: str) -> None:
    count = len(vertices)
    starts, ends = vertices, np.roll(vertices, -1, axis=0)
    nearest = POLYGON_POINT * extent
    for first in range(count):
        if _folds_back(starts[first], ends[first], ends[(first + 1) % count], nearest):
            _refuse_pair(first, (first + 1) % count, where)
        for second in range(first + 2, count - (first == 0)):
            pair = (starts[first], ends[first], starts[second], ends[second])
            if segment_distance(*pair) <= nearest:
                _refuse_pair(first, second, where)


def _refuse_pair(first: int, second: int, where: str) -> NoReturn:
    raise InvalidInputError(
        'outline',
        f'touching itself at edges {first} and {second}',
        'a polygon without self-intersection',
        where,
    )


def _folds_back(before: Array, corner: Array, after: Array, nearest: float) -> bool:
    """Return whether the edge after a corner runs back along the edge before it."""
    backwards = float((before - corner) @ (after - corner)) > 0.0
    distances = (point_to_segment(after, before, corner), point_to_segment(before, after, corner))
    return backwards and min(distances) <= nearest


def point_to_segment(point: Array, start: Array, end: Array) -> float:
    """Return the distance [m] of a point (2,) from the segment start-end."""
    along = end - start
    length_squared = float(along @ along)
    part = float((point - start) @ along) / length_squared
    return float(np.linalg.norm(point - start - min(max(part, 0.0), 1.0) * along))


def segment_distance(start: Array, end: Array, other_start: Array, other_end: Array) -> float:
    """Return the distance [m] of two segments, zero where they cross."""
    if _cross_properly(start, end, other_start, other_end):
        return 0.0
    return min(
        point_to_segment(start, other_start, other_end),
        point_to_segment(end, other_start, other_end),
        point_to_segment(other_start, start, end),
        point_to_segment(other_end, start, end),
    )


def _cross_properly(start: Array, end: Array, other_start: Array, other_end: Array) -> bool:
    def side(point: Array, origin: Array, target: Array) -> float:
        along, towards = target - origin, point - origin
        return float(along[0] * towards[1] - along[1] * towards[0])

    return (
        side(start, other_start, other_end) * side(end, other_start, other_end) < 0.0
        and side(other_start, start, end) * side(other_end, start, end) < 0.0
    )
