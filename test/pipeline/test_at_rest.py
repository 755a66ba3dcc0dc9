# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts slower than rest are at rest exactly, whatever estimates of body and surfaces say."""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    contact_velocities,
    ContactPoint,
    ContactState,
    resting_speed,
)
from frictioncone_ros.pipeline.at_rest import at_rest_below
from frictioncone_ros.pipeline.predict_modes import predict_modes
from frictioncone_ros.pipeline.prediction import ModeQuestion
from frictioncone_ros.spatial import Inertia

REST = 0.005
MU = CircularCone(0.5)


def body_on(surfaces, twist, dimension):
    """Return a body on three feet, surfaces (3, 2 or 3) [m/s]."""
    places = [(-0.2, -0.1), (0.03, -0.1), (0.17, -0.1)]
    inertia, normal = Inertia.planar_body(1.0, 0.1), (0, 1)
    if dimension == 6:
        angles = 0.1 + 2.0 * np.pi * np.arange(3) / 3.0
        places = [(0.2 * np.cos(angle), 0.2 * np.sin(angle), -0.1) for angle in angles]
        inertia, normal = Inertia.spatial_body(1.0, 0.01 * np.eye(3)), (0, 0, 1)
    feet = [
        ContactPoint(place, normal, MU, name=str(index), surface_velocity=velocity)
        for index, (place, velocity) in enumerate(zip(places, surfaces, strict=True))
    ]
    return ContactState(feet, inertia).with_twist(twist)


def modes(state):
    size = state.normals.shape[1]
    press = np.zeros(state.dimension)
    press[size - 1] = -10.0
    answer = predict_modes(ModeQuestion(state, press, rest_speed=REST, time_limit=10.0))
    assert answer.exhaustive, answer.text
    return [str(one.mode) for one in answer.modes]


@pytest.mark.parametrize('seed', range(10))
@pytest.mark.parametrize('dimension', [3, 6])
@pytest.mark.parametrize(('belt', 'slides'), [(0.0, False), (0.1, False), (-0.1, True)])
def test_noise_of_body_and_surfaces_changes_no_mode(seed, dimension, belt, slides):
    """A body at 0.1 m/s or at rest on a belt that goes along, or against it."""
    generator = np.random.default_rng(seed)
    size = 2 if dimension == 3 else 3
    surfaces = generator.normal(0.0, 2e-4, (3, size))
    surfaces[:, 0] += belt
    noise = generator.normal(0.0, 5e-4, dimension)
    twist = noise + np.eye(dimension)[0] * abs(belt)
    (mode,) = modes(body_on(surfaces, twist, dimension))
    letters = ''.join(letter for letter in mode if letter in 'sfdlr')
    assert letters == (3 * ('r' if dimension == 3 else 'd') if slides else 'fff')


def test_a_turn_that_rounding_leaves_is_none():
    """What is left of the noise's turn was 1e-19 rad/s, and its acceleration made three modes."""
    generator = np.random.default_rng(1)
    for _ in range(20):
        twist = np.array([0.1, 0.0, 0.0]) + generator.normal(0.0, 1e-3, 3)
        riding = body_on([(0.1, 0.0)] * 3, twist, 3)
        assert at_rest_below(riding, REST).twist[2] == 0.0
        assert modes(riding) == ['fff']


@pytest.mark.parametrize('seed', range(20))
def test_every_slow_component_stops_and_every_other_stays_what_it_was(seed):
    generator = np.random.default_rng(seed)
    places, normals = generator.normal(0.0, 0.1, (2, 4, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    surfaces = generator.normal(0.0, 7e-4, (4, 3))
    state = ContactState(
        [
            ContactPoint(place, normal, MU, name=str(index), surface_velocity=velocity)
            for index, (place, normal, velocity) in enumerate(
                zip(places, normals, surfaces, strict=True)
            )
        ]
    ).with_twist(generator.normal(0.0, 7e-4, 6))
    assert np.linalg.norm(contact_velocities(state), axis=1).max() < REST
    rested = at_rest_below(state, REST)
    speeds = np.linalg.norm(contact_velocities(rested), axis=1)
    assert (speeds <= resting_speed(rested)).all()
    assert at_rest_below(state, 0.0) is state


def test_surfaces_that_turn_with_the_body_keep_it_turning():
    """Two feet on surfaces that part by more than rest: the body turns with them."""
    feet = [
        ContactPoint((x, 0.0), (0, 1), MU, name=str(x), surface_velocity=(0.0, x + 1e-3 * sign))
        for x, sign in ((-0.1, 1), (0.0, -2), (0.1, 1))
    ]
    turning = ContactState(feet, Inertia.planar_body(1.0, 0.1)).with_twist((0.0, 0.0, 1.0))
    rested = at_rest_below(turning, REST)
    assert rested.twist[2] == pytest.approx(1.0, abs=0.05)
    assert np.abs(contact_velocities(rested)).max() <= resting_speed(rested).max()
