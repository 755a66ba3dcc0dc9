# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Mass, centre of mass and bias from readings at rest, with covariances that tell the truth."""

import numpy as np
import pytest
from scipy.stats import chi2
from sensor_loads import (
    BIAS,
    CENTER,
    FORCE_NOISE,
    gravities,
    MASS,
    MOMENT_NOISE,
    recorded,
    SAMPLES,
    true_reading,
)

from frictioncone_ros.estimation.calibration import (
    calibrated_load,
    CalibrationPose,
    no_load,
    SensorLoad,
)
from frictioncone_ros.exceptions import InvalidInputError


def test_twelve_poses_recover_mass_centre_and_bias_within_two_percent():
    rng = np.random.default_rng(7)
    for _ in range(50):
        load = calibrated_load(recorded(rng))
        assert load.mass == pytest.approx(MASS, rel=0.02)
        assert np.linalg.norm(load.center_of_mass - CENTER) < 0.02 * np.linalg.norm(CENTER)
        assert np.linalg.norm(load.bias[:3] - BIAS[:3]) < 0.02 * np.linalg.norm(BIAS[:3])
        assert np.linalg.norm(load.bias[3:] - BIAS[3:]) < 0.02 * np.linalg.norm(BIAS[3:])
        assert load.pose_count == 12


@pytest.mark.parametrize('stated', [True, False], ids=['noise stated', 'noise from what is left'])
def test_the_covariance_is_honest(stated):
    rng = np.random.default_rng(3)
    truth = np.concatenate(((MASS,), MASS * CENTER, BIAS))
    deviations = (FORCE_NOISE / SAMPLES**0.5, MOMENT_NOISE / SAMPLES**0.5) if stated else None
    # Noise from what is left is itself an estimate: of 72 numbers it spreads the ratio wider.
    count = 12 if stated else 60
    squares = []
    for _ in range(500):
        load = calibrated_load(recorded(rng, count), deviations)
        known = np.concatenate(((load.mass,), load.mass * load.center_of_mass, load.bias))
        squares.append((known - truth) @ np.linalg.solve(load.covariance, known - truth))
    least, largest = chi2.ppf((0.025, 0.975), 10 * 500) / 500
    assert least < np.mean(squares) < largest * (1.0 if stated else 1.05)


def test_the_center_has_a_covariance_of_its_own():
    rng = np.random.default_rng(5)
    squares = []
    for _ in range(300):
        load = calibrated_load(
            recorded(rng), (FORCE_NOISE / SAMPLES**0.5, MOMENT_NOISE / SAMPLES**0.5)
        )
        error = load.center_of_mass - CENTER
        squares.append(error @ np.linalg.solve(load.center_covariance, error))
    least, largest = chi2.ppf((0.025, 0.975), 3 * 300) / 300
    assert least < np.mean(squares) < largest


def test_a_reading_is_foretold_with_what_is_not_known():
    rng = np.random.default_rng(11)
    deviations = (FORCE_NOISE / SAMPLES**0.5, MOMENT_NOISE / SAMPLES**0.5)
    squares = []
    for gravity in gravities(rng, 300):
        load = calibrated_load(recorded(rng), deviations)
        error = load.reading(gravity) - true_reading(gravity)
        squares.append(error @ np.linalg.solve(load.reading_covariance(gravity), error))
    least, largest = chi2.ppf((0.025, 0.975), 6 * 300) / 300
    assert least < np.mean(squares) < largest


def test_a_sensor_zeroed_again_keeps_its_tool():
    load = calibrated_load(recorded(np.random.default_rng(1)))
    gravity = np.array((0.0, 0.0, -9.81))
    tool = load.reading(gravity) - load.bias
    again = load.zeroed(CalibrationPose(gravity, tool), np.eye(6))
    assert np.allclose(again.bias, 0.0)
    assert np.allclose(again.reading(gravity), tool)


def test_the_doubt_of_the_tool_cancels_where_the_sensor_was_zeroed_and_doubles_upside_down():
    load = calibrated_load(recorded(np.random.default_rng(1)))
    down = np.array((3.0, -2.0, -9.0))
    noise = np.diag(np.repeat((0.1, 0.01), 3) ** 2)
    again = load.zeroed(CalibrationPose(down, load.reading(down)), noise)
    assert np.allclose(again.reading_covariance(down), noise, rtol=1e-9)
    # What an unsure mass adds, with the bias that makes up for it in the pose of the zeroing.
    tool = SensorLoad(
        load.mass, load.center_of_mass, load.bias, load.covariance.copy(), load.residual, 12
    )
    tool.covariance[4:] = tool.covariance[:, 4:] = 0.0
    for gravity in (-down, np.array((0.0, 9.0, 4.0))):
        expected = noise + tool.reading_covariance(gravity - down)
        assert np.allclose(again.reading_covariance(gravity), expected, rtol=1e-9)


def test_no_load_reads_nothing():
    assert not no_load().reading(np.array((1.0, 2.0, 3.0))).any()
    assert not no_load().reading_covariance(np.array((1.0, 2.0, 3.0))).any()


def test_poses_too_few_or_too_much_alike_are_refused():
    rng = np.random.default_rng(2)
    with pytest.raises(InvalidInputError, match='number of poses is 2'):
        calibrated_load(recorded(rng, 2))
    same = [CalibrationPose(g, true_reading(g)) for g in [np.array((0, 0, -9.81))] * 12]
    with pytest.raises(InvalidInputError, match='upside down'):
        calibrated_load(same)
    # Up and down alone: the centre's height along that line is not told.
    line = [np.array((0, 0, sign * 9.81)) for sign in (1, -1) * 6]
    with pytest.raises(InvalidInputError, match='two axes'):
        calibrated_load([CalibrationPose(g, true_reading(g)) for g in line])


def test_a_turn_about_one_level_axis_is_enough():
    turns = np.linspace(0, 6, 12)
    plane = [9.81 * np.array((np.sin(turn), 0.0, np.cos(turn))) for turn in turns]
    load = calibrated_load([CalibrationPose(g, true_reading(g)) for g in plane], (0.1, 0.01))
    assert load.mass == pytest.approx(MASS) and np.allclose(load.center_of_mass, CENTER)


def test_a_sensor_of_the_other_sign_is_told():
    poses = [
        CalibrationPose(pose.gravity, -pose.wrench) for pose in recorded(np.random.default_rng(4))
    ]
    with pytest.raises(InvalidInputError, match='turn its sign'):
        calibrated_load(poses)


def test_a_mass_that_cannot_be_told_from_none_is_refused():
    rng = np.random.default_rng(6)
    poses = [CalibrationPose(g, rng.normal(size=6)) for g in gravities(rng, 12)]
    with pytest.raises(InvalidInputError, match='mass'):
        calibrated_load(poses)


@pytest.mark.parametrize('bad', [np.nan, np.inf])
def test_numbers_that_are_none_are_refused(bad):
    with pytest.raises(InvalidInputError, match='wrench'):
        CalibrationPose(np.array((0, 0, -9.81)), np.full(6, bad))
    with pytest.raises(InvalidInputError, match='gravity'):
        CalibrationPose(np.full(3, bad), np.zeros(6))
