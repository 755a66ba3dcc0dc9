# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Free motion with surfaces that move, slip directions, and their limits."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode, FilterSettings, Setpoints
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
