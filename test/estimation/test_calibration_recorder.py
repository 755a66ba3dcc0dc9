# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The mean of readings at rest; of few or of a sensor that turns there is none."""

import numpy as np
import pytest

from frictioncone_ros.estimation.calibration import PoseRecorder
from frictioncone_ros.exceptions import InvalidInputError

DOWN = np.array((0.0, 0.0, -9.81))


def fill(recorder, count, start=0.0, turn=0.0):
    for index in range(count):
        angle = turn * index / count
        gravity = 9.81 * np.array((np.sin(angle), 0.0, -np.cos(angle)))
        recorder.add(start + 0.01 * index, np.full(6, float(index)), gravity)


def test_the_window_is_averaged_and_what_is_older_is_forgotten():
    recorder = PoseRecorder(0.5)
    fill(recorder, 50, start=-10.0)
    fill(recorder, 21)
    pose = recorder.pose(0.2)
    assert np.allclose(pose.wrench, 10.0) and np.allclose(pose.gravity, DOWN)


def test_few_readings_and_old_ones_are_refused():
    recorder = PoseRecorder(0.5)
    fill(recorder, 5)
    with pytest.raises(InvalidInputError, match='number of readings'):
        recorder.pose(0.05)
    fill(recorder, 50)
    with pytest.raises(InvalidInputError, match='number of readings'):
        recorder.pose(100.0)


def test_a_sensor_that_turns_is_refused():
    recorder = PoseRecorder(0.5)
    fill(recorder, 40, turn=0.1)
    with pytest.raises(InvalidInputError, match='hold it still'):
        recorder.pose(0.4)
