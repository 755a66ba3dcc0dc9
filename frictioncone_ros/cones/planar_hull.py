# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Corners of a planar convex hull: the section of a pointed cone in three dimensions.

A planar contact set has 2 to 16 edges, too few for arrays to pay: the chain runs on plain
floats. Orientation is the cross product of differences of the given points, which is right to a
few units in the last place of the points themselves, however close two of them are. Sides are
therefore to be built from these very points, not from the generators they were rounded from.
"""

from __future__ import annotations

from collections.abc import Sequence

COLLINEAR_ROUNDING = 1e-15
"""Sine-like measure under which three points of a planar section are collinear by rounding [-]."""


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
    if len(corners) < 3:
        return corners or order[:1]
    return _without_flat_ends(points, corners, len(lower) - 1)


def _chain(points: Sequence[Point], order: Sequence[int]) -> list[int]:
    """Return one monotone chain: every turn is strictly to the left (see `_turns_left`)."""
    chain: list[int] = []
    for index in order:
        end_x, end_y = points[index]
        while len(chain) > 1:
            start_x, start_y = points[chain[-2]]
            middle_x, middle_y = points[chain[-1]]
            x, y, u, v = middle_x - start_x, middle_y - start_y, end_x - start_x, end_y - start_y
            left, right = x * v, y * u
            if left - right > COLLINEAR_ROUNDING * (abs(left) + abs(right) + abs(x) + abs(y)):
                break
            chain.pop()
        chain.append(index)
    if len(chain) == 2 and points[chain[0]] == points[chain[1]]:
        chain.pop()
    return chain


def _turns_left(start: Point, middle: Point, end: Point) -> bool:
    """Tell whether start, middle, end turn left by more than rounding can feign."""
    x, y = middle[0] - start[0], middle[1] - start[1]
    u, v = end[0] - start[0], end[1] - start[1]
    left, right = x * v, y * u
    return left - right > COLLINEAR_ROUNDING * (abs(left) + abs(right) + abs(x) + abs(y))


def _without_flat_ends(points: Sequence[Point], corners: list[int], turning: int) -> list[int]:
    """Drop the two corners where the chains meet if they stand out by rounding only."""
    count = len(corners)
    flat = {
        corners[place]
        for place in (0, turning)
        if not _turns_left(*(points[corners[(place + step) % count]] for step in (-1, 0, 1)))
    }
    return [corner for corner in corners if corner not in flat] if flat else corners
