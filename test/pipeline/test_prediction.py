# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All contact modes of a command: asked in place and of the worker process."""

from dataclasses import replace
import os
import signal
from time import monotonic, process_time

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FrictionPyramid,
)
from frictioncone_ros.control import FilterCode
from frictioncone_ros.pipeline import search_modes as search_modes_module
from frictioncone_ros.pipeline.at_rest import at_rest_below
from frictioncone_ros.pipeline.find_wrench_cone import find_wrench_cone
from frictioncone_ros.pipeline.predict_modes import answered, predict_modes
from frictioncone_ros.pipeline.prediction import ModeQuestion
from frictioncone_ros.pipeline.worker import background as background_module
from frictioncone_ros.pipeline.worker.background import Background
from frictioncone_ros.pipeline.worker.background_worker import yielding_cpu
from frictioncone_ros.pipeline.wrench_cone import WrenchConeQuestion
from frictioncone_ros.spatial import Inertia

FEET = [
    ContactPoint((x, y, -0.1), (0, 0, 1), CircularCone(0.5))
    for x in (-0.1, 0.1)
    for y in (-0.1, 0.1)
]
BOX = ContactState(FEET, Inertia.spatial_body(1.0, 0.01 * np.eye(3)))
DOWN = np.array([2.0, 0, -10, 0, 0, 0])
NOISE = np.array([1e-3, 0, 1e-4, 0, 1e-3, 0])


@pytest.mark.parametrize(('wrench', 'mode'), [
    ((2.0, 0, -10, 0, 0, 0), 'ffff'), ((0, 0, 1.0, 0, 0, 0), 'ssss'),
    ((9.0, 0, -10, 0, 0.5, 0), 'd[0]d[0]d[0]d[0]'),
])  # fmt: skip
def test_one_mode_where_mechanics_allows_one(wrench, mode):
    answer = predict_modes(ModeQuestion(BOX, np.array(wrench)))
    found = [predicted.mode for predicted in answer.modes]
    letters = [''.join(str(one)[0] for one in each) for each in found]
    assert letters == [''.join(str(one)[0] for one in ContactMode.parse(mode))]
    assert answer.exhaustive
    assert answer.verdict.consistent_count == 1


def test_noise_below_the_rest_speed_is_rest_exactly():
    noisy = BOX.with_twist(NOISE)
    assert not at_rest_below(noisy, 0.01).twist.any()
    answer = predict_modes(ModeQuestion(noisy, DOWN, ContactMode.parse('ffff'), rest_speed=0.01))
    assert [str(predicted.mode) for predicted in answer.modes] == ['ffff']
    assert answer.desired_consistent and answer.desired_unique


def test_sliding_stays_sliding_while_its_noise_is_taken_off():
    sliding = at_rest_below(BOX.with_twist(NOISE + np.array([0.1, 0, 0, 0, 0, 0])), 0.01)
    assert np.allclose(sliding.twist, (0.1, 0, 0, 0, 0, 0), atol=2e-3)
    answer = predict_modes(ModeQuestion(sliding, DOWN))
    assert {str(one)[0] for predicted in answer.modes for one in predicted.mode} == {'d'}


def test_a_question_that_cannot_be_judged_is_answered_so():
    many = ContactState([*FEET] * 5, BOX.inertia)
    answer = predict_modes(ModeQuestion(many, DOWN))
    assert not answer.answered
    assert answer.verdict.code is FilterCode.MODE_UNKNOWN
    assert 'limit' in answer.verdict.reason
    assert 'limit' in answer.text


RING = ContactState(
    [
        ContactPoint((np.cos(angle), np.sin(angle), 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))
        for angle in np.arange(8) * np.pi / 4
    ]
)
TIPPING = np.array([14.0, 0.0, -30.0, 0.0, 8.0, 1.0])
WEDGED = ContactState(
    [
        ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5)),
        ContactPoint((-0.1, 0.0, 0.1), (1.0, 0.0, 0.0), CircularCone(0.5)),
    ]
)
"""A foot that carries, and a wall that only touches: it may hold or let go."""
PRESS = np.array([0.0, 0, -10, 0, 0, 0])


