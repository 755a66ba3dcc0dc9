# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Poses and loads in files, and the verb that goes from one to the other."""

import numpy as np
import pytest

from frictioncone_ros.cli.main import main
from frictioncone_ros.estimation.calibration import calibrated_load, CalibrationPose
from frictioncone_ros.estimation.calibration_files import (
    read_load,
    read_poses,
    write_load,
    write_poses,
)
from frictioncone_ros.exceptions import InvalidInputError

MASS, CENTER, BIAS = 0.8, np.array((0.0, 0.02, 0.05)), np.array((1.0, 2, 3, 0.1, 0.2, 0.3))


@pytest.fixture
def poses():
    rng = np.random.default_rng(5)
    made = []
    for direction in rng.normal(size=(12, 3)):
        gravity = 9.81 * direction / np.linalg.norm(direction)
        load = np.concatenate((MASS * gravity, MASS * np.cross(CENTER, gravity)))
        made.append(CalibrationPose(gravity, load + BIAS + 0.001 * rng.normal(size=6)))
    return made


@pytest.fixture
def file(tmp_path, poses):
    write_poses(tmp_path / 'poses.yaml', poses)
    return tmp_path / 'poses.yaml'


def test_poses_come_back_as_they_were(file, poses):
    for read, written in zip(read_poses(file), poses, strict=True):
        assert np.allclose(read.gravity, written.gravity)
        assert np.allclose(read.wrench, written.wrench)


def test_an_orientation_says_where_down_is(tmp_path):
    file = tmp_path / 'poses.yaml'
    # On its head; and turned by 90 degrees about x, so that its y axis points up.
    file.write_text(
        'gravity: 10\nposes:\n'
        '- {orientation: [1, 0, 0, 0], wrench: [0, 0, 0, 0, 0, 0]}\n'
        '- {orientation: [0.70710678, 0, 0, 0.70710678], wrench: [0, 0, 0, 0, 0, 0]}\n'
        '- {orientation: [0, 0, 0, 1], wrench: [0, 0, 0, 0, 0, 0]}\n',
        encoding='utf-8',
    )
    down = [pose.gravity for pose in read_poses(file)]
    assert np.allclose(down, [(0, 0, 10), (0, -10, 0), (0, 0, -10)], atol=1e-6)


def test_a_load_comes_back_as_it_was(tmp_path, poses):
    load = calibrated_load(poses)
    write_load(tmp_path / 'load.yaml', load)
    read = read_load(tmp_path / 'load.yaml')
    for name in ('mass', 'center_of_mass', 'bias', 'covariance', 'residual', 'pose_count'):
        assert np.allclose(getattr(read, name), getattr(load, name), rtol=1e-9, atol=1e-15)


def test_the_verb_says_and_writes_the_load(tmp_path, file, capsys):
    output = tmp_path / 'load.yaml'
    assert main(['calibrate', str(file), '--output', str(output)]) == 0
    said = capsys.readouterr().out
    assert '12 poses' in said and 'mass [kg]' in said and '0.800' in said
    assert read_load(output).mass == pytest.approx(MASS, rel=0.01)


def test_stated_deviations_decide_the_covariance(tmp_path, file, capsys):
    found = []
    for deviation in ('0.1', '1.0'):
        output = tmp_path / 'load.yaml'
        words = ['--force-deviation', deviation, '--moment-deviation', deviation]
        assert main(['calibrate', str(file), '-o', str(output), *words]) == 0
        found.append(read_load(output).covariance)
    assert np.allclose(found[1], 100.0 * found[0])


@pytest.mark.parametrize(
    'words, said',
    [
        (['--force-deviation', '0.1'], 'give both deviations or none'),
        (['--force-deviation', '0', '--moment-deviation', '1'], 'a number > 0'),
        (['--force-deviation', 'nan', '--moment-deviation', '1'], 'a number > 0'),
        (['--output', '/nowhere/load.yaml'], 'can be written'),
    ],
)
def test_flags_that_mean_nothing_are_refused(file, capsys, words, said):
    assert main(['calibrate', str(file), *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    'text, said',
    [
        ('', 'empty'),
        ('poses: 3', 'a list'),
        ('poses: []', 'number of poses'),
        ('pose: []', 'name'),
        ('poses: [{wrench: [1, 2, 3, 4, 5, 6]}]', 'either orientation or gravity'),
        ('poses: [{gravity: [0, 0, 1], orientation: [0, 0, 0, 1], wrench: [1]}]', 'either'),
        ('poses: [{gravity: [0, 0, 1], wrench: [1, 2]}]', 'wrench'),
        ('poses: [{gravity: [0, 0, .nan], wrench: [1, 2, 3, 4, 5, 6]}]', 'gravity'),
        ('poses: [{orientation: [0, 0, 0, 2], wrench: [1, 2, 3, 4, 5, 6]}]', 'unit quaternion'),
        ('gravity: 0\nposes: []', 'gravity'),
        ('{', 'YAML'),
    ],
)
def test_files_that_are_no_poses_are_refused_with_their_line(tmp_path, capsys, text, said):
    file = tmp_path / 'poses.yaml'
    file.write_text(text, encoding='utf-8')
    assert main(['calibrate', str(file)]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path, capsys):
    assert main(['calibrate', str(tmp_path / 'none.yaml')]) == 2
    assert 'readable' in capsys.readouterr().err


def test_a_load_with_a_short_covariance_is_refused(tmp_path):
    file = tmp_path / 'load.yaml'
    row = '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]'
    file.write_text(
        f'mass: 1\ncenter_of_mass: [0, 0, 0]\nbias: [0, 0, 0, 0, 0, 0]\ncovariance: [{row}]\n',
        encoding='utf-8',
    )
    with pytest.raises(InvalidInputError, match='10 rows'):
        read_load(file)
