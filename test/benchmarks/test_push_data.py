# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Recorded pushes are read from small files of the known formats, written here."""

import csv
from pathlib import Path
import sys

import numpy as np
import pytest
from scipy.io import savemat

sys.path.insert(0, str(Path(__file__).parents[2] / 'benchmarks'))

from push_data import COLUMNS, PUSH_LENGTH, read_pushes, SIDE
from push_models import ellipsoid, MEAN_ARM, on_patch

from frictioncone_ros.exceptions import InvalidInputError

ANGLE = np.radians(30.0)
STRAIGHT = (0.5, 0.0), (PUSH_LENGTH, 0.0, 0.0)


def written_mat(path, *rows):
    given, found = zip(*rows, strict=True)
    savemat(path, {'input_training': np.array(given), 'output_training': np.array(found)})
    return path


def written_strokes(turn=0.0):
    """Return tip and object (n, 4) of a straight push through the middle of the left side."""
    times = np.linspace(0.0, 1.0, 51)
    way = 0.02 * times
    along = np.array([np.cos(turn), np.sin(turn)])
    pose = np.column_stack((times, np.outer(way, along), np.full(51, turn)))
    tip = pose.copy()
    tip[:, 1:3] -= (0.5 * SIDE + 0.005) * along
    return tip, pose


def test_a_row_of_the_square_is_a_push_in_its_own_frame(tmp_path):
    written_mat(tmp_path / 'a.mat', STRAIGHT, ((0.25, ANGLE), (0.003, -0.001, 0.02)))
    straight, oblique = read_pushes(tmp_path)
    assert straight.place == pytest.approx((-0.5 * SIDE, 0.0))
    assert straight.way == pytest.approx((PUSH_LENGTH, 0.0))
    assert straight.finger_slip == pytest.approx(0.0)
    assert oblique.place[1] == pytest.approx(0.25 * SIDE)
    assert np.linalg.norm(oblique.moved[:2]) == pytest.approx(np.hypot(0.003, 0.001))
    # Across the push counts to the other side.
    assert oblique.moved[:2] @ (-np.sin(ANGLE), np.cos(ANGLE)) == pytest.approx(0.001)
    assert oblique.moved[2] == 0.02


@pytest.mark.parametrize('turn', [0.0, 0.4, 2.0])
def test_a_recorded_stroke_is_cut_into_pushes_seen_from_the_pushed_side(tmp_path, turn):
    tip, pose = written_strokes(turn)
    with (tmp_path / 'stroke.csv').open('w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(np.hstack((tip, pose)).tolist())
    pushes = read_pushes(tmp_path / 'stroke.csv')
    assert 3 <= len(pushes) <= 5
    for push in pushes:
        assert push.place == pytest.approx((-0.5 * SIDE, 0.0), abs=1e-9)
        assert push.way[0] == pytest.approx(PUSH_LENGTH, rel=0.11)
        assert push.moved == pytest.approx((push.way[0], 0.0, 0.0), abs=1e-9)


def test_a_recorded_stroke_in_hdf5_is_read_the_same(tmp_path):
    h5py = pytest.importorskip('h5py', reason='h5py is not installed')
    tip, pose = written_strokes()
    with h5py.File(tmp_path / 'stroke.h5', 'w') as file:
        file['tip_pose'], file['object_pose'] = tip, pose
    assert read_pushes(tmp_path)[0].place == pytest.approx((-0.5 * SIDE, 0.0), abs=1e-9)


def test_what_is_no_such_file_is_refused_by_name(tmp_path):
    with pytest.raises(InvalidInputError, match='DATA'):
        read_pushes(tmp_path)
    savemat(tmp_path / 'other.mat', {'x': np.zeros(3)})
    with pytest.raises(InvalidInputError, match=r'other\.mat'):
        read_pushes(tmp_path)
    savemat(
        tmp_path / 'other.mat',
        {'input_training': np.zeros((3, 2)), 'output_training': np.zeros((2, 3))},
    )
    with pytest.raises(InvalidInputError, match='shape'):
        read_pushes(tmp_path)
    (tmp_path / 'other.mat').unlink()
    (tmp_path / 'few.csv').write_text('tip_x,tip_y\n1,2\n')
    with pytest.raises(InvalidInputError, match=r'few\.csv'):
        read_pushes(tmp_path)


def test_a_push_through_the_middle_goes_straight_in_every_model(tmp_path):
    (push,) = read_pushes(written_mat(tmp_path / 'a.mat', STRAIGHT))
    assert ellipsoid(push).motions[0] == pytest.approx((PUSH_LENGTH, 0.0, 0.0), abs=1e-12)
    assert ellipsoid(push).slides == (False,)
    found = on_patch(push, 0.5)
    assert any(motion == pytest.approx(push.moved, abs=1e-9) for motion in found.motions)


def test_the_ellipsoid_obeys_its_own_laws(tmp_path):
    rows = [((share, angle), (1e-3, 0.0, 0.0)) for share in (0.1, 0.7) for angle in (-1.2, 0.1)]
    for push in read_pushes(written_mat(tmp_path / 'a.mat', *rows)):
        (motion,), (slides,) = ellipsoid(push).motions, ellipsoid(push).slides
        x, y = push.place
        touched = motion[:2] + motion[2] * np.array([-y, x])
        assert touched[0] == pytest.approx(push.way[0])
        assert (touched[1] == pytest.approx(push.way[1])) is not slides
        # The motion is normal to the ellipsoid at the finger's wrench.
        force = motion[:2]
        assert MEAN_ARM**2 * motion[2] == pytest.approx(x * force[1] - y * force[0])
