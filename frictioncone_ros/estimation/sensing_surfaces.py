# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Convex surfaces on which a contact is looked for: sphere, ellipsoid, cylinder, plane.

Each is where a quadratic function is zero, value = x' A x + 2 b' x + c, negative inside; the
gradient points outwards. Coordinates are those of the surface's own frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, sqrt

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, frozen_array

SHAPES = {
    'sphere': ('radius',),
    'ellipsoid': ('semi-axis x', 'semi-axis y', 'semi-axis z'),
    'cylinder': ('radius', 'half length along z'),
    'plane': ('half size along x', 'half size along y'),
}
"""Shapes by name, and their sizes [m]; a plane faces +z."""


@dataclass(frozen=True, eq=False)
class QuadricSurface:
    """
    A convex surface.

    quadratic: (3, 3) [1/m^2], linear: (3,) [1/m], constant [-]. extent: (3,) half sizes [m] within
    which a point is on it; infinite where there is no end.
    """

    quadratic: Array
    linear: Array
    constant: float
    extent: Array = field(default_factory=lambda: frozen_array((inf, inf, inf)))

    def value(self, point: Array) -> float:
        """Return the function at a point (3,) [m]: zero on the surface, negative inside."""
        return float(point @ self.quadratic @ point + 2.0 * self.linear @ point + self.constant)

    def gradient(self, point: Array) -> Array:
        """Return its gradient (3,) [1/m], outwards."""
        return 2.0 * (self.quadratic @ point + self.linear)

    def outward(self, point: Array) -> Array:
        """Return the unit normal (3,) that points out of the body."""
        gradient = self.gradient(point)
        return gradient / np.linalg.norm(gradient)

    def normal_change(self, point: Array) -> Array:
        """Return (3, 3): how the unit normal changes with the point [1/m], across the normal."""
        gradient = self.gradient(point)
        length = float(np.linalg.norm(gradient))
        normal = gradient / length
        across = np.eye(3) - np.outer(normal, normal)
        return across @ (2.0 * self.quadratic) / length

    def curvature(self, point: Array, tangents: Array) -> Array:
        """Return the (2, 2) curvature [1/m] along tangents (2, 3), positive: it bulges."""
        return tangents @ self.normal_change(point) @ tangents.T

    def entry(self, start: Array, direction: Array) -> Array | None:
        """Return where a line (3,) + t (3,) enters the body, None where it passes by."""
        square = float(direction @ self.quadratic @ direction)
        half = float(direction @ (self.quadratic @ start + self.linear))
        value = self.value(start)
        if square <= 0.0:
            # Along a plane's inside, or along a cylinder's axis: one crossing or none.
            return start - value / (2.0 * half) * direction if half < 0.0 else None
        root = half * half - square * value
        return start + (-half - sqrt(root)) / square * direction if root >= 0.0 else None

    def holds(self, point: Array, tolerance: float) -> bool:
        """Tell whether a point of the endless surface is within its ends, or so near [m]."""
        return bool((np.abs(point) <= self.extent + tolerance).all())


def surface(words: str, where: str = 'surface') -> QuadricSurface:
    """Return a surface written as "sphere 0.01" or "plane 0.02 0.03": name and sizes [m]."""
    name, *given = words.split() or ['']
    if name not in SHAPES:
        raise InvalidInputError('shape', name, ' or '.join(SHAPES), where)
    sizes = _sizes(name, given, where)
    if name == 'plane':
        return _quadric(np.zeros(3), (0.0, 0.0, 0.5), 0.0, (*sizes, inf))
    if name == 'cylinder':
        radius, half_length = sizes
        square = 1.0 / radius**2
        return _quadric((square, square, 0.0), np.zeros(3), -1.0, (inf, inf, half_length))
    axes = np.array(sizes * 3 if name == 'sphere' else sizes)
    return _quadric(1.0 / axes**2, np.zeros(3), -1.0, (inf, inf, inf))


def _sizes(name: str, given: list[str], where: str) -> tuple[float, ...]:
    expected = f'"{name} {" ".join(f"<{size}>" for size in SHAPES[name])}" in metres above 0'
    try:
        sizes = tuple(float(word) for word in given)
    except ValueError:
        raise InvalidInputError('sizes', ' '.join(given), expected, where) from None
    if len(sizes) != len(SHAPES[name]) or not all(0.0 < size < inf for size in sizes):
        raise InvalidInputError('sizes', ' '.join(given), expected, where)
    return sizes


def _quadric(
    diagonal: Array | tuple[float, ...],
    linear: Array | tuple[float, ...],
    constant: float,
    extent: tuple[float, ...],
) -> QuadricSurface:
    return QuadricSurface(
        frozen_array(np.diag(diagonal)), frozen_array(linear), constant, frozen_array(extent)
    )
