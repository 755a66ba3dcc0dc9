# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which modes are excluded does not depend on the units of mass and length."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import ContactUncertainty, mode_exclusion
from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.spatial import Inertia

PLACES = np.array([(-0.9, -0.4), (0.8, -0.7), (0.3, 0.9)])
NORMALS = np.array([(0.1, 1.0), (-0.3, 1.0), (-1.0, 0.2)])


def remaining(wrench, mass, length):
    normals = NORMALS / np.linalg.norm(NORMALS, axis=1)[:, None]
    body = Inertia.planar_body(mass, 0.7 * length)
    state = ContactState.from_points(length * PLACES, normals, CircularCone(0.5), body)
    errors = ContactUncertainty((0.9, 1.1), 0.02, 0.02 * length)
    units = mass * np.array((length, length, length**2))
    return set(mode_exclusion(state, errors).remaining_modes(units * wrench))


@pytest.mark.parametrize(
    ('mass', 'length'),
    [(1e-9, 1.0), (1e-6, 1e-3), (1e6, 1.0), (1e9, 1.0), (1.0, 1e-3), (1.0, 1e3)],
)
def test_modes_left_are_the_same_in_every_unit(mass, length):
    random = np.random.default_rng(6)
    for wrench in random.normal(size=(12, 3)) - (0.0, 1.5, 0.0):
        assert remaining(wrench, mass, length) == remaining(wrench, 1.0, 1.0)
    assert remaining(np.zeros(3), mass, length) == remaining(np.zeros(3), 1.0, 1.0)
