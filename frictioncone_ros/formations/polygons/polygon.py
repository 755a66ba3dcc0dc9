# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A rigid polygon, convex or not, with its edges and outward normals.

What makes a list of points a polygon: finite, closed, no zero edge, no self-intersection.
"""

from __future__ import annotations

from dataclasses import dataclass, field
import math
from typing import Annotated, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked_fields, explained
from frictioncone_ros.spatial.arrays import Array, as_float_array, frozen_array
from frictioncone_ros.spatial.converters import as_given, Pair

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


@checked_fields
class Edge(NamedTuple):
    """
    One edge and its supporting line normal . point = offset, in the polygon's frame.

    (start_x, start_y) [m] first vertex; (tangent_x, tangent_y) unit vector to the second vertex;
    length [m]; (normal_x, normal_y) unit normal out of the polygon; offset [m].
    """

    start_x: float
    start_y: float
    tangent_x: float
    tangent_y: float
    length: float
    normal_x: float
    normal_y: float
    offset: float

    @property
    def normal_angle(self) -> float:
        """Angle of the outward normal from the polygon's x axis [rad]."""
        return math.atan2(self.normal_y, self.normal_x)

    @explained
    def point_at(self, distance: float) -> tuple[float, float]:
        """Return the point (2,) [m] at a distance [m] from the first vertex along the edge."""
        return (
            self.start_x + distance * self.tangent_x,
            self.start_y + distance * self.tangent_y,
        )

    @explained
    def distance_along(self, point: Pair) -> float:
        """Return how far along the edge from its first vertex the foot of a point (2,) is [m]."""
        return (point[0] - self.start_x) * self.tangent_x + (
            point[1] - self.start_y
        ) * self.tangent_y


@checked_fields
@dataclass(frozen=True, eq=False)
class Polygon:
    """
    A simple closed polygon; edge i runs from vertex i to vertex i + 1, the last to vertex 0.

    vertices (k, 2) [m] in the polygon's own frame, in either sense of rotation (the numbering is
    kept as given; the outward normals follow from the sense). The interior may be non-convex.
    """

    name: str
    vertices: Annotated[Array, as_given]
    edges: tuple[Edge, ...] = field(init=False)
    corners: tuple[tuple[float, float], ...] = field(init=False)
    size: float = field(init=False)

    def __post_init__(self) -> None:
        """Check the outline and derive edges, corners (plain floats) and size [m]."""
        vertices = as_simple_polygon(self.vertices, f'polygon {self.name!r}')
        corners = tuple((float(x), float(y)) for x, y in vertices)
        sense = math.copysign(1.0, signed_area(vertices))
        object.__setattr__(self, 'vertices', vertices)
        object.__setattr__(self, 'corners', corners)
        object.__setattr__(self, 'edges', _edges(corners, sense))
        object.__setattr__(self, 'size', float((vertices.max(0) - vertices.min(0)).max()))

    @classmethod
    def from_segments(cls, name: str, segments: ArrayLike) -> Polygon:
        """
        Build a polygon from edges (k, 2, 2) [m], each a start and an end point, in order.

        Every edge must end exactly where the next begins, and the last where the first begins.
        """
        pairs = _as_pairs(segments, f'polygon {name!r}')
        starts_and_ends = [(tuple(start), tuple(end)) for start, end in pairs.tolist()]
        for index, (_, end) in enumerate(starts_and_ends):
            following = starts_and_ends[(index + 1) % len(starts_and_ends)][0]
            if end != following:
                raise InvalidInputError(
                    f'end of edge {index}',
                    end,
                    f'the start {following} of the next edge (the outline is open)',
                    f'polygon {name!r}',
                )
        return cls(name, frozen_array([start for start, _ in starts_and_ends]))

    @property
    def counterclockwise(self) -> bool:
        """Whether the vertices were given counter-clockwise."""
        return signed_area(self.vertices) > 0.0


def _as_pairs(segments: ArrayLike, where: str) -> Array:
    pairs = as_float_array(segments, 'edges', where)
    if pairs.ndim != 3 or pairs.shape[1:] != (2, 2):
        raise InvalidInputError('shape of edges', pairs.shape, '(k, 2, 2)', where)
    return pairs


def _edges(corners: tuple[tuple[float, float], ...], sense: float) -> tuple[Edge, ...]:
    return tuple(
        _edge(corner, corners[(index + 1) % len(corners)], sense)
        for index, corner in enumerate(corners)
    )


def _edge(start: tuple[float, float], end: tuple[float, float], sense: float) -> Edge:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    tangent_x, tangent_y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    # Counter-clockwise (sense = +1) the interior is on the left, so outward is on the right.
    normal_x, normal_y = sense * tangent_y, -sense * tangent_x
    offset = normal_x * start[0] + normal_y * start[1]
    return Edge(*start, tangent_x, tangent_y, length, normal_x, normal_y, offset)
