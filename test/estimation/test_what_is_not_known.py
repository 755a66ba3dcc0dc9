# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A source of contacts claims no more than it knows: friction, force, load, and since when."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2
from sensor_loads import BIAS, CENTER, MASS, recorded

from frictioncone_ros.contact import CircularCone, ContactPoint
from frictioncone_ros.estimation.calibration import (
    calibrated_load,
    no_load,
    PoseRecorder,
    SensorLoad,
)
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.estimation.friction_memory import FrictionInterval
from frictioncone_ros.estimation.surfaces import surface
from frictioncone_ros.estimation.wrench_estimator import (
    MeasuredWrench,
    TouchThresholds,
    WrenchEstimator,
    WrenchSettings,
)
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.spatial import RigidTransform

PRIOR = FrictionInterval(0.2, 0.8)
SETTINGS = WrenchSettings(
    surface('sphere 0.03'), False, TouchThresholds(2.0, 1.0), (0.1, 0.01), 0.0, PRIOR
)
NOISE = np.diag(np.repeat((0.1, 0.01), 3) ** 2)
STILL = RigidTransform(np.eye(3), np.zeros(3))
DOWN = np.array((0.0, 0.0, -9.81))


def known(friction, uncertainty=0.0, **names):
    point = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(friction), 'foot', **names)
    return ContactEstimate(point, friction_uncertainty=uncertainty)


def ends(contact):
    middle, half = contact.point.friction.friction_coefficient, contact.friction_uncertainty
    return middle - half, middle + half


def measured(across, push):
    return MeasuredWrench(np.array((across, 0.0, push, 0.0, 0.0, 0.0)), NOISE)


@pytest.mark.parametrize(
    'stated, expected', [(0.1, (0.1, 0.8)), (0.5, (0.2, 0.8)), (1.1, (0.2, 1.1))]
)
def test_no_more_friction_is_claimed_than_a_known_contact_states(stated, expected):
    """A coefficient without an interval: the sensor's prior may be above what is stated."""
    estimator = WrenchEstimator(SETTINGS, no_load())
    (found,) = estimator.shared(measured(0.0, 20.0), [known(stated)])
    assert ends(found) == pytest.approx(expected)


def test_what_comes_again_by_its_own_name_alone_may_be_another_thing():
    for names, remembered in (({}, False), ({'body': 'pad', 'other_body': 'desk'}, True)):
        estimator = WrenchEstimator(SETTINGS, no_load())
        contact = known(0.5, 0.3, **names)
        for _ in range(5):
            (found,) = estimator.shared(measured(12.0, 20.0), [contact])
        assert ends(found)[0] > 0.5
        estimator.shared(measured(0.0, 0.0), [])
        (found,) = estimator.shared(measured(0.0, 20.0), [contact])
        assert (ends(found)[0] > 0.5) == remembered


@pytest.mark.parametrize('other_body, remembered', [('', False), ('desk', True)])
def test_a_tip_that_lets_go_may_touch_something_slippery_next(other_body, remembered):
    settings = replace(SETTINGS, body='tip', other_body=other_body)
    estimator = WrenchEstimator(settings, no_load())

    def sensed(across, push):
        force = np.array((across, 0.0, push))
        reading = np.concatenate((force, np.cross((0.0, 0.0, -0.03), force)))
        return estimator.sensed(estimator.compensated(reading, DOWN), STILL)

    for _ in range(5):
        (held,) = sensed(12.0, 20.0)
    assert sensed(0.0, 0.0) == []
    (found,) = sensed(0.0, 20.0)
    assert ends(held)[0] > 0.4
    assert (ends(found)[0] > 0.4) == remembered


def test_a_reading_of_zero_does_not_say_that_nothing_presses():
    """Sensors with a dead band read exactly that; each force is unsure by the noise then."""
    estimator = WrenchEstimator(SETTINGS, no_load())
    (found,) = estimator.shared(measured(0.0, 0.0), [known(0.5)])
    assert 0.05**2 < found.force_covariance[2, 2] <= 0.1**2


