# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact made and lost by thresholds, and how sure that is."""

import numpy as np
import pytest
from scipy.stats import chi2

from frictioncone_ros.estimation.wrench_estimator import touch_probability, TouchThresholds
from frictioncone_ros.exceptions import InvalidInputError


def test_between_the_thresholds_it_stays_as_it_was():
    thresholds, touching = TouchThresholds(2.0, 1.0), False
    told = []
    for force in (0.5, 1.5, 1.99, 2.01, 1.5, 1.01, 0.99, 1.5, 3.0):
        touching = thresholds.is_touching(force, touching)
        told.append(touching)
    assert told == [False, False, False, True, True, True, False, False, True]


@pytest.mark.parametrize('made, lost', [(1.0, 1.0), (1.0, 2.0), (1.0, -1.0), (np.inf, 1.0)])
def test_thresholds_that_would_flicker_are_refused(made, lost):
    with pytest.raises(InvalidInputError, match='force'):
        TouchThresholds(made, lost)


def test_the_probability_is_that_of_chi_square():
    covariance = np.diag((0.01, 0.04, 0.09))
    for force in np.random.default_rng(1).normal(size=(20, 3)) * 0.3:
        square = force @ np.linalg.solve(covariance, force)
        assert touch_probability(force, covariance) == pytest.approx(chi2.cdf(square, 3))
    assert touch_probability(np.zeros(3), covariance) == 0.0
    assert touch_probability(np.array((0, 0, 100.0)), covariance) == 1.0
