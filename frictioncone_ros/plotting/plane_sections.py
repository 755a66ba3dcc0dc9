# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a polyhedral cone meets a plane: an exact polygon from its faces, no grid of samples."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.spatial import Array

ON_LINE = 1e-9
"""Distance from a cone's face, beside the window, at which a corner lies on it [-]."""


def plane_section(
    cone: PolyhedralCone, origin: Array, directions: Array, window: Sequence[float]
) -> Array:
    """
    Return the corners (n, 2) of {(a, b): origin + directions @ (a, b) in the cone}, in order.

    origin (d,), directions (d, 2). window: least and greatest a, least and greatest b; what
    reaches farther is cut there. Two corners are a segment, none is an empty section.
    """
    left, right, low, high = window
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    size = max(right - left, high - low)
    rows = [*cone.faces, *cone.equalities, *(-cone.equalities)]
    for row in rows:
        slope, offset = row @ directions, float(row @ origin)
        steepness = float(np.linalg.norm(slope))
        # A plane in a face's own plane is cut by it nowhere or everywhere.
        if steepness <= ON_LINE * float(np.linalg.norm(row)):
            if offset > ON_LINE * size:
                return np.zeros((0, 2))
            continue
        corners = _clipped(corners, (corners @ slope + offset) / steepness, ON_LINE * size)
    return _distinct(corners, 10.0 * ON_LINE * size)


def _clipped(corners: Array, heights: Array, slack: float) -> Array:
    """Return the part of a convex polygon where heights (n,) over a line are not positive."""
    kept = []
    for index, height in enumerate(heights):
        before = heights[index - 1]
        if (height > slack) != (before > slack):
            share = before / (before - height)
            kept.append(corners[index - 1] + share * (corners[index] - corners[index - 1]))
        if height <= slack:
            kept.append(corners[index])
    return np.array(kept).reshape(-1, 2)


def _distinct(corners: Array, slack: float) -> Array:
    """Return corners without those that lie on the one before."""
    kept: list[Array] = []
    for corner in corners:
        if all(float(np.abs(corner - other).max()) > slack for other in kept):
            kept.append(corner)
    return np.array(kept).reshape(-1, 2)


def polygon_area(corners: Array) -> float:
    """Return the area of a polygon with corners (n, 2) in order; 0 for a segment."""
    x, y = corners.T
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def polygon_center(corners: Array) -> Array:
    """Return the centroid (2,) of a polygon; the mean of its corners where it has no area."""
    x, y = corners.T
    crosses = x * np.roll(y, -1) - np.roll(x, -1) * y
    if abs(crosses.sum()) <= ON_LINE * float(np.abs(corners).max(initial=0.0)) ** 2:
        return np.asarray(corners.mean(axis=0))
    sums = corners + np.roll(corners, -1, axis=0)
    return np.asarray(crosses @ sums / (3.0 * crosses.sum()))