def test_a_search_cut_short_denies_nothing():
    answer = predict_modes(
        ModeQuestion(RING, TIPPING, ContactMode.parse('ffffffff'), time_limit=1e-3)
    )
    assert answer.answered and not answer.modes and not answer.exhaustive
    assert answer.desired_consistent is None
    assert not answer.desired_unique
    assert answer.verdict.code is FilterCode.MODE_UNKNOWN
    assert 'time limit' in answer.verdict.reason
    assert 'not known' in answer.text and 'is consistent' not in answer.text


def test_what_is_denied_was_searched_for_to_the_end():
    up = np.array([0.0, 0, 1, 0, 0, 0])
    denied = predict_modes(ModeQuestion(BOX, up, ContactMode.parse('ffff')))
    assert denied.desired_consistent is False
    assert denied.verdict.code is FilterCode.MODE_INCONSISTENT
    slow = ContactState(FEET)
    assert predict_modes(ModeQuestion(slow, up)).verdict.code is FilterCode.NO_MODE
    desired = predict_modes(ModeQuestion(slow, up, ContactMode.parse('ffff')))
    assert desired.verdict.code is FilterCode.MODE_INCONSISTENT


def test_several_modes_are_several_however_the_search_ends():
    answer = predict_modes(ModeQuestion(WEDGED, PRESS, ContactMode.parse('fs')))
    assert len(answer.modes) > 1
    assert answer.desired_consistent and not answer.desired_unique
    assert answer.verdict.code is FilterCode.AMBIGUOUS_MODE


def test_a_mode_whose_certificate_fails_is_not_predicted(monkeypatch):
    """One certificate is spoilt: the other modes stay, and the answer is not exhaustive."""
    flat = ContactState(
        [
            ContactPoint((0, 0), (0, 1), CircularCone(0.5)),
            ContactPoint((-0.1, 0.1), (1, 0), CircularCone(0.5)),
        ]
    )
    question = ModeQuestion(flat, np.array([0.0, -10.0, 0.0]), ContactMode.parse('ff'))
    whole = predict_modes(question)
    assert whole.exhaustive and whole.desired_consistent and len(whole.modes) == 2
    search = search_modes_module.find_quasistatic_motions

    def spoilt(state, wrench):
        found = search(state, wrench)
        motions = tuple(
            replace(motion, certificate=replace(motion.certificate, newton=1.0))
            if str(motion.mode) == 'ff'
            else motion
            for motion in found
        )
        return replace(found, motions=motions)

    monkeypatch.setattr(search_modes_module, 'find_quasistatic_motions', spoilt)
    answer = predict_modes(question)
    assert [str(one.mode) for one in answer.modes] == [
        str(one.mode) for one in whole.modes if str(one.mode) != 'ff'
    ]
    assert not answer.exhaustive
    assert answer.desired_consistent is None
    assert 'failed the check' in answer.text


def test_without_inertia_slow_motion_is_judged():
    answer = predict_modes(ModeQuestion(ContactState(FEET), DOWN))
    assert 'ffff' in [str(predicted.mode) for predicted in answer.modes]
    assert 'without inertia' in answer.text


ASKEW = np.array([6.0, 3.0, -10.0, 0.0, 0.0, 0.0])
"""Slides the box at 26.565 degrees."""


@pytest.mark.parametrize(('degrees', 'consistent'), [
    (26.565, True), (26.6, True), (30.0, True), (33.0, False), (-153.4, False), (180.0, False),
])  # fmt: skip
def test_a_desired_direction_is_met_to_five_degrees(degrees, consistent):
    desired = ContactMode.parse(f'd[{degrees}]' * 4)
    answer = predict_modes(ModeQuestion(BOX, ASKEW, desired))
    assert answer.desired_consistent is consistent
    assert answer.desired_unique is consistent
    expected = FilterCode.OK if consistent else FilterCode.MODE_INCONSISTENT
    assert answer.verdict.code is expected


def test_a_direction_beside_the_half_turn_is_near_it():
    turned = np.array([-9.0, 1e-6, -10.0, 0.0, 0.0, 0.0])
    for degrees in (-179.9, 179.9, 180.0):
        desired = ContactMode.parse(f'd[{degrees}]' * 4)
        assert predict_modes(ModeQuestion(BOX, turned, desired)).desired_consistent


