# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Convex surfaces on which a contact is looked for: sphere, ellipsoid, cylinder, plane.

Each is where a quadratic function is zero, value = x' A x + 2 b' x + c, negative inside; the
gradient points outwards. Coordinates are those of the surface's own frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, inf, sqrt
from typing import Annotated, Any

import numpy as np

from frictioncone_ros.estimation.sized_arrays import (
    Finite,
    NonNegative,
    of_shape,
    Three,
    ThreeByThree,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, frozen_array
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.converters import real_array
from frictioncone_ros.tolerances import LARGEST_INPUT

SHAPES = {
    'sphere': ('radius',),
    'ellipsoid': ('semi-axis x', 'semi-axis y', 'semi-axis z'),
    'cylinder': ('radius', 'half length along z'),
    'plane': ('half size along x', 'half size along y'),
}
"""Shapes by name, and their sizes [m]; a plane faces +z."""


SMALLEST = 1e-9
"""Sizes below this are none [m]: atoms are a tenth of it."""


def as_extent(value: Any, what: str) -> Array:
    """Return half sizes (3,) above zero, infinite where there is no end, or refuse them."""
    array = real_array(value, what)
    if array.shape != (3,) or not (array > 0.0).all():
        raise InvalidInputError(what, array.tolist(), 'three half sizes > 0')
    return array


@checked_fields
@dataclass(frozen=True, eq=False)
class QuadricSurface:
    """
    A convex surface.

    quadratic: (3, 3) [1/m^2], linear: (3,) [1/m], constant [-]. extent: (3,) half sizes [m] within
    which a point is on it; infinite where there is no end.
    """

    quadratic: ThreeByThree
    linear: Three
    constant: Finite
    extent: Annotated[Array, as_extent] = field(
        default_factory=lambda: frozen_array((inf, inf, inf))
    )

    @checked
    def value(self, point: Three) -> float:
        """Return the function at a point (3,) [m]: zero on the surface, negative inside."""
        return float(point @ self.quadratic @ point + 2.0 * self.linear @ point + self.constant)

    @checked
    def gradient(self, point: Three) -> Array:
        """Return its gradient (3,) [1/m], outwards."""
        return 2.0 * (self.quadratic @ point + self.linear)

    @checked
    def outward(self, point: Three) -> Array:
        """Return the unit normal (3,) that points out of the body."""
        gradient = self.gradient(point)
        return gradient / self._steepness(gradient, point)

    @checked
    def normal_change(self, point: Three) -> Array:
        """Return (3, 3): how the unit normal changes with the point [1/m], across the normal."""
        gradient = self.gradient(point)
        length = self._steepness(gradient, point)
        normal = gradient / length
        across = np.eye(3) - np.outer(normal, normal)
        return across @ (2.0 * self.quadratic) / length

    @checked
    def curvature(self, point: Three, tangents: Annotated[Array, of_shape(2, 3)]) -> Array:
        """Return the (2, 2) curvature [1/m] along tangents (2, 3), positive: it bulges."""
        return tangents @ self.normal_change(point) @ tangents.T

    @checked
    def entry(self, start: Three, direction: Three) -> Array | None:
        """Return where a line (3,) + t (3,) enters the body, None where it passes by."""
        square = float(direction @ self.quadratic @ direction)
        half = float(direction @ (self.quadratic @ start + self.linear))
        value = self.value(start)
        if square <= 0.0:
            # Along a plane's inside, or along a cylinder's axis: one crossing or none.
            return start - value / (2.0 * half) * direction if half < 0.0 else None
        root = half * half - square * value
        return start + (-half - sqrt(root)) / square * direction if root >= 0.0 else None

    @checked
    def holds(self, point: Three, tolerance: NonNegative) -> bool:
        """Tell whether a point of the endless surface is within its ends, or so near [m]."""
        return bool((np.abs(point) <= self.extent + tolerance).all())

    def _steepness(self, gradient: Array, point: Array) -> float:
        """Return the length of a gradient, or refuse a middle, where nothing is outwards."""
        length = hypot(*gradient.tolist())
        if length == 0.0:
            raise InvalidInputError('point', point.tolist(), 'one where the surface has a normal')
        return length


@checked
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
    written = ' '.join(f'<{size}>' for size in SHAPES[name])
    expected = f'"{name} {written}" in metres above 0 ({SMALLEST:g} at least)'
    try:
        sizes = tuple(float(word) for word in given)
    except ValueError:
        raise InvalidInputError('sizes', ' '.join(given), expected, where) from None
    if len(sizes) != len(SHAPES[name]) or not all(
        SMALLEST <= size <= LARGEST_INPUT for size in sizes
    ):
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
