# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A polyhedral cone held by its generators and cut by one half-space or plane after the other.

The double description method for a handful of generators in a handful of dimensions, on plain
Python numbers: NumPy's cost per call would exceed the arithmetic. The numbers may be floats or
fractions; every sign is judged relative to the sizes of the terms it is a sum of, and a float
sign too close to call raises AmbiguousSignError, so that the caller can repeat with fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import NamedTuple, TypeAlias

ROUNDED_TO_ZERO = 1e-12
"""A float sum this small beside the sum of its terms' sizes is zero: rounding alone [-]."""
SIGN_CERTAIN = 2e-8
"""A float sum above this beside its terms' sizes has a certain sign; between the two the whole
question is repeated with the floats taken as exact numbers, where nothing but 0 is zero [-].
Above the root of a float's rounding: what a sum of this size does not know of itself, 1e-16 /
2e-8, is below it, and the next sign is that of a sum with it."""


Number: TypeAlias = float
"""A float, or a Fraction where the arithmetic is exact (sums that mix both are not meant)."""

Vector: TypeAlias = Sequence[Number]


class AmbiguousSignError(ArithmeticError):
    """A sign is within rounding errors of zero; exact arithmetic has to decide."""


class Arithmetic(NamedTuple):
    """Relative sizes: up to `zero` a value is zero, above `certain` its sign is beyond doubt."""

    zero: float
    certain: float

    def sign_value(self, value: Number, scale: Number) -> Number:
        """Return the value, 0 where it is zero beside `scale`, the size of its terms."""
        size = abs(value)
        if size <= self.zero * scale:
            return 0
        if size <= self.certain * scale:
            raise AmbiguousSignError
        return value


FLOATS = Arithmetic(ROUNDED_TO_ZERO, SIGN_CERTAIN)
FRACTIONS = Arithmetic(0, 0)


class Row(NamedTuple):
    """
    A linear form: its coefficients and the sizes of the terms each came from.

    certain: a value above this is no rounding, on any vector of components up to 1.
    """

    coefficients: Vector
    magnitudes: Vector
    certain: Number
    arithmetic: Arithmetic

    def value(self, vector: Vector) -> Number:
        """Return the form's value on a vector whose largest component is about 1; 0 if zero."""
        value: Number = sum(map(mul, self.coefficients, vector))
        if value > self.certain or -value > self.certain:
            return value
        return self.arithmetic.sign_value(value, sum(map(mul, self.magnitudes, map(abs, vector))))


def make_row(coefficients: Vector, magnitudes: Vector, arithmetic: Arithmetic) -> Row:
    """Return a linear form ready for evaluation."""
    return Row(coefficients, magnitudes, arithmetic.certain * sum(magnitudes), arithmetic)


class Ray(NamedTuple):
    """An extreme ray and the bit mask of the constraints it satisfies with equality."""

    coordinates: Vector
    mask: int


class GeneratedCone(NamedTuple):
    """All non-negative combinations of the rays plus all combinations of the lines."""

    rays: Sequence[Ray]
    lines: Sequence[Vector]


class Cut(NamedTuple):
    """A cone, the values of one linear form on its generators, and what judges their sums."""

    cone: GeneratedCone
    ray_values: list[Number]
    line_values: list[Number]
    arithmetic: Arithmetic

    @property
    def has_positive(self) -> bool:
        """Whether the form is positive somewhere on the cone."""
        return any(self.line_values) or max(self.ray_values, default=0) > 0

    @property
    def has_negative(self) -> bool:
        """Whether the form is negative somewhere on the cone."""
        return any(self.line_values) or min(self.ray_values, default=0) < 0


@cache
def orthant(dimension: int) -> GeneratedCone:
    """Return the cone of non-negative vectors; constraint bits 0 to dimension - 1 are in use."""
    every = (1 << dimension) - 1
    rays = (
        Ray([1 if column == axis else 0 for column in range(dimension)], every ^ (1 << axis))
        for axis in range(dimension)
    )
    return GeneratedCone(tuple(rays), ())


