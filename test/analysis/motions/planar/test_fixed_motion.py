# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A mode with one motion: where its equations meet, and whether its conditions hold there."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from frictioncone_ros.analysis.modes.generated_cone import FLOATS, FRACTIONS
from frictioncone_ros.analysis.motions.planar.fixed_motion import (
    _cross_size,
    _holds,
    _meeting_point,
    independent_rows,
)
from frictioncone_ros.analysis.motions.planar.mode import Condition

SMALL = np.random.default_rng(11).integers(-3, 4, size=(60, 4))


def whole(rows):
    return [[Fraction(int(entry)) for entry in row] for row in rows]


def problem_of(rows, arithmetic=FRACTIONS):
    sizes = [[abs(entry) for entry in row] for row in rows]
    return SimpleNamespace(jacobian_rows=rows, jacobian_row_sizes=sizes, arithmetic=arithmetic)


def test_three_equations_meet_where_all_of_them_are_zero():
    for first in range(0, 57, 3):
        rows = whole(SMALL[first : first + 3])
        if abs(np.linalg.det(SMALL[first : first + 3, :3])) < 0.5:
            continue
        motion = _meeting_point(rows)
        for row in rows:
            assert sum(a * b for a, b in zip(row, (*motion, 1), strict=True)) == 0


def test_sizes_of_a_cross_product_are_what_its_terms_add_up_to():
    assert _cross_size((1, 2, 3, 9), (4, 5, 6, 9)) == [27, 18, 13]
    assert _cross_size((4, 5, 6), (1, 2, 3)) == [27, 18, 13]


@pytest.mark.parametrize('sign', [-1, 0, 1])
@pytest.mark.parametrize('scale', [Fraction(1, 7), 1, 50])
def test_a_condition_holds_as_its_row_with_its_constant_part_says(sign, scale):
    """Large motions are made smaller to be judged, and the constant part with them."""
    zeros = 0
    for row, given in zip(whole(SMALL[:30]), whole(SMALL[30:]), strict=True):
        motion = tuple(scale * entry for entry in given[:3])
        value = sum(a * b for a, b in zip(row, (*motion, 1), strict=True))
        zeros += value == 0
        for strict in (True, False):
            expected = value == 0 if sign == 0 else sign * value > 0 or (value == 0 and not strict)
            holds = _holds(problem_of([row]), Condition(0, 0, sign), motion, strict)
            assert holds == expected
    assert zeros or scale != 1


def test_rows_that_fix_a_motion_are_the_first_that_depend_on_no_other():
    rows = [(1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, 1.0, 1.0), (0.0, 0.0, 3.0)]
    problem = problem_of([[*row, 0.0] for row in rows], FLOATS)

    def chosen(*asked):
        equations = tuple(Condition(0, row, 0) for row in asked)
        return independent_rows(problem, SimpleNamespace(equations=equations))

    assert chosen(0, 1, 2, 3, 4) == (0, 2, 4)
    assert chosen(3, 2, 0, 4) == (3, 2, 4)
    assert chosen(0, 1, 4, 2) == (0, 4, 2)
    assert chosen(0, 1, 2, 3) == () and chosen(0, 1) == () and chosen(0, 1, 1) == ()
