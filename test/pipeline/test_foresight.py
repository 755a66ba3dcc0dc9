# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Predictions of what comes: contacts made and lost within the horizon, motion as commanded."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    contact_velocities,
    ContactMode,
    ContactPoint,
    ContactState,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline.foresight import foreseen, unobstructed_twist
from frictioncone_ros.pipeline.predict_modes import answered, predict_modes
from frictioncone_ros.pipeline.prediction import (
    Ahead,
    extrapolated_twist,
    ModeQuestion,
    NearContact,
)
from frictioncone_ros.spatial import Inertia

MU = CircularCone(0.5)
FLOOR = [ContactPoint((x, -0.1), (0, 1), MU, name=f'floor_{x}') for x in (-0.1, 0.1)]
STOP = ContactPoint((0.1, 0.0), (-1, 0), MU, name='stop')
BOX = ContactState(FLOOR, Inertia.planar_body(1.0, 0.1))
PRESS = np.array([0.0, -10.0, 0.0])
RIGHT, LIFT = np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.1, 0.0])
REST = 0.005


def modes(question):
    return sorted(str(one.mode) for one in predict_modes(question).modes)


def asked(ahead, wrench=PRESS, **more):
    return ModeQuestion(BOX, wrench, rest_speed=REST, ahead=ahead, **more)


def test_without_horizon_or_news_the_state_is_the_same_object():
    near = (NearContact(STOP, 1e-3),)
    assert foreseen(BOX, Ahead(0.0, near, RIGHT), REST).state is BOX
    assert foreseen(BOX, Ahead(0.05), REST).state is BOX


@pytest.mark.parametrize(('twist', 'horizon', 'expected'), [
    (None, 0.05, 'ff'), (RIGHT, 0.05, 'rr'), (-RIGHT, 0.05, 'll'), (RIGHT, 0.0, 'ff'),
    (0.1 * REST * RIGHT, 0.05, 'ff'),
])  # fmt: skip
def test_a_commanded_motion_is_the_mode_to_come(twist, horizon, expected):
    assert modes(asked(Ahead(horizon, twist=twist))) == [expected]


@pytest.mark.parametrize(('gap', 'made'), [(0.0049, True), (0.0051, False), (-1e-4, True)])
def test_a_gap_that_closes_within_the_horizon_is_a_contact(gap, made):
    ahead = Ahead(0.05, (NearContact(STOP, gap),), RIGHT)
    then = foreseen(BOX, ahead, REST)
    assert then.all_contacts.names == (('floor_-0.1', 'floor_0.1', 'stop') if made else BOX.names)
    if made:
        # The stop ends the slide; pushed against it, the body stays.
        assert contact_velocities(then.state)[2, 0] >= -1e-12
        assert modes(asked(ahead, np.array([3.0, -10.0, 0.0]))) == ['fff']


def test_a_contact_that_the_motion_opens_is_lost_and_said_so():
    ahead = Ahead(0.05, twist=np.array([0.0, 0.05, 0.5]))
    then = foreseen(BOX, ahead, REST)
    assert then.kept == (True, False)
    assert then.all_contacts.names == BOX.names
    assert all(mode.endswith('s') for mode in modes(asked(ahead)))
    gone = predict_modes(asked(Ahead(0.05, twist=LIFT), desired_mode=ContactMode.parse('ff')))
    assert [str(one.mode) for one in gone.modes] == ['ss']
    assert gone.desired_consistent is False


def test_a_desired_mode_is_of_the_present_contacts():
    ahead = Ahead(0.05, (NearContact(STOP, 1e-3),), RIGHT)
    pushed = np.array([3.0, -10.0, 0.0])
    answer = predict_modes(asked(ahead, pushed, desired_mode=ContactMode.parse('ff')))
    assert answer.desired_consistent
    assert answer.contacts.contact_count == 3


def test_a_measured_acceleration_goes_on_where_no_motion_is_commanded():
    starting = replace(BOX, acceleration=(2.0, 0.0, 0.0))
    then = foreseen(starting, Ahead(0.05), REST)
    assert then.state.twist == pytest.approx((0.1, 0.0, 0.0))


def test_the_command_before_the_filter_is_asked_too():
    stays = answered(asked(Ahead(0.05), before_filter=(np.array([8.0, -10.0, 0.0]), None)))
    assert [str(one.mode) for one in stays.modes] == ['ff']
    assert [str(one.mode) for one in stays.commanded.modes] == ['rr']
    moved = answered(asked(Ahead(0.05), before_filter=(PRESS, RIGHT)))
    assert [str(one.mode) for one in moved.commanded.modes] == ['rr']
    same = answered(asked(Ahead(0.05), before_filter=(PRESS.copy(), None)))
    assert same.commanded.modes is same.modes
    assert answered(asked(Ahead(0.05))).commanded is None


@pytest.mark.parametrize('seed', range(20))
def test_the_unobstructed_twist_enters_nothing_and_is_nearest(seed):
    generator = np.random.default_rng(seed)
    points = generator.normal(0.0, 0.1, (4, 3))
    normals = generator.normal((0.0, 0.0, 2.0), 1.0, (4, 3))
    body = Inertia.spatial_body(2.0, np.diag([0.02, 0.03, 0.04]))
    state = ContactState.from_points(
        points, normals / np.linalg.norm(normals, axis=1)[:, None], 0.5, body
    ).with_twist(generator.normal(size=6))
    for one in (state, replace(state, inertia=None)):
        found = unobstructed_twist(one)
        assert contact_velocities(one.with_twist(found))[:, 0].min() >= -1e-9
        # Nearest: no other admissible twist is on the way back.
        metric = np.eye(6) if one.inertia is None else one.inertia.matrix
        if one.inertia is None:
            metric[3:, 3:] *= one.characteristic_length**2
        change = metric @ (found - one.twist)
        for _ in range(50):
            other = unobstructed_twist(one.with_twist(generator.normal(size=6)))
            assert change @ (other - found) >= -1e-9


def test_surfaces_that_close_in_on_the_body_leave_the_twist():
    jaws = [
        replace(STOP, surface_velocity=(-1.0, 0.0)),
        ContactPoint((-0.1, 0.0), (1, 0), MU, name='other', surface_velocity=(1.0, 0.0)),
    ]
    state = ContactState(jaws)
    assert unobstructed_twist(state) is state.twist


def test_what_is_no_horizon_or_gap_is_refused():
    with pytest.raises(InvalidInputError, match='horizon'):
        Ahead(-0.1)
    with pytest.raises(InvalidInputError, match='distance'):
        NearContact(STOP, np.nan)


def test_a_twist_that_changes_goes_on_changing_but_a_step_does_not_grow():
    twist, before = np.array([0.1, 0.0, 0.2]), np.array([0.08, 0.0, 0.1])
    assert extrapolated_twist(twist, before, 0.1, 0.05) == pytest.approx((0.11, 0.0, 0.25))
    assert extrapolated_twist(twist, before, 0.001, 0.05) == pytest.approx((0.12, 0.0, 0.3))
    for unknown in ((None, 0.1), (before, 0.0), (np.zeros(6), 0.1), (twist, 0.1)):
        assert extrapolated_twist(twist, *unknown, 0.05) is twist
