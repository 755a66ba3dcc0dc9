# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Trigonometric polynomials of degree one and two in the workpiece's angle, and their zeros.

Plain floats: the polynomials have three or five coefficients, where an array costs more than the
arithmetic.
"""

from __future__ import annotations

import math
from typing import NamedTuple

FORMATION_COEFFICIENT = 1e-12
"""
Coefficients of an eliminated contact equation below this times the size of their terms are zero.

Rounding makes about 1e-15, and 1e-12 where polygons stand a kilometre from the origin. A double
pose is recognised at the same level: two poses closer than about 3e-6 rad are one [-].
"""


class Harmonic(NamedTuple):
    """constant + cosine * cos(theta) + sine * sin(theta)."""

    constant: float
    cosine: float
    sine: float

    @property
    def magnitude(self) -> float:
        """Sum of the absolute coefficients, a bound of the absolute value."""
        return abs(self.constant) + abs(self.cosine) + abs(self.sine)

    def minus(self, other: Harmonic, factor: float) -> Harmonic:
        """Return self - factor * other."""
        return Harmonic(
            self.constant - factor * other.constant,
            self.cosine - factor * other.cosine,
            self.sine - factor * other.sine,
        )


class SecondHarmonic(NamedTuple):
    """constant + cosine c1 + sine s1 + cosine_twice c2 + sine_twice s2, c2 = cos(2 theta)."""

    constant: float
    cosine: float
    sine: float
    cosine_twice: float
    sine_twice: float

    def value(self, theta: float) -> float:
        """Return the value at theta."""
        return (
            self.constant
            + self.cosine * math.cos(theta)
            + self.sine * math.sin(theta)
            + self.cosine_twice * math.cos(2 * theta)
            + self.sine_twice * math.sin(2 * theta)
        )

    def derivative(self) -> SecondHarmonic:
        """Return the derivative with respect to theta."""
        return SecondHarmonic(
            0.0, self.sine, -self.cosine, 2 * self.sine_twice, -2 * self.cosine_twice
        )


class AngleRoot(NamedTuple):
    """A zero: its angle [rad] and its multiplicity."""

    angle: float
    multiplicity: int


class AngleRoots(NamedTuple):
    """All zeros on the circle; every_angle means that the polynomial vanishes identically."""

    roots: tuple[AngleRoot, ...]
    every_angle: bool = False


def linear_roots(harmonic: Harmonic, scale: float) -> AngleRoots:
    """
    Return the zeros of G cos + H sin + I: none, one double, two, or every angle.

    scale is the size of the terms the coefficients were summed from; what is below the stated
    tolerance times it is zero. With A = hypot(G, H) the zeros are atan2(H, G) -+ the angle whose
    cosine is -I / A, written with atan2 so that nothing is lost near the double zero.
    """
    negligible = FORMATION_COEFFICIENT * scale
    amplitude = math.hypot(harmonic.cosine, harmonic.sine)
    if amplitude <= negligible:
        return AngleRoots((), abs(harmonic.constant) <= negligible)
    middle = math.atan2(harmonic.sine, harmonic.cosine)
    excess = amplitude - abs(harmonic.constant)
    if excess < -negligible:
        return AngleRoots(())
    if excess <= negligible:
        angle = middle if harmonic.constant < 0.0 else middle + math.pi
        return AngleRoots((AngleRoot(angle, 2),))
    half_chord = math.sqrt(excess * (amplitude + abs(harmonic.constant)))
    spread = math.atan2(half_chord, -harmonic.constant)
    return AngleRoots((AngleRoot(middle - spread, 1), AngleRoot(middle + spread, 1)))


def add_product(total: SecondHarmonic, factor: Harmonic, other: Harmonic) -> SecondHarmonic:
    """Return total + factor * other."""
    both_cosines, both_sines = factor.cosine * other.cosine, factor.sine * other.sine
    return SecondHarmonic(
        total.constant + factor.constant * other.constant + 0.5 * (both_cosines + both_sines),
        total.cosine + factor.constant * other.cosine + factor.cosine * other.constant,
        total.sine + factor.constant * other.sine + factor.sine * other.constant,
        total.cosine_twice + 0.5 * (both_cosines - both_sines),
        total.sine_twice + 0.5 * (factor.cosine * other.sine + factor.sine * other.cosine),
    )
