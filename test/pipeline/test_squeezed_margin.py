# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that squeeze each other hold what their squeeze holds; else nothing is stated."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.support import squeeze_of, will_resist
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode, FilterSettings, Setpoints
from frictioncone_ros.control.status import UNKNOWN_SQUEEZE
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline import assess

SETTINGS = FilterSettings(max_removed_fraction=1.0)
PULL = np.array((8.0, 0.0, 0.0, 0.0, 0.0, 0.0))
DEPTH_PER_NEWTON = np.sqrt(1.25) / 0.5


def fingers(squeeze=0.0, stiffness=None):
    model = CircularCone(0.5)
    return ContactState(
        [
            ContactPoint(
                (0.0, 0.0, side * 0.02),
                (0.0, 0.0, -side),
                model,
                internal_force=squeeze,
                stiffness=stiffness,
            )
            for side in (1.0, -1.0)
        ]
    )


def test_without_a_squeeze_the_margin_is_declared_unbounded():
    answer = assess(fingers(), Setpoints(PULL), SETTINGS)
    assert answer.margin_unbounded and answer.margin is None and answer.carriable_margin is None
    assert answer.will_be_carried is None and answer.code is FilterCode.OK
    assert np.array_equal(answer.command.wrench, PULL)


def test_what_an_unknown_squeeze_leaves_open_is_said():
    carried = assess(fingers(), Setpoints(PULL), SETTINGS)
    assert carried.text == f'{FilterCode.OK.sentence}; {UNKNOWN_SQUEEZE}'
    assert assess(fingers(), Setpoints(0.0 * PULL), SETTINGS).text == FilterCode.OK.sentence
    assert assess(fingers(10.0), Setpoints(PULL), SETTINGS).text == FilterCode.OK.sentence


def test_with_a_squeeze_it_is_what_that_holds():
    answer = assess(fingers(10.0), Setpoints(PULL), SETTINGS)
    # Each finger bears 4 N of 5: its set may move by 2 N along its axis.
    assert answer.margin == pytest.approx(2.0 / DEPTH_PER_NEWTON)
    assert answer.margin_unbounded and answer.carriable_margin is None
    assert answer.will_be_carried is True and answer.code is FilterCode.OK


@pytest.mark.parametrize('load', [100.0, 12.0])
def test_beyond_the_squeeze_it_is_reduced_and_never_ok(load):
    answer = assess(fingers(10.0), Setpoints(PULL * load / 8.0), SETTINGS)
    assert answer.code is not FilterCode.OK
    assert answer.command.wrench[0] == pytest.approx(10.0, rel=2e-2)
    assert answer.command.wrench[0] <= 10.0 * (1.0 + 1e-6)


def test_where_it_is_not_acted_on_it_is_said():
    best = replace(SETTINGS, margin_of='can')
    answer = assess(fingers(10.0), Setpoints(12.5 * PULL), best)
    assert answer.will_be_carried is False and answer.code is FilterCode.LOW_MARGIN


def test_the_squeeze_of_measured_forces_is_what_no_wrench_asks_for():
    state = fingers()
    squeezing = np.array((10.0, 0.0, 0.0, 10.0, 0.0, 0.0))
    assert squeeze_of(state, squeezing) == pytest.approx((10.0, 10.0))
    # Pressed from one side by 4 N, and pulled across by 6 N: equal springs bear half each.
    pressed = np.array((12.0, 3.0, 0.0, 8.0, 3.0, 0.0))
    assert squeeze_of(state, pressed) == pytest.approx((10.0, 10.0))
    stiffer = ContactState(
        [replace(one, stiffness=k) for one, k in zip(state.contacts, (3.0, 1.0), strict=True)]
    )
    assert squeeze_of(stiffer, pressed) == pytest.approx((9.0, 9.0))


def test_a_state_tells_its_springs():
    assert fingers().stiffness is None and fingers().internal_forces is None
    assert fingers(3.0, 2e4).stiffness == pytest.approx((2e4, 2e4))
    assert fingers(3.0).internal_forces == pytest.approx((3.0, 3.0))
    one, other = fingers(3.0, 2e4).contacts
    mixed = ContactState([one, replace(other, stiffness=None)])
    assert mixed.stiffness == pytest.approx((2e4, 2e4))
    assert will_resist(fingers(10.0), PULL).carried and not will_resist(fingers(), PULL).carried


@pytest.mark.parametrize(
    'given', [{'stiffness': 0.0}, {'stiffness': np.nan}, {'internal_force': -1.0}]
)
def test_bad_springs_are_refused(given):
    with pytest.raises(InvalidInputError):
        ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), **given)


def test_the_load_factor_is_how_far_the_shear_may_grow():
    feet = ContactState.from_points(
        [(0.1 * x, 0.1 * y, 0.0) for x in (1, -1) for y in (1, -1)], (0.0, 0.0, 1.0), 0.5
    )
    answer = assess(feet, Setpoints((2.0, 0.0, -10.0, 0.0, 0.0, 0.0)), SETTINGS)
    assert answer.load_factor == pytest.approx(2.5, rel=3e-3) and answer.load_factor <= 2.5
    pressed = assess(feet, Setpoints((0.0, 0.0, -10.0, 0.0, 0.0, 0.0)), SETTINGS)
    assert pressed.load_factor is None and assess(None, None, SETTINGS).load_factor is None
    assert assess(fingers(10.0), Setpoints(PULL), SETTINGS).load_factor is None


@pytest.mark.parametrize('turned', np.linspace(0.0, 2.0, 9))
def test_what_opposite_forces_leave_of_each_other_is_no_way_out(turned):
    """Three fingers without friction hold each other up to rounding, whose direction is none."""
    angles = turned + 2.0 * np.pi * np.arange(3) / 3.0
    points = np.column_stack((np.cos(angles), np.sin(angles)))
    answer = assess(
        ContactState.from_points(points, -points, 0.0), Setpoints((1.0, 2.0, 0.0)), SETTINGS
    )
    assert answer.margin_unbounded and answer.margin is None
    assert answer.code is FilterCode.OK


@pytest.mark.parametrize('tilt', [0.0, 1e-12, 1e-9, 1e-6])
def test_fingers_nearly_opposite_squeeze_without_limit(tilt):
    """Of 1 N each a millionth is left, and of that the rounding is no moment they lack."""
    normals = [(0.6, 0.8), (-0.6 + 0.8 * tilt, -0.8 - 0.6 * tilt)]
    state = ContactState.from_points([(0.003, -0.0017)] * 2, normals, 10.0)
    answer = assess(state, Setpoints((0.003, 0.001, -8.1e-6)), SETTINGS)
    assert answer.margin_unbounded and answer.margin is None
