# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Sliding directions that the same friction forces of a polygon oppose.

Among the tangential forces of a polygonal friction set the one that opposes sliding along u is
the one of most dissipation, the corner with the least product with u. The plane of directions
falls into one open sector for each corner, and one ray for each side of the polygon, where any
force on that side will do. For a pyramid along t1, t2 the sectors are the four quadrants and the
rays the axes: the slide-stick signs of the two tangents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.spatial.converters import as_rows
from frictioncone_ros.tolerances import SLIDING_CELL

Edges = Annotated[Array, as_rows((3,), '(m, 3) with m > 0', 1)]
"""Extreme forces (m, 3) of a friction set, each of unit normal force."""


@checked_fields
@dataclass(frozen=True, eq=False)
class SlidingCell:
    """
    One sector or ray of sliding directions, and the forces that oppose it.

    equalities (e, 2) and inequalities (i, 2): rows on the tangential acceleration, = 0 and > 0,
    no more than bound the cell.
    force_edges (m, 3): one corner for a sector, two for a ray, each of unit normal force.
    """

    equalities: Array
    inequalities: Array
    force_edges: Array


@checked
def sliding_cell(edges: Edges, direction: float) -> SlidingCell:
    """
    Return the cell in which a direction lies.

    edges: (m, 3) extreme forces of the friction set, each of unit normal force; direction: angle
    of sliding in the tangent plane from t1 towards t2 [rad]. Without friction every direction,
    and rest, is one cell.
    """
    corners = edges[:, 1:3]
    opposing = list(opposing_corners(edges, direction))
    first = corners[opposing[0]]
    rows = _binding(np.delete(corners, opposing, axis=0) - first, direction, len(opposing) > 1)
    return SlidingCell(corners[opposing[1:]] - first, rows, edges[opposing])


def _binding(rows: Array, direction: float, on_ray: bool) -> Array:
    """
    Return those of the rows (n, 2), positive along a direction, that imply all others.

    Of a sector the outermost two, of a ray the longest. The more corners a polygon has, the more
    rows there would be else, and every mode's double description goes through all of them.
    """
    along = np.array((np.cos(direction), np.sin(direction)))
    forward, across = rows @ along, rows @ (-along[1], along[0])
    if on_ray:
        return rows[np.argsort(-forward)[:1]]
    angles = np.arctan2(across, forward)
    return rows[np.unique([angles.argmin(), angles.argmax()])] if len(rows) else rows


@checked
def opposing_corners(edges: Edges, direction: float) -> tuple[int, ...]:
    """Return which of the (m, 3) extreme forces oppose sliding along an angle most [rad]."""
    corners = edges[:, 1:3]
    products = corners @ (np.cos(direction), np.sin(direction))
    slack = SLIDING_CELL * largest_magnitude(corners)
    return tuple(np.flatnonzero(products <= products.min() + slack).tolist())


@checked
def cell_directions(edges: Edges) -> tuple[float, ...]:
    """
    Return one sliding direction [rad] inside every cell: sectors and rays in turn.

    The sides' outward normals, turned round, are the rays; the sectors lie between them.
    """
    corners = edges[:, 1:3]
    if len(corners) < 2:
        return (0.0,)
    if len(corners) == 2:
        line = float(np.arctan2(*(corners[1] - corners[0])[::-1]))
        # Across the line any friction along it will do, forward, backward and at rest alike.
        return tuple(line + quarter * np.pi / 2.0 for quarter in range(3))
    rays = np.sort(cell_borders(corners))
    steps = np.diff(rays, append=rays[0] + 2.0 * np.pi)
    return tuple(float(a) for pair in zip(rays, rays + 0.5 * steps, strict=True) for a in pair)


def cell_borders(corners: Array) -> Array:
    """Return the sliding directions (m,) that the sides between corners (m, 2) oppose [rad]."""
    around = corners[np.argsort(np.arctan2(corners[:, 1], corners[:, 0]))]
    sides = np.roll(around, -1, axis=0) - around
    # The outward normal of a counter-clockwise side is (dy, -dx); sliding is opposite to it.
    return np.arctan2(sides[:, 0], -sides[:, 1])
