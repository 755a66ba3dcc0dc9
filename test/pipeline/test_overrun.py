# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""An answer that does not come in time is the conservative one, and says so."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import (
    FilterCode,
    FilterMemory,
    FilterSettings,
    Phase,
    Setpoints,
    Situation,
)
from frictioncone_ros.pipeline import assess
from frictioncone_ros.pipeline.overrun import overrun_assessment
from frictioncone_ros.time_budget import (
    BudgetExceededError,
    check_time,
    share_of_budget,
    time_budget,
)

SETTINGS = FilterSettings(recovery_ramp_duration=0.0, stop_ramp_duration=0.1)
TIP = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5))])
# Beyond the cone: it has to be solved for, which no time is left for.
BEYOND = Setpoints((30, 0, -30, 0, 0, 0))
PRESS = Setpoints((1.0, 0, -30, 0, 0, 0))
STARVED = replace(SETTINGS, time_budget=0.0)


def tick(state, setpoints, settings, memory, now):
    situation = Situation(now=now, command_received=now, contacts_received=now)
    return assess(state, setpoints, settings, memory, situation)


@pytest.fixture
def following():
    answer = tick(TIP, PRESS, STARVED, FilterMemory(), 1.0)
    for index in range(5):
        answer = tick(TIP, PRESS, STARVED, answer.memory, 1.01 + 0.01 * index)
    assert answer.watched.state.phase is Phase.FOLLOWING
    return answer


def test_what_was_sent_is_kept_while_it_is_proved(following):
    answer = tick(TIP, BEYOND, STARVED, following.memory, 1.06)
    assert answer.code is FilterCode.OVERRUN
    assert np.array_equal(answer.command.wrench, following.command.wrench)
    assert answer.publish and not answer.is_fallback
    assert 'no answer was found within 0 s' in answer.text
    after = tick(TIP, PRESS, STARVED, answer.memory, 1.07)
    assert FilterCode.OVERRUN not in after.codes


def test_on_other_contacts_it_goes_to_neutral_along_the_stop_ramp(following):
    moved = ContactState(
        [
            replace(contact, contact_position=contact.contact_position + 0.01)
            for contact in TIP.contacts
        ]
    )
    answer, before = following, following.command.wrench
    steps = []
    for index in range(14):
        answer = tick(moved, BEYOND, STARVED, answer.memory, 1.06 + 0.01 * index)
        assert FilterCode.OVERRUN in answer.codes and answer.is_fallback
        steps.append(float(np.linalg.norm(answer.command.wrench - before)))
        before = answer.command.wrench
    assert answer.command.is_neutral and answer.publish
    assert max(steps) <= 30.1 * 0.01 / 0.1 * 1.01


HOLDING = replace(STARVED, hold_normal=True)


def held_tick(setpoints, memory, now):
    """Make a tick for contacts that were heard at 1.05 s the last time."""
    situation = Situation(now=now, command_received=now, contacts_received=min(now, 1.05))
    return assess(TIP, setpoints, HOLDING, memory, situation)


@pytest.fixture
def holding():
    """Return a tick that presses on with the normal force, the contacts being silent."""
    answer = held_tick(PRESS, FilterMemory(), 1.0)
    for index in range(60):
        answer = held_tick(PRESS, answer.memory, 1.01 + 0.01 * index)
    assert answer.watched.state.phase is Phase.HOLDING
    assert np.allclose(answer.command.wrench, (0, 0, -30, 0, 0, 0))
    return answer


def test_what_is_held_is_kept_too(holding):
    answer, now = holding, 1.61
    for index in range(5):
        answer = held_tick(BEYOND, answer.memory, now + 0.01 * index)
        assert FilterCode.OVERRUN in answer.codes
        assert np.array_equal(answer.command.wrench, holding.command.wrench)
    after = held_tick(PRESS, answer.memory, now + 0.06)
    assert np.allclose(after.command.wrench, holding.command.wrench)


def test_a_stop_that_follows_an_answer_out_of_time_still_holds(following):
    answer = held_tick(PRESS, FilterMemory(), 1.0)
    for index in range(5):
        answer = held_tick(PRESS, answer.memory, 1.01 + 0.01 * index)
    answer = held_tick(BEYOND, answer.memory, 1.06)
    assert FilterCode.OVERRUN in answer.codes and not answer.is_fallback
    for index in range(60):
        answer = held_tick(PRESS, answer.memory, 1.07 + 0.01 * index)
    assert np.allclose(answer.command.wrench, (0, 0, -30, 0, 0, 0))


def test_a_command_that_was_given_up_stays_so(following):
    """An answer out of time is no reason to come back to a command that cannot be carried."""
    memory = replace(following.memory, given_up_at=1.05)
    answer = tick(TIP, BEYOND, STARVED, memory, 1.06)
    assert FilterCode.OVERRUN in answer.codes and FilterCode.INFEASIBLE in answer.codes
    assert answer.is_fallback


def test_without_contacts_the_dimension_is_that_of_what_was_sent():
    planar = ContactState([ContactPoint((0, 0), (0, 1), CircularCone(0.5))])
    answer = tick(planar, Setpoints((1.0, -30, 0)), STARVED, FilterMemory(), 1.0)
    situation = Situation(now=1.01, command_received=1.01, contacts_received=1.01)
    lost = overrun_assessment(None, Setpoints(), STARVED, answer.memory, situation)
    assert lost.command.wrench.shape == (3,)


def test_an_emergency_stop_is_neutral_at_once_even_then(following):
    situation = Situation(
        now=1.06, command_received=1.06, contacts_received=1.06, emergency_stop=True
    )
    answer = assess(TIP, BEYOND, STARVED, following.memory, situation)
    assert answer.command.is_neutral and answer.code is FilterCode.EMERGENCY_STOP


def test_the_shorter_of_two_nested_budgets_counts_and_the_outer_one_comes_back():
    check_time()
    with time_budget(100.0):
        with time_budget(0.0), pytest.raises(BudgetExceededError):
            check_time()
        check_time()
        with time_budget(-1.0), time_budget(100.0), pytest.raises(BudgetExceededError):
            check_time()
    check_time()


def test_parts_of_an_answer_share_what_they_may_take():
    """Each with a share of its own, three of them took all there is, and the answer came late."""
    with time_budget(0.02):
        with pytest.raises(BudgetExceededError), share_of_budget(0.5):
            while True:
                check_time()
        check_time()  # half of it is left for what must be answered
        with pytest.raises(BudgetExceededError), share_of_budget(0.5):
            pass
        check_time()
    with share_of_budget(0.0):
        check_time()  # without a budget there is no share of it