def test_one_of_many_directions_is_neither_promised_nor_denied():
    """A finger that nothing presses may slide any way."""
    finger = ContactState([WEDGED.contacts[1]])
    desired = ContactMode.parse('d[37]')
    answer = predict_modes(ModeQuestion(finger, np.zeros(6), desired))
    assert answer.exhaustive and any(one.dimension for one in answer.modes)
    assert not any(str(one.mode) == 'd[37]' for one in answer.modes)
    assert answer.desired_consistent is None and not answer.desired_unique
    assert answer.verdict.code is FilterCode.AMBIGUOUS_MODE
    assert 'directions' in answer.verdict.reason
    other = predict_modes(ModeQuestion(finger, np.zeros(6), ContactMode.parse('d')))
    assert other.desired_consistent and not other.verdict.reason


def test_a_question_of_two_searches_is_waited_for_twice_as_long():
    question = ModeQuestion(BOX, DOWN, time_limit=3.0)
    both = replace(question, before_filter=(2.0 * DOWN, None))
    assert both.whole_time_limit == 2.0 * question.whole_time_limit
    assert question.whole_time_limit >= question.time_limit


def test_working_out_many_modes_has_a_limit_too():
    """Nothing pushes four pyramids: two hundred modes, each with many motions."""
    loose = ContactState([replace(foot, friction=FrictionPyramid(0.5)) for foot in FEET])
    limit = 0.01
    answered(ModeQuestion(loose, np.zeros(6), time_limit=limit))
    begun = process_time()
    answer = predict_modes(ModeQuestion(loose, np.zeros(6), time_limit=limit))
    spent = process_time() - begun
    assert not answer.exhaustive and 'time limit' in answer.stopped_because
    assert answer.verdict.code is not FilterCode.NO_MODE
    # Each motion takes a few milliseconds at most, all of them a hundred.
    assert spent <= 0.06


def test_slow_motions_have_no_margin_in_newton():
    for scale in (1.0, 100.0):
        wide = ContactState(
            [
                ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5)),
                ContactPoint((-0.1 * scale, 0.1 * scale), (1.0, 0.0), CircularCone(0.5)),
            ]
        )
        answer = predict_modes(ModeQuestion(wide, np.array([0.0, -10.0, 0.0])))
        assert len(answer.modes) == 2
        assert {one.margin for one in answer.modes} == {np.inf}


def answer_of(background, timeout=20.0):
    end = monotonic() + timeout
    while (answer := background.poll(monotonic())) is None:
        assert monotonic() < end, 'no answer'
        background.wait(0.05)
    return answer


@pytest.fixture
def background():
    made = Background()
    yield made
    made.close()


def test_the_process_answers_as_the_function_does(background):
    question = ModeQuestion(BOX, DOWN)
    assert background.ask(question, monotonic())
    assert not background.ask(question, monotonic()), 'one question at a time'
    answer = answer_of(background)
    assert [str(predicted.mode) for predicted in answer.modes] == ['ffff']
    assert not background.is_busy


def test_a_process_that_was_killed_is_started_again(background):
    background.process.kill()
    background.process.wait()
    assert background.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(background).exhaustive
    assert background.restarts == 1


def test_a_slow_answer_is_given_up_and_said_so(background):
    now = monotonic()
    background.ask(ModeQuestion(BOX, DOWN), now, time_limit=0.1)
    answer = background.poll(now + 3600.0)
    assert not answer.answered and not answer.exhaustive
    assert 'too long' in answer.text
    assert background.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(background).exhaustive


def test_a_frozen_process_stops_nobody_and_is_replaced(background):
    """Also one that was stopped in the middle of its answer: what has come is no answer yet."""
    background.process.send_signal(signal.SIGSTOP)
    now = monotonic()
    assert background.ask(ModeQuestion(BOX, DOWN), now, time_limit=0.1)
    assert background.poll(now) is None
    answer = background.poll(now + 3600.0)
    assert not answer.answered and 'too long' in answer.text
    assert background.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(background).exhaustive
    assert background.restarts == 1


def test_a_process_that_answers_nonsense_is_replaced(monkeypatch, background):
    assert background.ask(ModeQuestion(BOX, DOWN), monotonic())
    monkeypatch.setattr(background.connection, 'received', lambda: b'{"type":"eval"}')
    answer = background.poll(monotonic())
    assert not answer.answered and 'nonsense' in answer.text
    assert background.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(background).exhaustive


