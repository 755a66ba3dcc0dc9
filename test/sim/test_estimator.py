# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The estimator's faults: each as large as stated, all reproducible."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.estimator import ContactEstimator, EstimatorFaults
from frictioncone_ros.sim.snapshot import ContactSnapshot

STATE = ContactState(
    [
        ContactPoint((0.1, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='a'),
        ContactPoint((-0.1, 0.0, 0.0), (0.0, 1.0, 0.0), CircularCone(0.5), name='b'),
    ]
)
FORCES = np.array([[10.0, 1.0, 0.0], [5.0, 0.0, -1.0]])


def truth(time: float = 0.0) -> ContactSnapshot:
    return ContactSnapshot(time, STATE, FORCES)


def test_perfect_estimator_tells_the_truth():
    seen = ContactEstimator(EstimatorFaults(), seed=1).observe(truth())
    np.testing.assert_array_equal(seen.state.normals, STATE.normals)
    np.testing.assert_array_equal(seen.forces, FORCES)
    assert seen.state.contacts[0].friction == CircularCone(0.5)


def test_noise_has_the_stated_size():
    faults = EstimatorFaults(normal_noise=0.02, position_noise=0.001, force_noise=0.3)
    estimator = ContactEstimator(faults, seed=2)
    seen = [estimator.observe(truth()) for _ in range(2000)]
    tilts = np.array([snapshot.state.normals[0, :2] for snapshot in seen])
    shifts = np.array([snapshot.state.positions[0] - STATE.positions[0] for snapshot in seen])
    errors = np.array([snapshot.forces - FORCES for snapshot in seen])
    assert tilts.std() == pytest.approx(0.02, rel=0.05)
    assert shifts.std() == pytest.approx(0.001, rel=0.05)
    assert errors.std() == pytest.approx(0.3, rel=0.05)
    assert abs(tilts.mean()) < 0.002


def test_constant_errors_stay():
    estimator = ContactEstimator(EstimatorFaults(normal_noise=0.1, constant=True), seed=3)
    first, second = estimator.observe(truth(0.0)), estimator.observe(truth(0.001))
    np.testing.assert_array_equal(first.state.normals, second.state.normals)
    assert not np.allclose(first.state.normals, STATE.normals)


def test_friction_is_misreported():
    seen = ContactEstimator(EstimatorFaults(friction_error=0.1), seed=1).observe(truth())
    assert seen.state.contacts[1].friction.friction_coefficient == pytest.approx(0.55)


def test_delay_is_the_age_of_what_is_reported():
    estimator = ContactEstimator(EstimatorFaults(delay=0.003), seed=1)
    ages = []
    for step in range(10):
        seen = estimator.observe(truth(0.001 * step))
        ages.append(None if seen is None else round(0.001 * step - seen.time, 9))
    assert ages == [None] * 3 + [0.003] * 7


def test_drop_out_is_silence_and_as_frequent_as_stated():
    estimator = ContactEstimator(EstimatorFaults(drop_out=0.3), seed=5)
    silent = sum(estimator.observe(truth(0.001 * step)) is None for step in range(3000))
    assert silent / 3000 == pytest.approx(0.3, abs=0.03)


def test_same_seed_same_reports():
    faults = EstimatorFaults(normal_noise=0.1, force_noise=1.0, drop_out=0.2)
    runs = []
    for _ in range(2):
        estimator = ContactEstimator(faults, seed=9)
        runs.append([estimator.observe(truth(0.001 * step)) for step in range(20)])
    for first, second in zip(*runs, strict=True):
        assert (first is None) == (second is None)
        if first is not None:
            np.testing.assert_array_equal(first.forces, second.forces)


@pytest.mark.parametrize('faults', [{'drop_out': 1.5}, {'delay': -1.0}, {'friction_error': -2.0}])
def test_impossible_faults_are_refused(faults):
    with pytest.raises(InvalidInputError):
        EstimatorFaults(**faults)
