# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The one door to polyhedral computation: from generators and lines to faces and equalities.

Both directions are the same question: the faces of a cone are the extreme rays of its polar cone,
whose generators are the rows of the face description. In three dimensions an own planar hull is
as fast as Qhull and right to rounding; above, joggled Qhull with a clean-up and a check; exact
integers where the check fails. `make bench ARGS=cones` measures all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from frictioncone_ros.cones.exact_description import exact_faces
from frictioncone_ros.cones.hulls import convex_corners, joggled_hull_faces, maximal_sets
from frictioncone_ros.cones.reduction import (
    CLEARLY_POINTED,
    Indices,
    pointed_part,
    PointedPart,
)
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import CONE_INCIDENCE, CONE_RANK

MODERATE_LENGTH = 1e100
"""Lengths below this, and above its inverse, can be squared without overflow or loss."""


@dataclass(frozen=True, eq=False)
class Description:
    """The minimal double description of a cone in R^d.

    faces: (f, d) rows, faces @ w <= 0; equalities: (e, d) rows, equalities @ w = 0;
    extreme: indices of the given generators that are extreme rays; lineality: (d, l) columns.
    """

    faces: Array
    equalities: Array
    extreme: Indices
    lineality: Array


def describe(generators: Array, lineality: Array) -> Description:
    """Return the double description of the cone of (d, n) generators and (d, m) line columns."""
    if generators.shape[0] == 3 and lineality.shape[1] == 0:
        quick = _pointed_in_three(generators)
        if quick is not None:
            return quick
    part = pointed_part(generators, lineality)
    rows, extreme = _faces_and_rays(part)
    scale = part.scale
    return Description(
        (rows @ part.basis.T) / scale,
        part.missing.T / scale,
        part.source[extreme],
        part.lines * scale[:, None],
    )


def _faces_and_rays(part: PointedPart) -> tuple[Array, Indices]:
    """Return the face rows (f, r) of the pointed part and the indices of its extreme rays."""
    size = part.rays.shape[0]
    if size <= 1:
        return -part.rays[:, :size].T, np.arange(size)
    if size == 2:
        return _wedge(part.rays, part.axis)
    if size == 3:
        rows, corners = _section_faces(part.rays, part.axis)
        if rows is not None:
            return rows, corners
    rows = joggled_hull_faces(part.rays, part.axis) if size > 3 else None
    rows = exact_faces(part.rays) if rows is None else rows
    return rows, maximal_sets((rows @ part.rays > -CONE_INCIDENCE).T)


def _pointed_in_three(generators: Array) -> Description | None:
    """Return the description of a plainly pointed full cone in R^3; None for all others.

    The common planar case without the general path's linear algebra, which costs three times
    the hull itself.
    """
    lengths = np.sqrt(np.einsum('ij,ij->j', generators, generators))
    if lengths.size < 3 or not _all_moderate(lengths):
        return None
    unit = generators / lengths
    scale = np.maximum.reduce(np.abs(unit), axis=1)
    if min(scale.tolist()) < CONE_RANK:
        return None
    unit /= scale[:, None]
    axis = np.add.reduce(unit, axis=1)
    if min((axis @ unit).tolist()) < CLEARLY_POINTED * lengths.size:
        return None
    rows, corners = _section_faces(unit, axis)
    if rows is None:
        return None
    return Description(rows / scale, np.zeros((0, 3)), corners, np.zeros((3, 0)))


def _all_moderate(lengths: Array) -> bool:
    """Tell whether all lengths can be squared without overflow or loss (and none is zero)."""
    sizes = lengths.tolist()
    return bool(min(sizes) > 1.0 / MODERATE_LENGTH and max(sizes) < MODERATE_LENGTH)


def _section_faces(rays: Array, axis: Array) -> tuple[Array | None, Indices]:
    """Return face rows and extreme rays of a pointed cone in R^3; no rows where it is flat.

    The section by the plane axis . w = 1 has coordinates (a, b) = (first . w, second . w). Its
    side from corner (a1, b1) to (a2, b2), counter-clockwise, has the inside where
    (b2 - b1) a - (a2 - a1) b + (a2 - a1) b1 - (b2 - b1) a1 <= 0; with w instead of (a, b) and
    axis . w instead of 1 this is the face row.
    """
    frame = _section_frame(axis)
    turned = frame @ rays
    points = list(zip(*(turned[:2] / turned[2]).tolist(), strict=True))
    corners = convex_corners(points)
    if len(corners) < 3:
        return None, np.array(corners)
    sides = []
    a1, b1 = points[corners[-1]]
    for corner in corners:
        a2, b2 = points[corner]
        along, across = b2 - b1, a1 - a2
        sides.append((along, across, -(along * a1 + across * b1)))
        a1, b1 = a2, b2
    return np.array(sides) @ frame, np.array(corners)


def _section_frame(axis: Array) -> Array:
    """Return the rows (first, second, axis), orthogonal and right-handed, axis of length one."""
    x, y, z = axis.tolist()
    length = sqrt(x * x + y * y + z * z)
    x, y, z = x / length, y / length, z / length
    u, v, w = (-z, 0.0, x) if abs(x) > abs(y) else (0.0, z, -y)
    return np.array(((u, v, w), (y * w - z * v, z * u - x * w, x * v - y * u), (x, y, z)))


def _wedge(rays: Array, axis: Array) -> tuple[Array, Indices]:
    """Return the two face rows and the two extreme rays of a pointed cone in R^2."""
    slopes = (axis[0] * rays[1] - axis[1] * rays[0]) / (axis @ rays)
    ends = np.array((int(slopes.argmin()), int(slopes.argmax())))
    (x1, y1), (x2, y2) = rays[:, ends].T
    return np.array(((y1, -x1), (-y2, x2))), ends
