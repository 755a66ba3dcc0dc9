# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Limits hold for what is commanded, not for what the body adds to it; what is said of both."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.control import FilterCode, FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess, filter_command
from frictioncone_ros.spatial import Inertia

FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
MASS, GRAVITY = 2.0, 9.81
BODY = Inertia.spatial_body(MASS, 0.02 * np.eye(3))
DOWN = np.array((0.0, 0.0, -GRAVITY))


def held(normal):
    """Return 2 kg whose weight the contacts take, on a floor or against a ceiling."""
    state = ContactState.from_points(FEET, normal, CircularCone(0.5), BODY)
    return replace(state, gravity=DOWN)


FLOOR, CEILING = held((0, 0, 1)), held((0, 0, -1))


def sent(state, wrench, **values):
    return filter_command(state, wrench, FilterSettings(max_removed_fraction=1.0, **values))


def test_the_weight_does_not_count_for_the_limit_of_the_command():
    # 10 N commanded are within 25 N, though the floor carries 29.6 N.
    answer = sent(FLOOR, (0, 0, -10, 0, 0, 0), max_force=25.0)
    assert answer.code is FilterCode.OK
    assert answer.command.wrench[2] == -10.0


@pytest.mark.parametrize('limit', [25.0, 15.0, 5.0])
@pytest.mark.parametrize('margin', [0.0, 0.2])
def test_a_command_beyond_its_limit_is_scaled_to_it_and_that_is_said(limit, margin):
    answer = sent(FLOOR, (3, 0, -30, 0, 0, 0), max_force=limit, margin=margin)
    assert FilterCode.LIMITED in answer.codes
    assert np.linalg.norm(answer.command.wrench[:3]) == pytest.approx(limit, rel=1e-6)
    assert answer.command.wrench[:3] == pytest.approx(
        limit / 30.15 * np.array((3, 0, -30)), rel=0.01
    )
    assert answer.will_be_carried
    assert answer.margin >= margin


@pytest.mark.parametrize('limit', [15.0, 5.0])
def test_what_a_limit_leaves_too_weak_to_hold_the_body_is_said_not_to_be_carried(limit):
    # 30 N hold 19.6 N against the ceiling; less than that lets it fall.
    answer = sent(CEILING, (0, 0, 30, 0, 0, 0), max_force=limit)
    assert answer.command.wrench[2] == pytest.approx(limit)
    assert {FilterCode.LIMITED, FilterCode.LOW_MARGIN} <= set(answer.codes)
    assert answer.margin is None and answer.carriable_margin is None
    assert answer.will_be_carried is False
    assert 'however the contacts share' in answer.text


def test_what_holds_the_body_and_no_more_is_carried():
    answer = sent(CEILING, (0, 0, 10, 0, 0, 0))
    assert answer.command.wrench[2] == pytest.approx(MASS * GRAVITY)
    assert FilterCode.LOW_MARGIN not in answer.codes
    assert answer.margin == 0.0


@pytest.mark.parametrize(('state', 'falls'), [(FLOOR, False), (CEILING, True)])
def test_a_stop_says_whether_the_contacts_hold_the_body_without_it(state, falls):
    stopped = Situation(command_received=0.0, contacts_received=0.0, emergency_stop=True)
    settings = FilterSettings()
    answer = assess(state, Setpoints((0, 0, 30, 0, 0, 0)), settings, FilterMemory(), stopped)
    assert answer.command.is_neutral
    assert (answer.will_be_carried is False) is falls
    assert (FilterCode.LOW_MARGIN in answer.codes) is falls
