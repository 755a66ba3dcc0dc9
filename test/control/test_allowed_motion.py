# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Free motion with surfaces that move, slip directions, and their limits."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode, FilterSettings, prepared_contacts, Setpoints
from frictioncone_ros.control.output.allowed_motion import allowed_accelerations, allowed_twists
from frictioncone_ros.control.output.slew import Reach
from frictioncone_ros.pipeline import assess

UP = (0.0, 0.0, 1.0)
MU = CircularCone(0.5)


def belt(velocity):
    return ContactState([ContactPoint((0, 0, 0), UP, MU, surface_velocity=velocity)])


def sent(state, mode, wrench=(0, 0, -10.0, 0, 0, 0), twist=None, **settings):
    desired = None if mode is None else ContactMode.parse(mode)
    return assess(state, Setpoints(wrench, twist, mode=desired), FilterSettings(**settings))


@pytest.mark.parametrize(('velocity', 'along_x'), [((1.0, 0, 0), -5.0), ((-1.0, 0, 0), 5.0)])
def test_the_friction_of_a_belt_pulls_the_body_along(velocity, along_x):
    """The robot has to hold against the belt: its wrench is against the belt's motion."""
    answer = sent(belt(velocity), 'd')
    assert np.allclose(answer.command.wrench[:3], (along_x, 0, -10.0), atol=1e-9)
    assert np.allclose(
        answer.contact_forces,
        (10.0, *(-along_x * answer.prepared.state.contacts[0].frame[1:, 0])),
        atol=1e-9,
    )


def test_a_body_kept_on_a_belt_goes_with_it_when_it_is_moved():
    answer = sent(belt((0.1, 0, 0)), 'f', twist=(0, 0, 0, 0, 0, 0.2))
    assert np.allclose(answer.command.twist, (0.1, 0, 0, 0, 0, 0.2), atol=1e-9)
    assert not sent(belt((0.1, 0, 0)), 'f').command.twist.any(), 'no motion was commanded'


@pytest.mark.parametrize('speed', [5e-324, 1e-200])
def test_a_belt_too_slow_for_its_speed_to_be_squared_stands_still(speed):
    answer = sent(belt((speed, speed, speed)), 'f', twist=(0, 0, 0, 0, 0, 0.2))
    assert np.allclose(answer.command.twist, (0, 0, 0, 0, 0, 0.2), atol=1e-9)


def test_a_wall_that_comes_is_given_way_within_the_speed_limit():
    wall = ContactState([ContactPoint((0, 0, 0), UP, MU, surface_velocity=(0, 0, 0.4))])
    assert np.allclose(sent(wall, None, twist=np.zeros(6)).command.twist[2], 0.4)
    slow = sent(wall, None, twist=np.zeros(6), max_linear_speed=0.1)
    assert slow.command.twist[2] == pytest.approx(0.1)
    assert FilterCode.LIMITED in slow.codes


def test_too_fast_a_turn_on_a_belt_is_slowed_to_its_limit_and_goes_with_the_belt_all_the_same():
    """The belt's own 0.1 m/s are within the limit of 0.15: only the turn is too much."""
    settings = FilterSettings(max_linear_speed=0.15, max_angular_speed=1.0)
    prepared = prepared_contacts(belt((0.1, 0, 0)), ContactMode.parse('f'), None, settings)
    twists = allowed_twists(prepared, settings)
    found = twists.nearest(np.array((0.1, 0, 0, 0, 0, 2.0))).vector
    assert found == pytest.approx((0.1, 0, 0, 0, 0, 1.0))
    assert twists.member(found) is not None
    # Beside what is free and along: the share of the belt's motion that was asked for.
    half = twists.nearest(np.array((0.05, 0.3, 0.2, 0.5, 0, 0))).vector
    assert half == pytest.approx((0.05, 0, 0, 0.5, 0, 0))


@pytest.mark.parametrize('own', [False, True])
def test_limits_are_those_of_the_settings_given_whatever_the_contacts_were_prepared_with(own):
    settings = FilterSettings(max_linear_speed=0.5, max_linear_acceleration=5.0)
    prepared = prepared_contacts(belt((0, 0, 0)), None, None, settings)
    asked = (
        settings if own else replace(settings, max_linear_speed=0.1, max_linear_acceleration=1.0)
    )
    fast = np.array((10.0, 0, 0, 0, 0, 0))
    for allowed, most in (
        (allowed_twists(prepared, asked), asked.max_linear_speed),
        (allowed_accelerations(prepared, asked), asked.max_linear_acceleration),
    ):
        assert allowed.nearest(fast).vector == pytest.approx(0.1 * most * fast)


@pytest.mark.parametrize('reach', [Reach(0.002, 0.5), Reach(0.05, 0.01), Reach(0.02, 0.05)])
def test_what_is_found_within_rates_is_free(reach):
    """A tip 0.2 m along x keeps the floor: v_z = 0.2 w_y. By the rates one part gives way more."""
    state = ContactState([ContactPoint((0.2, 0, 0), UP, MU)])
    prepared = prepared_contacts(state, None, None, FilterSettings())
    twists = allowed_twists(prepared, prepared.settings)
    origin = np.array((0.3, 0.1, 0.01, 0.2, 0.0, 0.4))
    found = twists.near_reach(origin, reach)
    assert found is not None and reach.holds(found.vector - origin)
    assert found.vector[2] == pytest.approx(0.2 * found.vector[4], abs=1e-12)
    # Nothing else is in the way of the floor.
    assert found.vector[[0, 1, 3, 5]] == pytest.approx(origin[[0, 1, 3, 5]])


@pytest.mark.parametrize(('into', 'is_said'), [(1e-10, False), (1e-7, True)])
def test_less_than_a_billionth_into_the_floor_is_not_said_to_be_removed(into, is_said):
    tip = ContactState([ContactPoint((0, 0, 0), UP, MU)])
    answer = sent(tip, None, twist=(0.1, 0, -0.1 * into, 0, 0, 0.2))
    assert (FilterCode.PROJECTED in answer.codes) == is_said
    assert abs(answer.command.twist[2]) <= 0.1 * 1e-10


@pytest.mark.parametrize('center', [0.0, 1e-17])
def test_turning_on_the_spot_has_no_direction_of_slip(center):
    tip = ContactState([ContactPoint((center, 0.3, 0), UP, MU)])
    state = tip.with_reference_point((0, 0.3, 0))
    answer = sent(state, 'd', twist=(0, 0, 0, 0, 0, 1.0))
    assert np.allclose(answer.command.wrench, (0, 0, -10.0, 0, 0, 0), atol=1e-9)
    assert FilterCode.SLIP_UNDEFINED in answer.codes
    assert 'treated as kept' in answer.text


def test_a_slow_slip_is_one():
    answer = sent(
        ContactState([ContactPoint((0, 0, 0), UP, MU)]), 'd', twist=(1e-6, 0, 0, 0, 0, 1e-3)
    )
    assert answer.command.wrench[0] == pytest.approx(5.0)
    assert FilterCode.SLIP_UNDEFINED not in answer.codes
