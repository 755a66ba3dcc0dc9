# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All contact modes of a command: asked in place and of the process that answers beside."""

from time import monotonic

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.pipeline.prediction import at_rest_below, ModeQuestion, predict_modes
from frictioncone_ros.pipeline.predictor import Predictor
from frictioncone_ros.spatial import Inertia

FEET = [ContactPoint((x, y, -0.1), (0, 0, 1), CircularCone(0.5))
        for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
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
    many = ContactState([*FEET, *FEET, *FEET][:12], BOX.inertia)
    answer = predict_modes(ModeQuestion(many, DOWN))
    assert not answer.answered
    assert answer.verdict is None
    assert 'limit' in answer.text


def test_without_inertia_slow_motion_is_judged():
    answer = predict_modes(ModeQuestion(ContactState(FEET), DOWN))
    assert 'ffff' in [str(predicted.mode) for predicted in answer.modes]
    assert 'without inertia' in answer.text


def answer_of(predictor, timeout=20.0):
    end = monotonic() + timeout
    while (answer := predictor.poll(monotonic())) is None:
        assert monotonic() < end, 'no answer'
        predictor.wait(0.05)
    return answer


@pytest.fixture
def predictor():
    made = Predictor()
    yield made
    made.close()


def test_the_process_answers_as_the_function_does(predictor):
    question = ModeQuestion(BOX, DOWN)
    assert predictor.ask(question, monotonic())
    assert not predictor.ask(question, monotonic()), 'one question at a time'
    answer = answer_of(predictor)
    assert [str(predicted.mode) for predicted in answer.modes] == ['ffff']
    assert not predictor.is_busy


def test_a_process_that_was_killed_is_started_again(predictor):
    predictor.process.kill()
    predictor.process.wait()
    assert predictor.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(predictor).exhaustive
    assert predictor.restarts == 1


def test_a_slow_answer_is_given_up_and_said_so(predictor):
    now = monotonic()
    predictor.ask(ModeQuestion(BOX, DOWN, time_limit=0.1), now)
    answer = predictor.poll(now + 3600.0)
    assert not answer.answered and not answer.exhaustive
    assert 'too long' in answer.text
    assert predictor.ask(ModeQuestion(BOX, DOWN), monotonic())
    assert answer_of(predictor).exhaustive


def test_the_process_ends_with_its_parents_socket(predictor):
    process = predictor.process
    predictor.connection.close()
    assert process.wait(10.0) == 0
