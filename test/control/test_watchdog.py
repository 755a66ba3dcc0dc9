# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The state machine with a clock that only the test turns."""

from dataclasses import replace
from math import inf, nan

import pytest

from frictioncone_ros.control import (
    FilterCode,
    FilterSettings,
    ModeVerdict,
    Phase,
    Situation,
    watch,
    WatchState,
)
from frictioncone_ros.exceptions import InvalidInputError

SETTINGS = FilterSettings(
    stop_ramp_duration=0.2,
    recovery_ramp_duration=0.5,
    command_timeout=0.1,
    contacts_timeout=0.3,
    stop_publish_timeout=1.0,
    future_tolerance=0.05,
)
FOLLOWING = WatchState(Phase.FOLLOWING)


def fresh(now=10.0, **changes):
    """Everything just received, stamped with a clock of its own that runs 1000 s ahead."""
    base = Situation(
        now=now,
        stamp_clock=now + 1000,
        command_received=now,
        command_stamp=now + 1000,
        contacts_received=now,
        contacts_stamp=now + 1000,
    )
    return replace(base, **changes)


def run(steps, state=None, settings=SETTINGS):
    """Walk through situations; return the answers."""
    answers = []
    state = WatchState() if state is None else state
    for situation in steps:
        answer = watch(state, situation, settings)
        answers.append(answer)
        state = answer.state
    return answers


def phases(answers):
    return [answer.state.phase for answer in answers]


def test_fresh_inputs_are_followed_after_a_ramp():
    answers = run([fresh(10.0), fresh(10.25), fresh(10.5), fresh(10.6)])
    assert phases(answers) == [Phase.RECOVERING] * 2 + [Phase.FOLLOWING] * 2
    assert [answer.progress for answer in answers] == pytest.approx([0.0, 0.5, 1.0, 1.0])
    assert all(answer.publish and answer.follows and not answer.codes for answer in answers)


@pytest.mark.parametrize('missing', ['command_received', 'contacts_received'])
def test_nothing_is_said_before_everything_came(missing):
    (answer,) = run([fresh(**{missing: None})])
    assert answer.state.phase is Phase.WAITING
    assert answer.codes == (FilterCode.WAITING,)
    assert not answer.publish


@pytest.mark.parametrize(('changes', 'code'), [
    ({'command_received': 9.89}, FilterCode.COMMAND_STALE),
    ({'command_stamp': 1009.89}, FilterCode.COMMAND_STALE),
    ({'command_stamp': 1010.06}, FilterCode.COMMAND_STALE),
    ({'contacts_received': 9.69}, FilterCode.CONTACTS_STALE),
    ({'contacts_stamp': 1009.69}, FilterCode.CONTACTS_STALE),
    ({'stamp_clock': 500.0}, FilterCode.CONTACTS_STALE),
    ({'command_publishers': 2}, FilterCode.COMMAND_CONFLICT),
    ({'enabled': False}, FilterCode.INACTIVE),
    ({'external_faults': (FilterCode.TRANSFORM_UNAVAILABLE,)}, FilterCode.TRANSFORM_UNAVAILABLE),
])  # fmt: skip
def test_each_obstacle_starts_the_stop_ramp(changes, code):
    (answer,) = run([fresh(**changes)], FOLLOWING)
    assert answer.state.phase is Phase.STOPPING
    assert answer.codes[0] is code
    assert answer.entered
    assert answer.publish
    assert not answer.follows


def test_ages_just_within_the_limits_are_fresh():
    situation = fresh(command_received=9.901, contacts_received=9.701, command_stamp=1010.049)
    (answer,) = run([situation], FOLLOWING)
    assert answer.codes == ()


def test_a_message_without_stamp_is_judged_by_receipt_alone():
    (answer,) = run([fresh(command_stamp=None, contacts_stamp=None, stamp_clock=0.0)], FOLLOWING)
    assert answer.state.phase is Phase.FOLLOWING


