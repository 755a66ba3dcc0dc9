# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Limits that scale a whole vector: cones are closed under scaling, boxes cut through them."""

from __future__ import annotations

from math import inf, sqrt

from frictioncone_ros.spatial.arrays import Array


def scale_within(vector: Array, linear_limit: float, angular_limit: float) -> float:
    """
    Return the largest factor in [0, 1] that brings a wrench or twist (d,) within two limits.

    linear_limit bounds the length of the linear part, angular_limit that of the angular part.
    """
    if linear_limit == inf and angular_limit == inf:
        return 1.0
    linear, angular = lengths(vector)
    factor = 1.0
    if linear > linear_limit:
        factor = linear_limit / linear
    if angular * factor > angular_limit:
        factor = angular_limit / angular
    return factor


def ray_within(origin: Array, way: Array, linear_limit: float, angular_limit: float) -> float:
    """
    Return the largest factor in [0, 1] with origin + factor * way within two limits, or 0.

    0 also where the origin itself is beyond a limit: the caller must then give up the origin.
    """
    if linear_limit == inf and angular_limit == inf:
        return 1.0
    split = 2 if origin.shape[0] == 3 else 3
    linear = _ball_exit(origin[:split], way[:split], linear_limit)
    angular = _ball_exit(origin[split:], way[split:], angular_limit)
    return min(1.0, linear, angular)


def _ball_exit(origin: Array, way: Array, radius: float) -> float:
    """Return the largest factor >= 0 with |origin + factor way| <= radius, 0 if there is none."""
    square = float(way.dot(way))
    inside = radius * radius - float(origin.dot(origin))
    if inside < 0.0:
        return 0.0
    if square == 0.0 or inside == inf:
        return inf
    along = float(origin.dot(way))
    root = sqrt(along * along + square * inside)
    # The stable form of (-along + root) / square.
    return inside / (along + root) if along > 0.0 else (root - along) / square


def lengths(vector: Array) -> tuple[float, float]:
    """Return the lengths of the linear and of the angular part of a vector (d,)."""
    if vector.shape[0] == 3:
        x, y, turn = vector.tolist()
        return sqrt(x * x + y * y), abs(turn)
    x, y, z, a, b, c = vector.tolist()
    return sqrt(x * x + y * y + z * z), sqrt(a * a + b * b + c * c)
