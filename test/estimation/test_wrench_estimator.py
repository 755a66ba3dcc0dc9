# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From readings to contacts: made and lost, in the frame desired, friction inside its prior."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2
from sensor_loads import recorded, true_reading

from frictioncone_ros.contact import CircularCone, ContactPoint, FrictionPyramid, SoftFinger
from frictioncone_ros.estimation.calibration import calibrated_load, no_load, SensorLoad
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.estimation.friction_memory import FrictionInterval
from frictioncone_ros.estimation.sensing import pitch_deviation
from frictioncone_ros.estimation.surfaces import surface
from frictioncone_ros.estimation.wrench_estimator import (
    MeasuredWrench,
    TouchThresholds,
    WrenchEstimator,
    WrenchSettings,
)
from frictioncone_ros.spatial import RigidTransform

BALL = 'sphere 0.03'
PRIOR = FrictionInterval(0.2, 0.8)
SETTINGS = WrenchSettings(
    surface(BALL), False, TouchThresholds(2.0, 1.0), (0.1, 0.01), 0.0002, PRIOR, body='tool'
)
DOWN = np.array((0.0, 0.0, -9.81))
STILL = RigidTransform(np.eye(3), np.zeros(3))
NOISE = np.diag(np.repeat((0.1, 0.01), 3) ** 2)


def pressed(force, point):
    return np.concatenate((force, np.cross(point, force)))


def load():
    covariance = np.diag([1e-6, *[1e-9] * 3, *[1e-4] * 3, *[1e-6] * 3])
    return SensorLoad(
        1.0, np.array((0, 0, 0.1)), np.array((1.0, 2, 3, 0, 0, 0)), covariance, np.zeros(2), 12
    )


def test_the_load_is_taken_off_and_its_doubt_added():
    estimator = WrenchEstimator(SETTINGS, load())
    outside = pressed(np.array((0, 0, 10.0)), np.array((0, 0, -0.03)))
    measured = estimator.compensated(load().reading(DOWN) + outside, DOWN)
    assert np.allclose(measured.wrench, outside)
    assert np.allclose(measured.covariance, NOISE + load().reading_covariance(DOWN))
    assert estimator.touching


def test_contact_is_made_and_lost_by_the_thresholds():
    estimator = WrenchEstimator(SETTINGS, no_load())
    counts = []
    for force in (0.0, 1.5, 2.5, 1.5, 0.5):
        reading = pressed(np.array((0, 0, force)), np.array((0, 0, -0.03)))
        measured = estimator.compensated(reading, DOWN)
        counts.append(len(estimator.sensed(measured, STILL)))
    assert counts == [0, 0, 1, 1, 0]


def test_a_sensed_contact_is_stated_in_the_frame_wanted():
    # The surface's frame is turned by 90 degrees about x and stands at (1, 2, 3).
    place = RigidTransform(np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]), np.array((1.0, 2, 3)))
    force, point = np.array((1.0, 0, 20.0)), np.array((0, 0, -0.03))
    estimator = WrenchEstimator(SETTINGS, no_load())
    measured = estimator.compensated(pressed(force, point), DOWN)
    found = estimator.sensed(measured, place)[0]
    out = place.rotation.T
    assert np.allclose(found.point.contact_position, place.position + out @ point, atol=1e-6)
    assert np.allclose(found.point.contact_normal, out @ (0, 0, 1.0), atol=1e-6)
    assert np.allclose(found.force, out @ force)
    assert found.point.body == 'tool' and found.probability == pytest.approx(1.0)
    assert found.point.friction.friction_coefficient == pytest.approx(0.5)
    assert found.friction_uncertainty == pytest.approx(0.3)
    # Sharp along the normal, as wide as moment over force across.
    across, along = out @ (1.0, 0, 0), out @ (0, 0, 1.0)
    assert across @ found.position_covariance @ across == pytest.approx((0.01 / 20) ** 2, rel=0.2)
    assert along @ found.position_covariance @ along < 0.0003**2


def test_a_wrench_beside_the_tip_is_no_contact_and_not_free_space():
    estimator = WrenchEstimator(SETTINGS, no_load())
    beside = pressed(np.array((0, 0, 20.0)), np.array((0.05, 0, 0)))
    assert estimator.sensed(estimator.compensated(beside, DOWN), STILL) is None
    without = WrenchEstimator(replace(SETTINGS, surface=None), no_load())
    assert without.sensed(without.compensated(beside, DOWN), STILL) is None


