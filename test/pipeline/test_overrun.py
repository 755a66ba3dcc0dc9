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
