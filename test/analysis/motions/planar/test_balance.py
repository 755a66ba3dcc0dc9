# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Balance of planar wrenches: weights or a separating twist, never neither."""

from fractions import Fraction

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.modes.generated_cone import (
    AmbiguousSignError,
    FLOATS,
    FRACTIONS,
)
from frictioncone_ros.analysis.motions.planar.fixed_motion import balance

VECTORS = st.tuples(*[st.integers(-3, 3).map(float)] * 3)
AXES = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


@settings(deadline=None, derandomize=True, max_examples=rounds(80, 300))
@given(st.lists(VECTORS, min_size=1, max_size=7), VECTORS)
def test_either_answer_is_its_own_proof(columns, target):
    found = balance(columns, target, max(1.0, *map(abs, target)), FLOATS)
    matrix, desired = np.array(columns).T, np.array(target)
    if found.possible:
        assert min(found.weights) >= 0.0
        assert matrix @ found.weights == pytest.approx(desired, abs=1e-12)
    else:
        twist = np.array(found.separating_twist)
        assert twist @ desired < 0.0
        assert (twist @ matrix).min() >= -1e-9 * np.abs(twist).max()
    assert found.possible == (nnls(matrix, desired)[1] < 1e-9)


def test_the_border_belongs_to_the_cone():
    assert balance(AXES, [1.0, 1.0, 0.0], 1.0, FLOATS).possible
    assert balance(AXES, [1.0, 1.0, -1e-15], 1.0, FLOATS).possible
    assert not balance(AXES, [1.0, 1.0, -1e-6], 1.0, FLOATS).possible


def test_close_calls_are_left_to_fractions():
    target = [1.0, 1.0, -1e-11]
    with pytest.raises(AmbiguousSignError):
        balance(AXES, target, 1.0, FLOATS)
    exact = [[Fraction(entry) for entry in axis] for axis in AXES]
    desired = [Fraction(entry) for entry in target]
    assert not balance(exact, desired, Fraction(1), FRACTIONS).possible


def test_nothing_balances_only_nothing():
    assert balance([], [0.0, 0.0, 0.0], 1.0, FLOATS).possible
    assert not balance([], [1.0, 0.0, 0.0], 1.0, FLOATS).possible


def test_what_only_rounding_supports_is_left_to_fractions():
    """Two walls tilted by a rounding would hold any weight, with forces as large."""
    with pytest.raises(AmbiguousSignError):
        balance([[1.0, 0.0, 0.0], [-1.0, 2e-12, 0.0]], [0.0, 1.0, 0.0], 1.0, FLOATS)