@pytest.mark.parametrize('moment, count', [(0.04, 1), (-0.04, 1), (0.06, 0), (-0.06, 0)])
def test_a_moment_along_the_force_is_of_no_point_contact(moment, count):
    """Five deviations of 0.01 N m are noise yet; of a soft tip it is its own."""
    reading = pressed(np.array((0, 0, 20.0)), np.array((0, 0, -0.03)))
    reading[5] = moment
    estimator = WrenchEstimator(SETTINGS, no_load())
    found = estimator.sensed(estimator.compensated(reading, DOWN), STILL)
    assert found is None if count == 0 else len(found) == count


def test_two_contacts_that_turn_the_tip_are_not_told_as_one():
    points = 0.03 * np.array([(0.6, 0, -0.8), (-0.6, 0, -0.8)])
    # Each within friction of 0.5 about its normal; together they push along z and turn about it.
    forces = [
        -10.0 * point / 0.03 + (0, side, 0) for point, side in zip(points, (4, -4), strict=True)
    ]
    reading = sum(pressed(force, point) for force, point in zip(forces, points, strict=True))
    estimator = WrenchEstimator(SETTINGS, no_load())
    assert estimator.sensed(estimator.compensated(reading, DOWN), STILL) is None


def test_the_doubt_of_a_moment_along_the_force_is_that_of_its_noise():
    rng = np.random.default_rng(4)
    for _ in range(5):
        wrench = rng.normal(size=6) * np.repeat((20.0, 1.0), 3)
        root = rng.normal(size=(6, 6)) * np.repeat((0.1, 0.01), 3)[:, None]
        readings = wrench + rng.normal(size=(20_000, 6)) @ root.T
        forces, moments = readings[:, :3], readings[:, 3:]
        along = np.sum(forces * moments, axis=1) / np.linalg.norm(forces, axis=1)
        assert pitch_deviation(wrench, root @ root.T) == pytest.approx(along.std(), rel=0.03)


def test_a_soft_tip_has_a_soft_contact_with_its_moment():
    settings = replace(SETTINGS, soft=True, torsion=0.01)
    estimator = WrenchEstimator(settings, no_load())
    reading = pressed(np.array((0, 0, 20.0)), np.array((0, 0, -0.03)))
    reading[5] = 0.05
    found = estimator.sensed(estimator.compensated(reading, DOWN), STILL)[0]
    assert isinstance(found.point.friction, SoftFinger)
    assert found.normal_moment == pytest.approx(0.05, abs=1e-6)


def known(x, velocity=None, friction=None, uncertainty=0.0):
    return ContactEstimate(
        ContactPoint((x, 0, 0), (0, 0, 1.0), friction or CircularCone(0.5), name=f'at {x}'),
        relative_velocity=velocity,
        friction_uncertainty=uncertainty,
    )


def test_known_contacts_get_their_part():
    estimator = WrenchEstimator(SETTINGS, no_load())
    contacts = [known(0.1), known(-0.1)]
    wrench = pressed(np.array((0, 0, 10.0)), (0.1, 0, 0)) + pressed(
        np.array((0, 0, 30.0)), (-0.1, 0, 0)
    )
    found = estimator.shared(MeasuredWrench(wrench, NOISE), contacts)
    assert [round(one.force[2]) for one in found] == [10, 30]
    assert all(one.force_covariance is not None for one in found)


def test_friction_is_learned_where_it_slides_and_only_there():
    rng = np.random.default_rng(4)
    truth = 0.35
    intervals = {}
    for name, velocity in (('slides', np.array((-0.05, 0, 0))), ('sticks', np.zeros(3))):
        estimator = WrenchEstimator(SETTINGS, no_load())
        for _ in range(100):
            force = np.array((truth * 20.0, 0, 20.0)) + 0.1 * rng.normal(size=3)
            measured = MeasuredWrench(pressed(force, (0.1, 0, 0)), NOISE)
            found = estimator.shared(measured, [known(0.1, velocity)])[0]
        middle, half = found.point.friction.friction_coefficient, found.friction_uncertainty
        intervals[name] = middle - half, middle + half
    least, largest = intervals['slides']
    assert PRIOR.least <= least <= truth <= largest <= PRIOR.largest
    assert largest - least < 0.2
    assert intervals['sticks'][0] <= truth and intervals['sticks'][1] == PRIOR.largest


