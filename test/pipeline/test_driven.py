# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Predictions of a body that is led along its contacts, its inertia known or not."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.pipeline.predict_modes import predict_modes
from frictioncone_ros.pipeline.prediction import Ahead, ModeQuestion, NearContact
from frictioncone_ros.pipeline.search_modes import is_driven
from frictioncone_ros.spatial import Inertia

MU = CircularCone(0.5)
FEET = [ContactPoint((x, -0.1), (0, 1), MU, name=f'foot_{x}') for x in (-0.1, 0.1)]
SLOW = ContactState(FEET)
HEAVY = ContactState(FEET, Inertia.planar_body(1.0, 0.1))
PRESS = np.array([0.0, -10.0, 0.0])
RIGHT = np.array([0.1, 0.0, 0.0])
FAR = NearContact(ContactPoint((5.0, 0.0), (-1, 0), MU, name='far'), 1.0)
BODIES = pytest.mark.parametrize('body', [SLOW, HEAVY])


def asked(state, ahead, wrench=PRESS):
    return predict_modes(ModeQuestion(state, np.asarray(wrench), rest_speed=0.005, ahead=ahead))


def modes(state, ahead, wrench=PRESS):
    answer = asked(state, ahead, wrench)
    assert answer.answered and answer.exhaustive, answer.text
    return [str(one.mode) for one in answer.modes]


@BODIES
@pytest.mark.parametrize(('twist', 'wrench', 'expected'), [
    (RIGHT, PRESS, 'rr'),
    (-RIGHT, PRESS, 'll'),
    (RIGHT, (5.0, -10.0, 0.0), 'rr'),  # what friction takes is commanded too: on the border
    (RIGHT, (0.0, 1.0, 0.0), 'ss'),  # led along, and pulled off
    (0.01 * RIGHT, PRESS, 'ff'),  # below the rest speed
    ((0.0, 0.1, 0.0), PRESS, 'ss'),
    ((0.0, 0.05, 0.5), PRESS, 'rs'),  # turns about a foot that slides, off the other
    ((0.05, 0.05, 0.5), PRESS, 'rs'),
])  # fmt: skip
def test_what_is_commanded_and_what_is_measured_are_led_alike(body, twist, wrench, expected):
    commanded = modes(body, Ahead(0.05, twist=np.asarray(twist)), wrench)
    assert commanded == [expected]
    measured = body.with_twist(twist)
    assert modes(measured, Ahead(0.05), wrench) == [expected]
    # A pair that is far away changes nothing.
    assert modes(measured, Ahead(0.05, (FAR,)), wrench) == [expected]


@BODIES
@pytest.mark.parametrize(('twist', 'expected'), [((0, -0.02, 0), 'ff'), ((0.1, -0.02, 0), 'rr')])
def test_a_body_that_still_comes_in_has_come_in_by_then(body, twist, expected):
    assert modes(body.with_twist(twist), Ahead(0.05)) == [expected]


def test_without_inertia_the_motion_reported_is_the_one_it_is_led_with():
    (one,) = asked(SLOW, Ahead(0.05, twist=RIGHT)).modes
    np.testing.assert_array_equal(one.twist_rate, RIGHT)
    assert one.dimension == 0


@pytest.mark.parametrize('speed', [0.2, 1.0, 100.0])
def test_the_speed_of_a_led_body_does_not_matter(speed):
    """A turning body, whose velocity products grow with the square of its speed."""
    three = [
        ContactPoint((0.1 * np.cos(a), 0.1 * np.sin(a), 0.0), (0, 0, 1), MU, name=f'{a:.0f}')
        for a in (0.0, 2.0, 4.0)
    ]
    twist = speed * np.array([0.02, 0.01, 0.0, 0.0, 0.0, 1.0])
    press = np.array([0.0, 0.0, -3.0, 0.0, 0.0, 0.0])
    (mode,) = modes(ContactState(three), Ahead(0.05, twist=twist), press)
    assert mode.count('d[') == 3


@pytest.mark.parametrize('noise', [0.0, 1e-4])
@BODIES
def test_a_body_slides_on_a_surface_that_moves_under_it_and_rides_where_it_moves_along(
    body, noise
):
    belt = replace(
        body, contacts=[replace(foot, surface_velocity=(0.1, 0.0)) for foot in FEET]
    ).with_twist((noise, noise, noise))
    still = np.full(3, noise)
    assert modes(belt, Ahead(0.05)) == ['ll']
    assert modes(belt, Ahead(0.05, twist=still)) == ['ll']
    assert modes(belt, Ahead(0.05, twist=still + RIGHT)) == ['ff']
    assert modes(belt.with_twist(still + RIGHT), Ahead(0.05)) == ['ff']
    assert is_driven(belt) is (body.inertia is None)


def test_what_comes_in_is_stopped_though_others_were_brought_to_rest():
    """Five feet of a round shape that comes in at 17 mm/s: stopping three drove two further in."""
    places = [(x, -0.0972) for x in (-0.0108, -0.0683, 0.01, -0.0783, -0.1144)]
    sines = (-0.12189242, -0.60159162, -0.10204926, -0.46543748, -0.07885635)
    feet = [
        ContactPoint(place, (sine, np.sqrt(1.0 - sine * sine)), MU, name=str(index))
        for index, (place, sine) in enumerate(zip(places, sines, strict=True))
    ]
    for inertia in (None, HEAVY.inertia):
        state = ContactState(feet, inertia).with_twist((0.13025188, 0.00087215, 0.0006461))
        assert asked(state, Ahead(0.05)).answered


@BODIES
def test_a_led_body_that_touches_nothing_any_more_is_free(body):
    answer = asked(body, Ahead(0.05, twist=np.array([0.0, 0.1, 0.0])))
    assert [str(one.mode) for one in answer.modes] == ['ss']


@pytest.mark.parametrize('force', [1e-3, 1.0, 1e4])
def test_a_box_that_turns_about_its_corner_and_slides_down_a_wall_has_a_motion(force):
    """Its corner leaves the wall by the square of its speed alone: none was found at 1e-6 m/s."""
    floor, wall = (0, 1), (-1, 0)
    contacts = [((-0.2, -0.1), floor, 0.74), ((0.2, -0.1), floor, 0.74), ((0.2, -0.1), wall, 0.2)]
    state = ContactState(
        [
            ContactPoint(place, normal, CircularCone(friction), name=str(index))
            for index, (place, normal, friction) in enumerate(contacts)
        ]
    ).with_twist((-0.03, 0.06, 0.3))
    wrench = force * np.array([10.2, -19.7, -0.377])
    assert modes(state, Ahead(), wrench) == ['fss']