def test_stale_ramps_to_neutral_holds_it_and_falls_silent_then_recovers_by_a_ramp():
    times = (10.0, 10.1, 10.25, 10.3, 11.2, 11.3, 11.35)
    late = [fresh(now, command_received=9.0) for now in times]
    answers = run([*late, fresh(11.4), fresh(11.65), fresh(11.95)], FOLLOWING)
    assert phases(answers) == [
        Phase.STOPPING,
        Phase.STOPPING,
        Phase.HOLDING,
        Phase.HOLDING,
        Phase.HOLDING,
        Phase.SILENT,
        Phase.SILENT,
        Phase.RECOVERING,
        Phase.RECOVERING,
        Phase.FOLLOWING,
    ]
    assert [answer.publish for answer in answers] == [True] * 5 + [False] * 2 + [True] * 3
    assert answers[1].progress == pytest.approx(0.5)
    assert answers[8].progress == pytest.approx(0.5)
    assert [answer.entered for answer in answers].count(True) == 5


def test_an_emergency_stop_is_at_once_and_latched():
    steps = [
        fresh(10.0, emergency_stop=True),
        fresh(10.1),
        fresh(10.2, reset=True, emergency_stop=True),
        fresh(10.3, reset=True, command_received=9.0),
        fresh(10.4),
        fresh(10.5, reset=True),
        fresh(11.1),
    ]
    answers = run(steps, FOLLOWING)
    assert phases(answers) == [Phase.EMERGENCY] * 5 + [Phase.RECOVERING, Phase.FOLLOWING]
    assert all(answer.codes[0] is FilterCode.EMERGENCY_STOP for answer in answers[:5])
    assert all(answer.at_once and answer.publish for answer in answers[:5])


def test_deactivation_says_neutral_once_and_keeps_the_latch():
    off = [fresh(now, active=False) for now in (10.0, 10.1)]
    answers = run([*off, fresh(10.2)], FOLLOWING)
    assert phases(answers) == [Phase.INACTIVE, Phase.INACTIVE, Phase.RECOVERING]
    assert [answer.publish for answer in answers] == [True, False, True]
    stopped = WatchState(Phase.EMERGENCY, 0.0, latched=True)
    again = run([*off, fresh(10.2)], stopped)
    assert again[-1].state.phase is Phase.EMERGENCY


def test_held_normal_force_ends_when_the_command_is_stale_too():
    settings = replace(SETTINGS, hold_normal=True)
    steps = [fresh(now, contacts_received=9.0) for now in (10.0, 10.3, 15.0)]
    both = {'contacts_received': 9.0, 'command_received': 9.0}
    steps += [fresh(now, **both) for now in (15.1, 15.4, 17.0)]
    answers = run(steps, FOLLOWING, settings)
    assert phases(answers) == [
        Phase.STOPPING,
        Phase.HOLDING,
        Phase.HOLDING,
        Phase.STOPPING,
        Phase.HOLDING,
        Phase.SILENT,
    ]
    assert [answer.state.holds_normal for answer in answers] == [True] * 3 + [False] * 3
    assert answers[3].codes == (FilterCode.CONTACTS_STALE, FilterCode.COMMAND_STALE)


@pytest.mark.parametrize(('verdict', 'code'), [
    (ModeVerdict(1), None),
    (ModeVerdict(1, desired_is_consistent=True), None),
    (ModeVerdict(2, desired_is_consistent=True), FilterCode.AMBIGUOUS_MODE),
    (ModeVerdict(2, exhaustive=False), FilterCode.AMBIGUOUS_MODE),
    (ModeVerdict(1, exhaustive=False), FilterCode.MODE_UNKNOWN),
    (ModeVerdict(1, desired_is_consistent=True, exhaustive=False), FilterCode.MODE_UNKNOWN),
    (ModeVerdict(0, exhaustive=False), FilterCode.MODE_UNKNOWN),
    (ModeVerdict(1, desired_is_consistent=False), FilterCode.MODE_INCONSISTENT),
    (ModeVerdict(0, desired_is_consistent=False), FilterCode.MODE_INCONSISTENT),
    (ModeVerdict(0), FilterCode.NO_MODE),
    (None, FilterCode.MODE_UNKNOWN),
])  # fmt: skip
def test_a_unique_mode_is_required_only_where_asked_for(verdict, code):
    (careless,) = run([fresh(modes=verdict)], FOLLOWING)
    assert careless.follows
    (careful,) = run(
        [fresh(modes=verdict)], FOLLOWING, replace(SETTINGS, require_unique_mode=True)
    )
    assert careful.codes == (() if code is None else (code,))
    assert careful.follows is (code is None)


