# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every zero of a trigonometric polynomial of degree two, through a real quartic.

With t = tan((theta - shift) / 2) the polynomial times (1 + t^2)^2 is a quartic in t. The shift
puts t = infinity where the polynomial is largest, so the leading coefficient never vanishes and
all zeros are finite. Between the zeros of its derivatives a quartic is monotone: a sign change
brackets exactly one zero, and a zero of a derivative where the polynomial itself vanishes is a
multiple zero. So none is missed and double zeros are told from pairs of near ones.
"""

from __future__ import annotations

from itertools import pairwise
import math

from frictioncone_ros.formations.equations.harmonics import (
    AngleRoot,
    AngleRoots,
    FORMATION_COEFFICIENT,
    Harmonic,
    linear_roots,
    SecondHarmonic,
)

LAST_NEWTON_STEP = 1e-8
"""A relative Newton step this short is the last: its error is squared to rounding [-]."""

Quartic = tuple[float, float, float, float, float]
"""Coefficients of t^4, t^3, t^2, t, 1."""

_DIAGONAL = math.sqrt(0.5)

_SAMPLES = tuple(
    (angle, math.cos(angle), math.sin(angle), math.cos(2 * angle), math.sin(2 * angle))
    for angle in (math.tau * index / 8 for index in range(8))
)

_POLISHING_STEPS = 60
"""Bisection alone halves the bracket once a step: enough for a double, never reached."""


def second_harmonic_roots(polynomial: SecondHarmonic, scale: float) -> AngleRoots:
    """Return all zeros with multiplicities; scale as in linear_roots."""
    negligible = FORMATION_COEFFICIENT * scale
    constant, cosine, sine, cosine_twice, sine_twice = polynomial
    if abs(cosine_twice) + abs(sine_twice) <= negligible:
        return linear_roots(Harmonic(constant, cosine, sine), scale)
    shift, quartic = _half_angle_quartic(polynomial)
    signed_points = _signed_break_points(quartic, negligible)
    roots: list[AngleRoot] = []
    before, vanishing = signed_points[0], []
    for point, sign in signed_points[1:]:
        if sign == 0:
            vanishing.append(shift + 2 * math.atan(point))
            continue
        if vanishing:
            roots.append(_multiple_root(polynomial, vanishing, sign * before[1], scale))
        elif sign != before[1]:
            zero = _bracketed_root(quartic, before[0], point)
            roots.append(AngleRoot(shift + 2 * math.atan(zero), 1))
        before, vanishing = (point, sign), []
    return AngleRoots(tuple(roots))


def _half_angle_quartic(polynomial: SecondHarmonic) -> tuple[float, Quartic]:
    """Return the shift and the quartic in t = tan((theta - shift) / 2)."""
    constant, cosine, sine, cosine_twice, sine_twice = polynomial
    both, apart = _DIAGONAL * (cosine + sine), _DIAGONAL * (cosine - sine)
    even, odd = constant + cosine_twice, constant - cosine_twice
    rising, falling = constant + sine_twice, constant - sine_twice
    samples = (
        even + cosine,
        rising + both,
        odd + sine,
        falling - apart,
        even - cosine,
        rising - both,
        odd - sine,
        falling + apart,
    )
    sizes = [abs(sample) for sample in samples]
    angle, turn, tilt, turn_twice, tilt_twice = _SAMPLES[sizes.index(max(sizes))]
    shift, turn, tilt = angle - math.pi, -turn, -tilt
    first = cosine * turn + sine * tilt, sine * turn - cosine * tilt
    second = (
        cosine_twice * turn_twice + sine_twice * tilt_twice,
        sine_twice * turn_twice - cosine_twice * tilt_twice,
    )
    return shift, (
        constant - first[0] + second[0],
        2 * first[1] - 4 * second[1],
        2 * constant - 6 * second[0],
        2 * first[1] + 4 * second[1],
        constant + first[0] + second[0],
    )


def _signed_break_points(quartic: Quartic, negligible: float) -> list[tuple[float, int]]:
    """Return points between which the quartic is monotone, each with the sign there."""
    bound = 1.0 + max(abs(c) for c in quartic[1:]) / abs(quartic[0])
    points = [-bound, *_derivative_zeros(quartic, bound), bound]
    signed: list[tuple[float, int]] = []
    for point in points:
        value = _value(quartic, point)
        zero = abs(value) <= negligible * (1.0 + point * point) ** 2
        signed.append((point, 0 if zero else (1 if value > 0.0 else -1)))
    return signed


def _derivative_zeros(quartic: Quartic, bound: float) -> list[float]:
    """Return the zeros of the first, second and third derivative inside the bound, sorted."""
    fourth, third, second, first, _ = quartic
    cubic = (0.0, 4 * fourth, 3 * third, 2 * second, first)
    centre = -third / (4 * fourth)
    discriminant = (3 * third) ** 2 - 24 * fourth * second
    turning = [centre]
    if discriminant > 0.0:
        spread = math.sqrt(discriminant) / (12 * abs(fourth))
        turning = [centre - spread, centre, centre + spread]
    zeros = list(turning)
    ends = [-bound, *turning, bound]
    for low, high in pairwise(ends):
        if _value(cubic, low) * _value(cubic, high) < 0.0:
            zeros.append(_bracketed_root(cubic, low, high))
    return sorted(zero for zero in zeros if abs(zero) < bound)


def _value(quartic: Quartic, point: float) -> float:
    fourth, third, second, first, constant = quartic
    return (((fourth * point + third) * point + second) * point + first) * point + constant


def _bracketed_root(quartic: Quartic, low: float, high: float) -> float:
    """Return the zero between two points of opposite sign: Newton inside, else bisection."""
    fourth, third, second, first, constant = quartic
    rising = _value(quartic, high) > 0.0
    point = 0.5 * (low + high)
    for _ in range(_POLISHING_STEPS):
        value = (((fourth * point + third) * point + second) * point + first) * point + constant
        slope = ((4 * fourth * point + 3 * third) * point + 2 * second) * point + first
        step = value / slope if slope else math.inf
        # Newton's error is squared by this last step: from 1e-8 to rounding.
        if abs(step) <= LAST_NEWTON_STEP * (1.0 + abs(point)):
            return point - step
        if (value > 0.0) == rising:
            high = point
        else:
            low = point
        point -= step
        if not low < point < high:
            point = 0.5 * (low + high)
    return point


def _newton_step(polynomial: SecondHarmonic, angle: float) -> float:
    slope = polynomial.derivative().value(angle)
    return angle - polynomial.value(angle) / slope if slope else angle


def _multiple_root(
    polynomial: SecondHarmonic, angles: list[float], parity: int, scale: float
) -> AngleRoot:
    """Return the zero at neighbouring break points where the polynomial vanishes."""
    derivative = polynomial.derivative()
    angle = min(angles, key=lambda candidate: abs(derivative.value(candidate)))
    if parity > 0:
        # At a fourfold zero the derivative's own slope vanishes, and a step would be rounding.
        bend = abs(derivative.derivative().value(angle))
        if bend <= scale * FORMATION_COEFFICIENT ** (2 / 4):
            return AngleRoot(angle, 4)
        return AngleRoot(_newton_step(derivative, angle), 2)
    # An odd zero on a break point is a simple zero that happens to be an inflection, unless the
    # slope vanishes too. A triple zero resolved to the tolerance has this slope at most.
    if abs(derivative.value(angle)) > scale * FORMATION_COEFFICIENT ** (2 / 3):
        return AngleRoot(_newton_step(polynomial, angle), 1)
    return AngleRoot(angle, 3)