def measure(cone: GeneratedCone, row: Row) -> Cut:
    """Evaluate a linear form on every generator."""
    value = row.value
    values = [value(coordinates) for coordinates, _ in cone.rays]
    return Cut(cone, values, [*map(value, cone.lines)], row.arithmetic)


def positive_part(cut: Cut, bit: int) -> GeneratedCone:
    """Return the part of the cone where the form is >= 0; `bit` numbers the new constraint."""
    if any(cut.line_values):
        return _swept(cut, bit, keep=1)
    pairs = zip(cut.cone.rays, cut.ray_values, strict=True)
    kept = [
        ray if value > 0 else Ray(ray.coordinates, ray.mask | 1 << bit)
        for ray, value in pairs
        if value >= 0
    ]
    return GeneratedCone(kept + _crossings(cut, bit), cut.cone.lines)


def negative_part(cut: Cut, bit: int) -> GeneratedCone:
    """Return the part of the cone where the form is <= 0."""
    mirrored = cut._replace(
        ray_values=[-value for value in cut.ray_values], line_values=[-v for v in cut.line_values]
    )
    return positive_part(mirrored, bit)


def zero_part(cut: Cut, bit: int) -> GeneratedCone:
    """Return the part of the cone where the form is 0."""
    if any(cut.line_values):
        return _swept(cut, bit, keep=0)
    pairs = zip(cut.cone.rays, cut.ray_values, strict=True)
    kept = [Ray(ray.coordinates, ray.mask | 1 << bit) for ray, value in pairs if value == 0]
    return GeneratedCone(kept + _crossings(cut, bit), cut.cone.lines)


def _crossings(cut: Cut, bit: int) -> list[Ray]:
    """Return the new extreme rays on the plane: one for each adjacent pair on its two sides."""
    rays, values = cut.cone.rays, cut.ray_values
    above = [index for index, value in enumerate(values) if value > 0]
    below = [index for index, value in enumerate(values) if value < 0]
    if not above or not below:
        return []
    masks = [ray.mask for ray in rays]
    found = []
    for first in above:
        for second in below:
            common = masks[first] & masks[second]
            # Adjacent rays share a face with no third ray on it.
            if sum(mask & common == common for mask in masks) == 2:
                weights = (-values[second], values[first])
                pair = rays[first].coordinates, rays[second].coordinates
                vector = _combined(pair, weights, cut.arithmetic)
                found.append(Ray(vector, common | 1 << bit))
    return found


def _swept(cut: Cut, bit: int, keep: int) -> GeneratedCone:
    """Cut a cone with a line across the plane: slide everything along that line onto it."""
    rays, lines = cut.cone
    pivot = max(range(len(lines)), key=lambda index: abs(cut.line_values[index]))
    axis, rate = lines[pivot], cut.line_values[pivot]
    slid_lines = [
        line if value == 0 else _combined((line, axis), (rate, -value), cut.arithmetic)
        for index, (line, value) in enumerate(zip(lines, cut.line_values, strict=True))
        if index != pivot
    ]
    sign = 1 if rate > 0 else -1
    slid_rays = [
        Ray(
            ray.coordinates
            if value == 0
            else _combined((ray.coordinates, axis), (abs(rate), -sign * value), cut.arithmetic),
            ray.mask | 1 << bit,
        )
        for ray, value in zip(rays, cut.ray_values, strict=True)
    ]
    if keep:
        # A line satisfies every earlier constraint with equality.
        slid_rays.append(Ray([sign * entry for entry in axis], (1 << bit) - 1))
    return GeneratedCone(slid_rays, slid_lines)


def _combined(
    pair: tuple[Vector, Vector], weights: tuple[Number, Number], arithmetic: Arithmetic
) -> Vector:
    """
    Return the weighted sum, scaled to a largest component of 1.

    What cancels is judged here, where the size of its terms is known: a remainder of rounding
    would look like a small component to every form that is measured later.
    """
    left, right = weights
    total = []
    for one, other in zip(*pair, strict=True):
        first, second = left * one, right * other
        entry = first + second
        if (first > 0) != (second > 0):
            entry = arithmetic.sign_value(entry, abs(first) + abs(second))
        total.append(entry)
    largest = max(map(abs, total))
    return [entry / largest for entry in total]
