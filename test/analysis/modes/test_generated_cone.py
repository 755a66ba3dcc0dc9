# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cones cut by planes: the generators that remain, with lines, and signs too close to call."""

from fractions import Fraction

import pytest

from frictioncone_ros.analysis.modes.generated_cone import (
    AmbiguousSignError,
    FLOATS,
    FRACTIONS,
    GeneratedCone,
    make_row,
    measure,
    negative_part,
    orthant,
    positive_part,
    zero_part,
)


def row(*coefficients, arithmetic=FLOATS):
    return make_row(coefficients, [abs(entry) for entry in coefficients], arithmetic)


def rays(cone):
    return sorted(tuple(float(entry) for entry in ray.coordinates) for ray in cone.rays)


def test_a_plane_through_an_orthant_leaves_its_crossings():
    cone = zero_part(measure(orthant(3), row(1.0, -1.0, -2.0)), 3)
    assert rays(cone) == [(1.0, 0.0, 0.5), (1.0, 1.0, 0.0)]


def test_both_sides_share_the_border():
    cut = measure(orthant(2), row(1.0, -2.0))
    assert rays(positive_part(cut, 2)) == [(1.0, 0.0), (1.0, 0.5)]
    assert rays(negative_part(cut, 2)) == [(0.0, 1.0), (1.0, 0.5)]


def test_only_adjacent_rays_are_joined():
    """A square cone cut along its axis has two crossings, not four."""
    square = orthant(4)
    square = zero_part(measure(square, row(1.0, 1.0, -1.0, -1.0)), 4)
    assert len(square.rays) == 4
    halved = zero_part(measure(square, row(1.0, -1.0, 0.0, 0.0)), 5)
    assert len(halved.rays) == 2


def test_lines_become_rays_and_vanish():
    plane = GeneratedCone([], [[1.0, 0.0], [0.0, 1.0]])
    half = positive_part(measure(plane, row(0.0, 1.0)), 0)
    assert rays(half) == [(0.0, 1.0)]
    assert len(half.lines) == 1
    quadrant = positive_part(measure(half, row(1.0, 0.0)), 1)
    assert rays(quadrant) == [(0.0, 1.0), (1.0, 0.0)]
    assert quadrant.lines == []
    assert zero_part(measure(half, row(1.0, 0.0)), 1).lines == []


def test_rounding_is_zero_and_a_doubtful_sign_is_refused():
    assert row(1.0, -1.0).value([1.0, 1.0 - 1e-15]) == 0
    with pytest.raises(AmbiguousSignError):
        row(1.0, -1.0).value([1.0, 1.0 - 1e-11])
    assert row(1.0, -1.0).value([1.0, 1.0 - 1e-7]) > 0


def test_fractions_decide_what_floats_cannot():
    exact = row(Fraction(1), Fraction(-1), arithmetic=FRACTIONS)
    assert exact.value([Fraction(1), Fraction(1) - Fraction(1, 10**11)]) > 0
    assert exact.value([Fraction(1), Fraction(1) - Fraction(1, 10**30)]) > 0
    assert exact.value([Fraction(1), Fraction(1)]) == 0


def test_a_sign_is_judged_by_the_sizes_of_its_terms():
    """1e-12 is a large number where the terms are no larger, and rounding beside 1."""
    assert make_row([1e-12], [1e-12], FLOATS).value([1.0]) > 0
    assert make_row([1e-14], [1.0], FLOATS).value([1.0]) == 0
