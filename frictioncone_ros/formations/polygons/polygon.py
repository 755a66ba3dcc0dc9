# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A rigid polygon, convex or not, with its edges and outward normals."""

from __future__ import annotations

from dataclasses import dataclass, field
import math
from typing import NamedTuple

from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.polygons.polygon_checks import as_simple_polygon, signed_area
from frictioncone_ros.spatial.arrays import Array, frozen_array


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

    def point_at(self, distance: float) -> tuple[float, float]:
        """Return the point (2,) [m] at a distance [m] from the first vertex along the edge."""
        return (
            self.start_x + distance * self.tangent_x,
            self.start_y + distance * self.tangent_y,
        )

    def distance_along(self, point: tuple[float, float]) -> float:
        """Return how far along the edge from its first vertex the foot of a point (2,) is [m]."""
        return (point[0] - self.start_x) * self.tangent_x + (
            point[1] - self.start_y
        ) * self.tangent_y


@dataclass(frozen=True, eq=False)
class Polygon:
    """
    A simple closed polygon; edge i runs from vertex i to vertex i + 1, the last to vertex 0.

    vertices (k, 2) [m] in the polygon's own frame, in either sense of rotation (the numbering is
    kept as given; the outward normals follow from the sense). The interior may be non-convex.
    """

    name: str
    vertices: Array
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
    try:
        pairs = frozen_array(segments)
    except (TypeError, ValueError):
        raise InvalidInputError('edges', segments, 'points (k, 2, 2)', where) from None
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
