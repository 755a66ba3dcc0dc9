# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Non-negative weights by active sets, from any start: the least there is, by the laws of it."""

import numpy as np
import pytest
from scipy.optimize import nnls

from frictioncone_ros.spatial.active_set import _independent, least_from


def problem(seed, size, count, rank=None):
    random = np.random.default_rng(seed)
    columns = random.normal(size=(size, count))
    if rank is not None:
        columns = random.normal(size=(size, rank)) @ random.normal(size=(rank, count))
    return random, columns, random.normal(size=size)


def is_least(columns, target, weights):
    """Tell whether no weight gains, and those in use have no slope (Kuhn and Tucker)."""
    rest = target - columns @ weights
    slopes = rest @ columns
    size = np.abs(target).max() * np.abs(columns).max()
    return (
        weights.min() >= 0.0
        and slopes.max() <= 1e-9 * size
        and np.abs(slopes[weights > 0.0]).max(initial=0.0) <= 1e-9 * size
    )


@pytest.mark.parametrize('seed', range(10))
@pytest.mark.parametrize('shape', [(3, 2), (3, 8), (6, 6), (6, 20), (4, 12, 2)])
def test_they_are_the_least_from_any_start(seed, shape):
    random, columns, target = problem(seed, *shape)
    least = nnls(columns, target)[1]
    starts = [np.zeros(shape[1]), random.exponential(size=shape[1]), nnls(columns, target)[0]]
    starts.append(1e6 * (random.random(shape[1]) < 0.3))
    for start in starts:
        found = least_from(columns, target, start)
        assert is_least(columns, target, found)
        assert np.linalg.norm(target - columns @ found) == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize('tilt', [0.0, 1e-16, 1e-12])
def test_columns_that_are_alike_or_opposite_end_the_search_too(tilt):
    columns = np.array(((1.0, 1.0, -1.0, 0.0, 0.0), (0.0, tilt, 0.0, 1.0, -1.0)))
    for target in np.array(((2.0, 3.0), (-2.0, 0.5), (0.0, -1.0), (0.0, 0.0))):
        for start in (np.zeros(5), np.ones(5), np.array((5.0, 0.0, 5.0, 1.0, 1.0))):
            found = least_from(columns, target, start)
            assert columns @ found == pytest.approx(target, abs=1e-9)
            assert found.sum() <= np.abs(target).sum() + 1e-9


@pytest.mark.parametrize('seed', range(6))
def test_independent_columns_stand_for_all_and_squeeze_no_harder(seed):
    random, columns, _ = problem(seed, 3, 7)
    weights = random.exponential(size=7)
    used, loads = _independent(columns, weights)
    assert np.linalg.matrix_rank(columns[:, used]) == len(used) <= 3
    assert columns[:, used] @ loads == pytest.approx(columns @ weights)
    assert loads.min() >= 0.0 and loads.sum() <= weights.sum() + 1e-12
