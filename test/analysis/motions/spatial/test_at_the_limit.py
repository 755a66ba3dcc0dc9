# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A body at the limit between two modes has a motion: never is it said that there is none."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
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


@pytest.mark.parametrize('within', [0.0, 1e-12, 1e-9])
@pytest.mark.parametrize(
    ('places', 'along'),
    [(CORNERS, (1.0, 0.0)), (CORNERS[:1], (1.0, 0.0)), (CORNERS[:1], (2.0, 1.0))],
)
def test_at_rest_as_hard_as_round_friction_holds(places, within, along):
    # The ray of the cone that is missing is hidden: what is left without it is rounding.
    along = np.array(along) / np.hypot(*along)
    pull = np.array([*(0.5 * (1.0 - within) * along), -1.0, 0.0, 0.0, 0.0])
    pull[3:] = np.cross(np.mean(places, axis=0), pull[:3])
    state = ContactState.from_points(places, (0.0, 0.0, 1.0), CircularCone(0.5))
    found = find_quasistatic_motions(state, pull)
    kept = [motion for motion in found if str(motion.mode) == 'f' * len(places)]
    assert kept and all(motion.certificate.holds() for motion in kept)


def test_a_conveyor_that_pulls_as_hard_as_it_can():
    conveyor = [
        ContactPoint(place, (0.0, 0.0, 1.0), CircularCone(0.5), surface_velocity=(-2.0, -1.0, 0.0))
        for place in CORNERS
    ]
    pull = np.array([*(np.array((2.0, 1.0)) / np.sqrt(20.0)), -1.0, 0.0, 0.0, 0.0])
    found = find_quasistatic_motions(ContactState(conveyor), pull)
    letters = {''.join(str(one)[0] for one in motion.mode) for motion in found}
    # It may slip on, or be carried along; whether the second is seen the last bits decide here.
    assert 'dddd' in letters and letters <= {'ffff', 'dddd'}
