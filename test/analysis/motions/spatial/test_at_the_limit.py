# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A body at the limit between two modes has a motion: never is it said that there is none."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

BODY = Inertia.spatial_body(1.0, np.eye(3))
CORNERS = [(x, y, 0.0) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
BEYOND = [-1e-6, -1e-9, 0.0, 1e-14, 1e-11, 1e-9, 1e-7, 2e-6, 1e-5, 1e-4]


@pytest.mark.parametrize('beyond', BEYOND)
@pytest.mark.parametrize(
    'friction', [CircularCone(0.5), FrictionPyramid(0.5), SoftFinger(0.5, 0.1, independent=True)]
)
@pytest.mark.parametrize('places', [CORNERS[:1], CORNERS])
def test_pulled_as_hard_as_friction_holds(places, friction, beyond):
    pull = np.array([0.5 * (1.0 + beyond), 0.0, -1.0, 0.0, 0.0, 0.0])
    center = np.mean(places, axis=0)
    pull[3:] = np.cross(center, pull[:3])
    state = ContactState.from_points(places, (0.0, 0.0, 1.0), friction, BODY.shifted(-center))
    found = find_motions(state, pull)
    assert found.motions or not found.exhaustive
    assert all(motion.certificate.holds() for motion in found)
    for motion in found:
        expected = 0.5 * max(beyond, 0.0)
        assert abs(motion.twist_rate[0] - expected) < 1e-8


@pytest.mark.parametrize('lift', [1e-11, 1e-9, 1e-7, 1e-6, 1e-5])
def test_lifted_by_next_to_nothing(lift):
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0.0, 0.0, 1.0), Frictionless(), BODY)
    (motion,) = find_motions(state, (1.0, 0.0, lift, 0.0, 0.0, 0.0))
    assert motion.certificate.holds()
    if lift > 1e-8:
        assert str(motion.mode) == 's'
