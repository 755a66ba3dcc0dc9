# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction learned while sliding: the truth stays inside, the prior is never left."""

import numpy as np
import pytest

from frictioncone_ros.estimation.friction_memory import (
    friction_reading,
    FrictionInterval,
    FrictionMemory,
    FrictionReading,
)
from frictioncone_ros.exceptions import InvalidInputError

PRIOR = FrictionInterval(0.2, 0.8)
FORCE_COVARIANCE = 0.1**2 * np.eye(3)
NORMAL = np.array((0.0, 0.6, 0.8))


def sliding_force(rng, friction, size=20.0):
    across = np.cross(NORMAL, rng.normal(size=3))
    return size * (NORMAL + friction * across / np.linalg.norm(across))


def noisy_reading(rng, friction, tilt=0.0):
    force = sliding_force(rng, friction) + 0.1 * rng.normal(size=3)
    normal = NORMAL + tilt * np.cross(rng.normal(size=3), NORMAL)
    normal /= np.linalg.norm(normal)
    return friction_reading(force, normal, FORCE_COVARIANCE, tilt**2 * np.eye(3))


def test_an_exact_force_gives_the_coefficient():
    reading = friction_reading(
        sliding_force(np.random.default_rng(1), 0.37), NORMAL, FORCE_COVARIANCE, np.zeros((3, 3))
    )
    assert reading.ratio == pytest.approx(0.37)


@pytest.mark.parametrize('tilt', [0.0, 0.03], ids=['exact normal', 'normal within 1.7 degrees'])
def test_the_deviation_of_a_reading_is_honest(tilt):
    rng = np.random.default_rng(2)
    found = [noisy_reading(rng, 0.37, tilt) for _ in range(2000)]
    scores = [(one.ratio - 0.37) / one.deviation for one in found]
    assert np.mean(np.square(scores)) == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize('tilt', [0.0, 0.03])
def test_a_force_exactly_along_the_normal_is_no_surer_than_one_beside_it(tilt):
    covariance, unsure = np.diag((0.04, 0.01, 0.01)), tilt**2 * np.eye(3)
    sideways = 0.0 * NORMAL, 1e-9 * np.array((1.0, 0.0, 0.0)), 1e-9 * np.array((0.0, 0.8, -0.6))
    found = [
        friction_reading(20.0 * (NORMAL + across), NORMAL, covariance, unsure)
        for across in sideways
    ]
    assert found[0].ratio == pytest.approx(0.0, abs=1e-12)
    assert found[0].deviation == pytest.approx(found[1].deviation, rel=1e-6)
    assert found[0].deviation > found[2].deviation


@pytest.mark.parametrize('truth', [0.25, 0.4, 0.75])
def test_sliding_narrows_the_interval_around_the_truth(truth):
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(200):
        memory = FrictionMemory(PRIOR)
        for _ in range(20):
            memory.slid(noisy_reading(rng, truth, 0.01))
        interval = memory.interval
        inside += interval.least <= truth <= interval.largest
        assert interval.uncertainty < 0.1 < PRIOR.uncertainty
    assert inside == 200


def test_light_pushes_between_firm_ones_do_not_blur_what_those_tell():
    rng = np.random.default_rng(6)
    firm, both = FrictionMemory(PRIOR), FrictionMemory(PRIOR)
    for _ in range(60):
        reading = FrictionReading(0.5 + 0.01 * rng.normal(), 0.01)
        firm.slid(reading)
        both.slid(reading)
        both.slid(FrictionReading(0.5 + 0.3 * rng.normal(), 0.3))
    assert both.interval.least <= 0.5 <= both.interval.largest
    assert both.interval.uncertainty < 1.5 * firm.interval.uncertainty


@pytest.mark.parametrize('truth, end', [(0.05, 0.2), (1.5, 0.8)])
def test_it_never_leaves_the_prior(truth, end):
    memory = FrictionMemory(PRIOR)
    for _ in range(100):
        memory.slid(FrictionReading(truth, 0.01))
        interval = memory.interval
        assert PRIOR.least <= interval.least <= interval.largest <= PRIOR.largest
    assert interval == FrictionInterval(end, end)


def test_holding_raises_the_lower_end_and_nothing_else():
    memory = FrictionMemory(PRIOR)
    assert memory.interval == PRIOR
    memory.held(FrictionReading(0.5, 0.02))
    assert (memory.interval.least, memory.interval.largest) == (pytest.approx(0.4), 0.8)
    memory.held(FrictionReading(0.3, 0.02))
    assert memory.interval.least == pytest.approx(0.4)
    memory.held(FrictionReading(2.0, 0.02))
    assert memory.interval == FrictionInterval(0.8, 0.8)


def test_it_follows_a_surface_that_changes():
    memory = FrictionMemory(PRIOR)
    for friction in (0.3, 0.6):
        for _ in range(300):
            memory.slid(FrictionReading(friction, 0.01))
    assert memory.interval.least > 0.5


def test_a_force_that_hardly_pushes_says_nothing():
    for force in (np.zeros(3), -5.0 * NORMAL, 0.2 * NORMAL):
        assert friction_reading(force, NORMAL, FORCE_COVARIANCE, np.zeros((3, 3))) is None
    straight = friction_reading(5.0 * NORMAL, NORMAL, FORCE_COVARIANCE, np.zeros((3, 3)))
    assert straight.ratio == pytest.approx(0.0) and np.isfinite(straight.deviation)


@pytest.mark.parametrize('ends', [(-0.1, 0.5), (0.5, 0.4), (0.1, np.inf), (np.nan, 1.0)])
def test_intervals_that_are_none_are_refused(ends):
    with pytest.raises(InvalidInputError, match='friction'):
        FrictionInterval(*ends)


def test_what_slides_is_believed_where_it_was_held_by_more_before():
    """A surface that became slippery: not an exact coefficient above all that was read."""
    memory = FrictionMemory(FrictionInterval(0.1, 0.9))
    for _ in range(50):
        memory.held(FrictionReading(0.65, 0.01))
    assert memory.interval.least >= 0.6
    for _ in range(2000):
        memory.slid(FrictionReading(0.30, 0.02))
    found = memory.interval
    assert found.least <= 0.30 <= found.largest
    assert found.largest - found.least >= 0.02


def test_one_reading_that_lies_is_forgotten():
    memory = FrictionMemory(FrictionInterval(0.1, 0.9))
    memory.held(FrictionReading(0.5, 0.01))
    before = memory.interval.least
    for _ in range(2000):
        memory.slid(FrictionReading(0.55, 0.03))
    assert before > 0.4 and memory.interval.least < memory.interval.largest