def corners(velocities, bodies=('pad', 'block')):
    return [
        ContactEstimate(
            ContactPoint(
                (x, y, 0),
                (0, 0, 1.0),
                CircularCone(0.45),
                name=f'pad:block/{index}',
                body=bodies[0],
                other_body=bodies[1],
            ),
            relative_velocity=np.asarray(velocity, float),
            position_covariance=1e-8 * np.eye(3),
            friction_uncertainty=0.1,
        )
        for index, ((x, y), velocity) in enumerate(
            zip(((0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1)), velocities, strict=True)
        )
    ]


ALONG = [(-0.03, 0.0, 0.0)] * 4
ROUND = [(-0.03, 0.03, 0), (-0.03, -0.03, 0), (0.03, -0.03, 0), (0.03, 0.03, 0)]


@pytest.mark.parametrize(
    ('velocities', 'bodies', 'narrow'),
    [
        (ALONG, ('pad', 'block'), True),
        # What turns on the spot pulls nowhere: no upper end from it.
        (ROUND, ('pad', 'block'), False),
        # Of bodies without names nobody knows that they are the same: each corner for itself.
        (ALONG, ('', ''), False),
        (ALONG, ('pad', ''), False),
    ],
)
def test_a_sliding_patch_tells_the_friction_of_all_its_corners(velocities, bodies, narrow):
    rng = np.random.default_rng(5)
    truth = 0.5
    estimator = WrenchEstimator(SETTINGS, no_load())
    for _ in range(60):
        force = np.array((truth * 15.0, 0, 15.0)) + 0.1 * rng.normal(size=3)
        measured = MeasuredWrench(pressed(force, (0.0, 0, 0.02)), NOISE)
        found = estimator.shared(measured, corners(velocities, bodies))
    intervals = {
        (round(one.point.friction.friction_coefficient, 9), round(one.friction_uncertainty, 9))
        for one in found
    }
    least, largest = min(a - b for a, b in intervals), max(a + b for a, b in intervals)
    assert least <= truth <= largest
    if narrow:
        assert len(intervals) == 1
        assert least > 0.46 and largest < 0.54
    else:
        assert largest == pytest.approx(0.55)


def test_a_patch_pressed_on_one_side_learns_from_the_corners_that_carry():
    estimator = WrenchEstimator(SETTINGS, no_load())
    for _ in range(30):
        force = np.array((0.4 * 15.0, 0, 15.0))
        measured = MeasuredWrench(pressed(force, (0.12, 0, 0)), NOISE)
        found = estimator.shared(measured, corners(ALONG))
    assert sum(not one.force.any() for one in found) == 2
    for one in found:
        assert one.point.friction.friction_coefficient == pytest.approx(0.4, abs=0.05)
        assert one.friction_uncertainty < 0.06


def test_a_known_contacts_own_interval_is_its_prior():
    estimator = WrenchEstimator(SETTINGS, no_load())
    moving = np.array((-0.05, 0, 0))
    contact = known(0.1, moving, CircularCone(0.6), 0.05)
    for _ in range(50):
        force = np.array((0.1 * 20.0, 0, 20.0))
        found = estimator.shared(MeasuredWrench(pressed(force, (0.1, 0, 0)), NOISE), [contact])
    assert found[0].point.friction.friction_coefficient == pytest.approx(0.55)


def test_two_materials_on_the_same_two_bodies_are_learned_apart():
    """A rubber pad and a bare edge of one tool: what the pad holds says nothing of the edge."""
    estimator = WrenchEstimator(SETTINGS, no_load())
    pad, edge = (
        ContactEstimate(
            ContactPoint(
                (x, 0, 0), (0, 0, 1.0), CircularCone(mu), name, body='tool', other_body='b'
            ),
            friction_uncertainty=0.05,
        )
        for x, mu, name in ((0.1, 0.7, 'pad'), (-0.1, 0.2, 'edge'))
    )
    wrench = pressed(np.array((10.0, 0, 20.0)), (0.09, 0, 0))
    for _ in range(20):
        found = estimator.shared(MeasuredWrench(wrench, NOISE), [pad, edge])
    for one, before in zip(found, (pad, edge), strict=True):
        known_mu = before.point.friction.friction_coefficient
        assert one.point.friction.friction_coefficient == pytest.approx(known_mu, abs=0.05)


