# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Estimates of real arms' models against the engine: a few of the benchmark's scenes."""

import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')
pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim.robots.accuracy import accuracy, Errors
from frictioncone_ros.sim.robots.robot_data import package_folder, UR5

try:
    package_folder()
except MissingDependencyError as missing:
    pytest.skip(str(missing), allow_module_level=True)


def test_errors_are_normalised_by_the_stated_covariance():
    errors, generator = Errors(), np.random.default_rng(0)
    root = np.array(((0.5, 0.0, 0.0), (0.2, 1.0, 0.0), (0.0, 0.0, 0.0)))
    for _ in range(2000):
        errors.add(root @ generator.normal(size=3), root @ root.T)
    mean, low, high = errors.normalized
    # The third direction is said to be certain and counts for nothing.
    assert errors.freedom == 4000 and low < mean < high
    doubtful = Errors()
    for _ in range(2000):
        doubtful.add(2.0 * root @ generator.normal(size=3), root @ root.T)
    assert doubtful.normalized[0] > 3.0


def test_contacts_and_forces_are_near_the_engines():
    found = accuracy([UR5], 8, 3)
    assert np.median(found.geometry_position.sizes) < 1e-3
    assert np.median(found.geometry_normal.sizes) < np.radians(0.3)
    assert max(found.shared_force.sizes) < 0.6
    assert len(found.sensed_force.sizes) == 4 and max(found.sensed_force.sizes) < 0.6
    assert max(found.sensed_position.sizes) < 3e-3
    assert found.geometry_position.normalized[0] < 3.0
