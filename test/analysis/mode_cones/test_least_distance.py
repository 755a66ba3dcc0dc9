# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The nearest point under inequalities, where SciPy's solver alone would be wrong, and proofs."""

import numpy as np
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.mode_cones.clearance_search import (
    _is_optimal,
    Bounds,
    distance_from_cone,
    nearest_point,
)
from frictioncone_ros.analysis.mode_cones.mode_cone import ScaledRows

# y + z = 2 and x - z = -1, each as two opposite bounds, and 2 x + y <= 1.
ROWS = np.array([(0, 1, 1), (1, 0, -1), (0, -1, -1), (-1, 0, 1), (-2, -1, 0)], dtype=float)
LIMITS = np.array([2.0, -1.0, -2.0, 1.0, -1.0])


def unit(rows, limits):
    lengths = np.linalg.norm(rows, axis=1)
    return Bounds(rows / lengths[:, None], np.asarray(limits) / lengths)


def test_opposite_bounds_are_solved_where_the_solver_beneath_fails():
    # With x = z - 1 and y = 2 - z the square 3 z^2 - 6 z + 5 is least at z = 1.
    answer = nearest_point(unit(ROWS, LIMITS), np.zeros(3))
    assert not answer.is_empty
    assert np.allclose(answer.point, (0, 1, 1))
    assert answer.distance == pytest.approx(np.sqrt(2))


def test_the_solver_beneath_really_fails_there_or_has_been_mended():
    bounds = unit(ROWS, LIMITS)
    table = np.vstack((bounds.rows.T, bounds.limits / np.abs(bounds.limits).max()))
    weights, claimed = nnls(table, np.array((0, 0, 0, 1.0)))
    true = np.linalg.norm(table @ weights - (0, 0, 0, 1.0))
    if claimed == pytest.approx(true, abs=1e-6):
        pytest.skip('this SciPy solves it: the check in nearest_point costs little')
    assert true > claimed + 0.01


@pytest.mark.parametrize('seed', range(8))
def test_nearest_point_fulfils_the_kuhn_tucker_conditions(seed):
    random = np.random.default_rng(seed)
    for _ in range(40):
        rows = random.integers(-2, 3, size=(random.integers(1, 9), 3)).astype(float)
        rows = rows[np.linalg.norm(rows, axis=1) > 0.0].reshape(-1, 3)
        limits = random.integers(-2, 3, size=len(rows)).astype(float)
        bounds, preferred = unit(rows, limits), random.integers(-2, 3, size=3).astype(float)
        answer = nearest_point(bounds, preferred)
        if answer.is_empty:
            assert (answer.multipliers >= 0.0).all()
            assert np.allclose(bounds.rows.T @ answer.multipliers, 0.0, atol=1e-6)
            assert bounds.limits @ answer.multipliers > 0.0
            continue
        lacking = bounds.limits - bounds.rows @ answer.point
        assert (lacking <= 1e-7).all()
        touching = bounds.rows[lacking >= -1e-7]
        step = answer.point - preferred
        pushed = nnls(touching.T, step)[1] if len(touching) else np.linalg.norm(step)
        assert pushed <= 1e-6


def test_a_point_that_obeys_stays():
    preferred = np.array((1.0, 2.0, 3.0))
    answer = nearest_point(Bounds(np.eye(3), np.zeros(3)), preferred)
    assert np.array_equal(answer.point, preferred) and answer.distance == 0.0
    free = nearest_point(Bounds(np.zeros((0, 3)), np.zeros(0)), preferred)
    assert np.array_equal(free.point, preferred)


@pytest.mark.parametrize('width', [1e-3, 1e-6, 1e-7, 1e-9])
def test_a_thin_cone_is_no_farther_than_its_apex(width):
    unit = np.array([(width, 1.0, 0.0), (width, -1.0, 0.0)]) / np.hypot(1.0, width)
    thin = ScaledRows(np.ones(3), unit, np.zeros((0, 3)))
    assert distance_from_cone(thin, np.array([1.0, 0.0, 0.0])) == pytest.approx(1.0)
    assert distance_from_cone(thin, np.array([-1.0, 0.0, 0.0])) == 0.0
    assert distance_from_cone(thin, np.zeros(3)) == 0.0


def test_weights_are_the_best_only_where_none_gains_and_those_in_use_have_no_slope():
    table, target = np.array(((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))), np.array((1.0, -1.0, 3.0))
    # Of (x, y) the remainder is (1 - x, -1 - y, 3 - x - y): least at x = 2, y = 0.
    assert _is_optimal(table, target, np.array((2.0, 0.0)))
    assert not _is_optimal(table, target, np.zeros(2))  # x gains, though nothing is in use
    assert not _is_optimal(table, target, np.array((1.0, 0.0)))
    assert not _is_optimal(table, target, np.array((3.0, 0.0)))  # none gains, x has a slope
    assert not _is_optimal(table, target, np.array((2.0, 0.5)))
