# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where numbers are too large to be judged: the way to neutral is one of the present contacts."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.control import FilterCode, FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess

FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
FLOOR = ContactState.from_points(FEET, (0, 0, 1), CircularCone(0.5))
CEILING = ContactState.from_points(FEET, (0, 0, -1), CircularCone(0.5))
EDGE = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0, 1), CircularCone(0.5))
SETTINGS = FilterSettings(recovery_ramp_duration=0.0, max_force_rate=100.0, max_moment_rate=10.0)
TOO_LARGE = 1e200
PERIOD = 0.01


class Robot:
    """A filter that is asked every tick."""

    def __init__(self):
        self.memory, self.now = FilterMemory(), 0.0

    def tick(self, state, wrench):
        self.now += PERIOD
        fresh = Situation(command_received=self.now, contacts_received=self.now)
        situation = replace(fresh, now=self.now, stamp_clock=self.now)
        answer = assess(state, Setpoints(wrench), SETTINGS, self.memory, situation)
        self.memory = answer.memory
        return answer


def pressing(ticks=30):
    robot = Robot()
    for _ in range(ticks):
        answer = robot.tick(FLOOR, np.array((1.0, 0, -20, 0, 0, 0)))
    assert answer.command.wrench[2] == -20.0
    return robot


def test_the_same_contacts_carry_the_way_to_neutral():
    robot = pressing()
    sent = [robot.tick(FLOOR, np.full(6, TOO_LARGE)) for _ in range(5)]
    assert all(answer.code is FilterCode.NUMERICAL_ERROR for answer in sent)
    assert all(answer.is_fallback for answer in sent), 'it goes to neutral, whatever is commanded'
    assert sent[-1].command.wrench[2] == pytest.approx(-15.0, abs=0.1)


def test_contacts_that_are_gone_carry_nothing_on_it():
    robot = pressing()
    answer = robot.tick(CEILING, np.full(6, TOO_LARGE))
    assert answer.code is FilterCode.NUMERICAL_ERROR
    assert answer.prepared.state is CEILING
    assert not answer.command.wrench.any()
    assert {FilterCode.RATE_EXCEEDED} <= set(answer.codes)


def test_contacts_of_another_dimension_are_not_mixed_with_those_before():
    robot = pressing()
    answer = robot.tick(EDGE, np.full(3, TOO_LARGE))
    assert answer.code is FilterCode.NUMERICAL_ERROR
    assert answer.command.wrench.shape == (3,)
    assert [report.name for report in answer.contacts] == list(EDGE.names)