def test_a_soft_finger_that_turns_as_it_slides_has_no_less_friction():
    """Its moment takes a part of the friction: the ratio of its forces is a lower bound."""
    estimator = WrenchEstimator(SETTINGS, no_load())
    truth, torsion, moment_share = 0.6, 0.02, 0.8
    finger = known(0.1, np.array((-0.05, 0, 0)), SoftFinger(truth, torsion), 0.1)
    across = truth * (1.0 - moment_share**2) ** 0.5
    wrench = pressed(np.array((across * 20.0, 0, 20.0)), (0.1, 0, 0))
    wrench[5] += moment_share * torsion * 20.0
    for _ in range(20):
        found = estimator.shared(MeasuredWrench(wrench, NOISE), [finger])[0]
    assert found.normal_moment == pytest.approx(moment_share * torsion * 20.0, rel=0.05)
    assert np.allclose(found.force, (across * 20.0, 0, 20.0), atol=0.05)
    middle, half = found.point.friction.friction_coefficient, found.friction_uncertainty
    assert middle - half <= truth <= middle + half


def test_corners_that_slide_different_ways_do_not_lower_the_friction():
    """One that creeps across their way carries nearly all: the ratio of the sum is no friction."""
    truth = 0.5
    estimator = WrenchEstimator(SETTINGS, no_load())
    slips = np.array([(-1.0, 0, 0), (-1.0, 0, 0), (0, -0.02, 0), (-1.0, 0, 0)])
    patch = [
        replace(one, relative_velocity=slip)
        for one, slip in zip(corners(ALONG), slips, strict=True)
    ]
    wrench = np.zeros(6)
    for one, push in zip(patch, (3.0, 3.0, 11.0, 3.0), strict=True):
        way = one.relative_velocity / np.linalg.norm(one.relative_velocity)
        force = push * (np.array((0, 0, 1.0)) - truth * way)
        wrench += pressed(force, one.point.contact_position)
    for _ in range(20):
        found = estimator.shared(MeasuredWrench(wrench, NOISE), patch)[0]
    middle, half = found.point.friction.friction_coefficient, found.friction_uncertainty
    assert middle - half <= truth <= middle + half


def test_what_is_pinched_between_two_is_not_held_by_one_of_them():
    """A body squeezed with 100 N and pulled: only 5 N and the pull are seen, the rest cancels."""
    estimator = WrenchEstimator(SETTINGS, no_load())
    jaws = [
        ContactEstimate(
            ContactPoint((x, 0, 0), (-np.sign(x), 0, 0), CircularCone(0.5), name=f'jaw {x}'),
            friction_uncertainty=0.2,
        )
        for x in (-0.05, 0.05)
    ]
    wrench = pressed(np.array((100.0, 0, 5.0)), (-0.05, 0, 0)) + pressed(
        np.array((-95.0, 0, 5.0)), (0.05, 0, 0)
    )
    for _ in range(20):
        found = estimator.shared(MeasuredWrench(wrench, NOISE), jaws)
    for one in found:
        least = one.point.friction.friction_coefficient - one.friction_uncertainty
        assert least == pytest.approx(0.3)


def test_a_pyramid_keeps_its_two_coefficients():
    estimator = WrenchEstimator(SETTINGS, no_load())
    contact = known(0.1, None, FrictionPyramid(0.5), 0.1)
    wrench = pressed(np.array((0, 0, 20.0)), (0.1, 0, 0))
    found = estimator.shared(MeasuredWrench(wrench, NOISE), [contact])[0]
    assert found.point.friction == FrictionPyramid(0.5) and found.friction_uncertainty == 0.1


def test_the_whole_chain_is_honest_over_500_scenes():
    """Calibrated, compensated, sensed: position errors against their stated covariances."""
    rng = np.random.default_rng(0)
    settings = replace(SETTINGS, surface_deviation=0.0)
    squares = []
    for _ in range(500):
        found_load = calibrated_load(recorded(rng), (0.1 / 50**0.5, 0.01 / 50**0.5))
        direction = rng.normal(size=3)
        point = 0.03 * direction / np.linalg.norm(direction)
        across = np.cross(point, rng.normal(size=3))
        force = rng.uniform(15, 40) * (
            -point / 0.03 + 0.3 * rng.uniform() * across / np.linalg.norm(across)
        )
        gravity = 9.81 * (turn := rng.normal(size=3)) / np.linalg.norm(turn)
        noise = np.repeat((0.1, 0.01), 3) * rng.normal(size=6)
        reading = true_reading(gravity) + pressed(force, point) + noise
        estimator = WrenchEstimator(settings, found_load)
        found = estimator.sensed(estimator.compensated(reading, gravity), STILL)[0]
        error = found.point.contact_position - point
        values, vectors = np.linalg.eigh(found.position_covariance)
        squares.append(np.sum((vectors[:, 1:].T @ error) ** 2 / values[1:]))
    least, largest = chi2.ppf((0.025, 0.975), 2 * 500) / 500
    assert least < np.mean(squares) < largest
