# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rotation vectors beside SciPy's."""

from math import pi

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from frictioncone_ros.spatial.rotations import nearest_rotation, rotation_matrix, rotation_vector

ANGLES = [0.0, 1e-12, 1e-9, 1e-7, 1e-4, 0.3, 1.0, 2.0, 3.0, pi - 1e-4, pi - 1e-7, pi - 1e-9]


@pytest.mark.parametrize('angle', ANGLES)
def test_they_are_scipys(angle):
    generator = np.random.default_rng(1)
    for _ in range(50):
        axis = generator.normal(size=3)
        vector = angle * axis / np.linalg.norm(axis)
        matrix = Rotation.from_rotvec(vector).as_matrix()
        assert np.allclose(rotation_matrix(vector), matrix, atol=1e-14)
        assert np.allclose(rotation_vector(matrix), vector, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize('axis', np.eye(3))
def test_half_a_turn_is_one_of_its_two_vectors(axis):
    found = rotation_vector(rotation_matrix(pi * axis))
    assert np.allclose(np.abs(found), pi * axis, atol=1e-8)


def test_rounding_is_taken_out():
    matrix = rotation_matrix(np.array((0.1, -0.4, 2.0)))
    spoilt = matrix + 1e-9 * np.arange(9.0).reshape(3, 3)
    found = nearest_rotation(spoilt)
    assert np.allclose(found @ found.T, np.eye(3), atol=1e-15)
    assert np.allclose(found, matrix, atol=1e-7)


@pytest.mark.parametrize('short', [1e-5, 1e-7, 1e-8])
def test_just_short_of_half_a_turn_is_just_short_of_pi(short):
    axis = np.array((0.36, 0.48, 0.8))
    found = rotation_vector(Rotation.from_rotvec((pi - short) * axis).as_matrix())
    assert np.linalg.norm(found) <= pi
    assert np.linalg.norm(found) == pytest.approx(pi - short, abs=1e-10)
    assert np.allclose(found / np.linalg.norm(found), axis, atol=1e-7)
