# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wilson's interval against its own definition and published values."""

import numpy as np
import pytest

from frictioncone_ros.sim.experiments.proportion import Proportion


@pytest.mark.parametrize(('successes', 'trials'), [(0, 50), (50, 50), (7, 10), (597, 600)])
def test_ends_of_the_interval_are_one_quantile_from_the_share(successes, trials):
    proportion = Proportion(successes, trials)
    for end in proportion.interval:
        if 0.0 < end < 1.0:
            spread = np.sqrt(end * (1.0 - end) / trials)
            assert abs(proportion.value - end) == pytest.approx(1.959963984540054 * spread)
    assert proportion.interval[0] <= proportion.value <= proportion.interval[1]


def test_all_of_fifty():
    low, high = Proportion(50, 50).interval
    assert high == pytest.approx(1.0)
    assert low == pytest.approx(50 / (50 + 1.959963984540054**2))


def test_no_trials_know_nothing():
    assert Proportion(0, 0).interval == (0.0, 1.0)
    assert np.isnan(Proportion(0, 0).value)