def test_the_process_ends_with_its_parents_socket(background):
    process = background.process
    background.connection.close()
    assert process.wait(10.0) == 0


def test_a_wrench_cone_holds_what_the_contacts_can_balance():
    answer = find_wrench_cone(WrenchConeQuestion(BOX))
    assert answer.approximated
    assert answer.cone.contains(DOWN)
    assert not answer.cone.contains(-DOWN)
    assert not answer.cone.contains((9.0, 0, -10, 0, 0, 0))


@pytest.mark.parametrize(('wrench', 'inside'), [
    ((0, 0, 2.0, 0, 0, 0), True), ((0, 0, -2.0, 0, 0, 0), False),
])  # fmt: skip
def test_a_mode_cone_needs_the_inertia_and_says_what_lifts(wrench, inside):
    answer = find_wrench_cone(WrenchConeQuestion(BOX, ContactMode.parse('ssss')))
    assert answer.strictly_feasible
    assert answer.cone.contains(wrench) is inside
    slow = find_wrench_cone(WrenchConeQuestion(ContactState(FEET), ContactMode.parse('ssss')))
    assert slow.cone.is_zero and not slow.strictly_feasible


def test_a_mode_that_fits_no_contact_has_no_cone(background):
    question = WrenchConeQuestion(BOX, ContactMode.parse('ll'))
    assert background.ask(question, monotonic())
    answer = answer_of(background)
    assert answer.cone is None
    assert 'mode' in answer.text


def test_a_long_search_offers_the_processor_again_and_again(monkeypatch):
    offers = []
    monkeypatch.setattr(os, 'sched_yield', lambda: offers.append(monotonic()))
    before, end = signal.getsignal(signal.SIGALRM), monotonic() + 5.0
    with yielding_cpu():
        while len(offers) < 3:
            assert monotonic() < end, 'the processor was kept'
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_weight_that_the_contacts_carry_is_part_of_the_prediction():
    across = np.array([3.0, 0, 0, 0, 0, 0])
    weighed = replace(BOX, gravity=(0.0, 0.0, -9.81))
    (held,) = predict_modes(ModeQuestion(weighed, across)).modes
    assert str(held.mode) == 'ffff'
    assert 'ffff' not in [str(one.mode) for one in predict_modes(ModeQuestion(BOX, across)).modes]


def dies_at_once(monkeypatch):
    """Have worker processes that end before they answer anything; return how many were started."""
    started = []

    def start(niceness):
        made = real(niceness)
        started.append(made[0])
        made[0].kill()
        made[0].wait()
        return made

    real = background_module._started
    monkeypatch.setattr(background_module, '_started', start)
    return started


def test_a_process_that_cannot_live_is_not_started_all_the_time(monkeypatch, background):
    started, now = dies_at_once(monkeypatch), monotonic()
    background.process.kill()
    background.process.wait()
    for step in range(100):
        moment = now + 0.025 * step
        background.ask(ModeQuestion(BOX, DOWN), moment)
        background.poll(moment)
    assert 2 <= len(started) <= 4
    monkeypatch.undo()
    assert background.ask(ModeQuestion(BOX, DOWN), now + 10.0)
    end = monotonic() + 20.0
    while (answer := background.poll(now + 10.0)) is None:
        assert monotonic() < end
        background.wait(0.05)
    assert answer.exhaustive


def test_where_no_process_can_be_started_each_question_is_answered(monkeypatch, background):
    def none_left(niceness):
        raise OSError(24, 'Too many open files')

    now = monotonic()
    assert background.ask(ModeQuestion(BOX, DOWN), now)
    background.process.kill()
    background.process.wait()
    monkeypatch.setattr(background_module, '_started', none_left)
    end, answer = monotonic() + 20.0, None
    while answer is None:
        answer = background.poll(now)
        assert monotonic() < end
    assert not answer.answered and 'died' in answer.text
    assert not background.is_busy
    assert not background.ask(ModeQuestion(BOX, DOWN), now + 0.1)
    monkeypatch.undo()
    assert background.ask(ModeQuestion(BOX, DOWN), now + 10.0)