@pytest.mark.parametrize('age', [0.101, -0.101, nan, inf])
def test_a_verdict_that_is_too_old_is_none(age):
    strict = replace(SETTINGS, require_unique_mode=True)
    verdict = {'modes': ModeVerdict(1), 'modes_timeout': 0.1}
    assert run([fresh(modes_age=0.1, **verdict)], FOLLOWING, strict)[0].follows
    (stopped,) = run([fresh(modes_age=age, **verdict)], FOLLOWING, strict)
    assert stopped.codes == (FilterCode.MODE_UNKNOWN,)
    assert not stopped.follows
    assert stopped.mode_reason
    assert fresh(modes_age=age, **verdict).current_modes is None


def test_a_reset_does_not_wait_for_a_prediction_but_following_does():
    strict = replace(SETTINGS, require_unique_mode=True)
    latched = WatchState(Phase.EMERGENCY, 0.0, latched=True)
    reset, known = run([fresh(reset=True), fresh(10.1, modes=ModeVerdict(1))], latched, strict)
    assert not reset.state.latched
    assert reset.codes == (FilterCode.MODE_UNKNOWN,)
    assert not reset.follows
    assert known.state.phase is Phase.RECOVERING


@pytest.mark.parametrize('code', [FilterCode.INFEASIBLE, FilterCode.OVERRUN])
def test_a_command_that_comes_again_after_silence_is_answered_whatever_it_asks(code):
    silent = WatchState(Phase.SILENT, 5.0)
    times = (10.0, 10.5, 12.0)
    answers = run([fresh(now, external_faults=(code,)) for now in times], silent)
    assert phases(answers) == [Phase.HOLDING] * 3
    assert all(answer.publish for answer in answers)
    # And when it is gone again, that is said for as long as of any other.
    gone = run([fresh(now, command_received=9.0) for now in times], silent)
    assert phases(gone) == [Phase.SILENT] * 3


@pytest.mark.parametrize(
    'obstacle',
    [
        {'enabled': False},
        {'external_faults': (FilterCode.INFEASIBLE,)},
        {'external_faults': (FilterCode.OVERRUN,)},
    ],
)
def test_a_reset_asks_for_valid_inputs_and_not_for_a_command_that_is_followed(obstacle):
    latched = WatchState(Phase.EMERGENCY, 0.0, latched=True)
    (reset,) = run([fresh(reset=True, **obstacle)], latched)
    assert not reset.state.latched and not reset.follows
    (stale,) = run([fresh(reset=True, contacts_received=9.0, **obstacle)], latched)
    assert stale.state.latched


def test_ramps_of_no_length_are_steps():
    settings = replace(SETTINGS, stop_ramp_duration=0.0, recovery_ramp_duration=0.0)
    stopped, again = run([fresh(enabled=False), fresh(10.1)], FOLLOWING, settings)
    assert stopped.progress == again.progress == 1.0


def test_a_clock_that_tells_no_time_is_refused():
    for now in (nan, inf):
        with pytest.raises(InvalidInputError, match='clock'):
            Situation(now=now)


def test_an_answer_is_the_same_state_while_nothing_changes():
    state = WatchState(Phase.FOLLOWING, 3.0)
    assert watch(state, fresh(), SETTINGS).state is state


@pytest.mark.parametrize('ahead', [0.31, 5.0, inf, nan])
@pytest.mark.parametrize(
    ('name', 'code'),
    [
        ('command_received', FilterCode.COMMAND_STALE),
        ('contacts_received', FilterCode.CONTACTS_STALE),
    ],
)
def test_a_receipt_from_the_future_is_stale_and_not_fresh_for_ever(name, code, ahead):
    answer = watch(FOLLOWING, fresh(**{name: 10.0 + ahead}), SETTINGS)
    assert answer.codes == (code,)
    assert not answer.follows


def test_a_receipt_just_after_the_clock_was_read_is_fresh():
    situation = fresh(command_received=10.001, contacts_received=10.001)
    assert watch(FOLLOWING, situation, replace(SETTINGS, future_tolerance=0.0)).codes == ()