def test_a_load_of_few_poses_is_as_unsure_as_it_is():
    """Of four poses the fit leaves twelve numbers for ten unknowns of each kind, or fewer."""
    rng = np.random.default_rng(7)
    truth = np.concatenate(((MASS,), MASS * CENTER, BIAS))
    squares = []
    while len(squares) < 100:
        try:
            load = calibrated_load(recorded(rng, 5))
        except InvalidInputError:
            continue  # too much alike
        error = np.concatenate(((load.mass,), load.mass * load.center_of_mass, load.bias)) - truth
        squares.append(error @ np.linalg.solve(load.covariance, error))
    assert np.mean(squares) < chi2.ppf(0.99, 10 * 100) / 100


@pytest.mark.parametrize('entry, value', [((0, 0), -1.0), ((0, 5), 0.5), ((2, 1), 1e-3)])
def test_a_covariance_that_is_none_is_refused(entry, value):
    covariance = np.eye(10) * 1e-2
    covariance[entry] = value
    if entry == (0, 5):
        covariance[5, 0] = value
    with pytest.raises(InvalidInputError, match='covariance'):
        SensorLoad(1.0, np.zeros(3), np.zeros(6), covariance, np.zeros(2), 4)


def test_a_load_without_mass_has_no_centre():
    with pytest.raises(InvalidInputError, match='mass'):
        _ = no_load().center_covariance


def test_readings_of_no_gravity_and_of_another_time_are_no_pose():
    recorder = PoseRecorder(0.5)
    for index in range(20):
        recorder.add(100.0 + 0.01 * index, np.zeros(6), np.zeros(3))
    with pytest.raises(InvalidInputError, match='gravity'):
        recorder.pose(100.2)
    # The clock is set back: what was kept is of no window of now.
    recorder.add(1.0, np.zeros(6), DOWN)
    with pytest.raises(InvalidInputError, match='is 1, expected 10'):
        recorder.pose(1.0)


@pytest.mark.parametrize('words', ['cylinder 1e-200 1', 'ellipsoid 1 1 1e-170', 'sphere 1e300'])
def test_sizes_whose_squares_are_no_numbers_are_refused(words):
    with pytest.raises(FrictionConeError, match='sizes'):
        surface(words)


def test_of_a_pinch_that_much_friction_holds_no_more_is_learned_than_there_is():
    """Its normal part seemed small where friction was taken to be no more than the middle."""
    places = np.array([(0.0154, -0.0096, 0.0039), (-0.0293, -0.0056, -0.0193)])
    normals = np.array([(-0.9369, 0.0939, 0.3368), (0.8469, 0.3532, 0.3974)])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    wrench = np.array((-42.206, -33.93, -27.931, 0.248, 0.157, -0.654))
    line = (places[1] - places[0]) / np.linalg.norm(places[1] - places[0])
    # All forces that make this wrench: some, and more or less of a pinch along the line.
    maps = np.vstack((np.tile(np.eye(3), 2), np.hstack([-cross(np.eye(3), p) for p in places])))
    some = np.linalg.lstsq(maps, wrench, rcond=None)[0].reshape(2, 3)
    least = min(
        max(ratio(some[0] + pinch * line, normals[0]), ratio(some[1] - pinch * line, normals[1]))
        for pinch in np.linspace(-100.0, 100.0, 4001)
    )
    assert least < 1.5
    contacts = [
        ContactEstimate(
            ContactPoint(place, normal, CircularCone(0.5), name=str(index)),
            friction_uncertainty=1.5,
        )
        for index, (place, normal) in enumerate(zip(places, normals, strict=True))
    ]
    found = WrenchEstimator(SETTINGS, no_load()).shared(MeasuredWrench(wrench, NOISE), contacts)
    for contact in found:
        told = contact.point.friction.friction_coefficient - contact.friction_uncertainty
        assert told <= least


def cross(rows, place):
    """Columns: the force along each axis crossed with a place."""
    return np.cross(rows, place).T


def ratio(force, normal):
    push = force @ normal
    return np.linalg.norm(force - push * normal) / push if push > 0.0 else np.inf
