# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A command whose modes must be unique is followed only while that is known: over DDS."""

from functools import partial
import os
import signal
from time import monotonic

from effort import rounds
import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import FLOOR, NODE, numbers, PATIENT
from worker_processes import worker_processes

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import ContactMode as ContactModeMessage
from frictioncone_ros.msg import ContactModePrediction, FilterStatus
from frictioncone_ros.srv import CheckCommand, SetDesiredMode

WEDGED = ContactState(
    [
        ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='foot'),
        ContactPoint((-0.1, 0.0, 0.1), (1.0, 0.0, 0.0), CircularCone(0.5), name='wall'),
    ]
)
"""A foot that carries and a wall that only touches: without inertia it may hold or let go."""
PRESS = (0.0, 0.0, -10.0, 0.0, 0.0, 0.0)
RING = ContactState(
    [
        ContactPoint((np.cos(angle), np.sin(angle), 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))
        for angle in np.arange(8) * np.pi / 4
    ]
)
TIPPING = (14.0, 0.0, -30.0, 0.0, 8.0, 1.0)
"""A wrench on the ring for which modes are searched until the time limit."""
STRICT = {
    'autostart': True,
    'require_unique_mode': True,
    'prediction_rate': 20.0,
    'recovery_ramp_duration': 0.0,
    'stop_ramp_duration': 0.0,
    'stop_publish_timeout': 60.0,
}


def pressing(talking):
    """Return a function that makes commands which press on what is touched."""
    return lambda: talking.command(PRESS, twist=None)


def moved(answers):
    """Return the answers that ask for anything at all."""
    return [answer for answer in answers if numbers(answer).any()]


@pytest.fixture
def wedged(start_node, talk):
    """Start a node with parameters whose only command is ambiguous."""

    def begin(**parameters):
        process = start_node(**(STRICT | parameters))
        talking = talk()
        talking.contacts = WEDGED
        return process, talking

    return begin


def test_an_ambiguous_command_is_not_followed_while_the_predictor_hangs_from_the_start(wedged):
    process, talking = wedged()
    press = pressing(talking)
    talking.until(lambda: worker_processes(process.process.pid), 'a worker process', press)
    [predictor] = worker_processes(process.process.pid)
    os.kill(predictor, signal.SIGSTOP)
    try:
        talking.answer(
            lambda answer: FilterStatus.MODE_UNKNOWN in answer.status.codes,
            'the word that modes are not known',
            press,
        )
        heard = len(talking.answers)
        talking.until(lambda: len(talking.answers) >= heard + 200, '200 answers', press)
    finally:
        os.kill(predictor, signal.SIGCONT)
    talking.answer(
        lambda answer: FilterStatus.AMBIGUOUS_MODE in answer.status.codes,
        'the word that modes are several',
        press,
    )
    assert not moved(talking.answers)


@pytest.mark.alone('within how many milliseconds a prediction is too old')
def test_a_command_is_followed_until_the_predictor_hangs_and_again_when_it_goes_on(
    start_node, talk
):
    process = start_node(**(STRICT | {'prediction_rate': 5.0}))
    talking = talk()
    press = pressing(talking)
    talking.follow(press)
    [predictor] = worker_processes(process.process.pid)
    os.kill(predictor, signal.SIGSTOP)
    begun = monotonic()
    try:
        unknown = talking.answer(
            lambda answer: FilterStatus.MODE_UNKNOWN in answer.status.codes,
            'the word that modes are not known any more',
            press,
        )
        # Two periods and the search are 0.45 s; the rest is for a busy machine.
        assert monotonic() - begun < 0.9
        assert 'older than 0.45 s' in unknown.status.text
        assert not numbers(unknown).any()
        heard = len(talking.answers)
        talking.until(lambda: len(talking.answers) >= heard + 50, '50 answers', press)
        assert not moved(talking.answers[heard:])
    finally:
        os.kill(predictor, signal.SIGCONT)
    talking.follow(press)


def test_nothing_is_followed_where_nothing_is_predicted(start_node, talk):
    start_node(**(STRICT | {'prediction_rate': 0.0}))
    talking = talk()
    press = pressing(talking)
    answer = talking.answer(lambda answer: True, 'an answer', press)
    assert list(answer.status.codes) == [FilterStatus.MODE_UNKNOWN]
    assert 'no prediction' in answer.status.text
    heard = len(talking.answers)
    talking.until(lambda: len(talking.answers) >= heard + 50, '50 answers', press)
    assert not moved(talking.answers)


def test_a_search_that_is_cut_short_says_so_and_denies_nothing(client, start_node, talk):
    start_node(**(STRICT | {'prediction_time_limit': 0.001}))
    talking = talk()
    talking.contacts = RING

    def tipping():
        return talking.command(TIPPING, twist=None)

    topic = f'{NODE}/contact_modes'
    client.listen(ContactModePrediction, topic)
    heard = client.received[topic]
    assert client.call(
        SetDesiredMode,
        f'{NODE}/set_desired_mode',
        SetDesiredMode.Request(mode=ContactModeMessage(text='ffffffff')),
    ).success
    talking.until(lambda: [one for one in heard if one.has_desired_mode], 'a prediction', tipping)
    last = heard[-1]
    assert not last.exhaustive and not last.modes
    assert last.desired_mode_verdict == ContactModePrediction.NOT_KNOWN
    assert not last.desired_mode_consistent and not last.desired_mode_unique
    said = talking.answer(lambda answer: 'time limit' in answer.status.text, 'the reason', tipping)
    assert list(said.status.codes) == [FilterStatus.MODE_UNKNOWN]
    assert not moved(talking.answers)


@pytest.mark.parametrize(
    ('mode', 'verdict'),
    [('ffff', ContactModePrediction.CONSISTENT), ('ssss', ContactModePrediction.INCONSISTENT)],
)
def test_what_is_known_of_the_desired_mode_is_said(client, start_node, talk, mode, verdict):
    # With inertia, without weight: what is not lifted stays.
    start_node(
        autostart=True,
        prediction_rate=20.0,
        prediction_time_limit=1.0,
        object_mass=1.0,
        object_inertia='[0.01, 0.01, 0.01, 0.0, 0.0, 0.0]',
        static_transforms="['base tool 0 0 0.1 0 0 0 1']",
    )
    talking = talk()
    talking.contacts = FLOOR
    topic = f'{NODE}/contact_modes'
    client.listen(ContactModePrediction, topic)
    heard = client.received[topic]
    # Without a motion: one that was sent before the mode was desired slides until it has ended.
    push = partial(talking.command, twist=None)
    talking.follow(push)
    assert client.call(
        SetDesiredMode,
        f'{NODE}/set_desired_mode',
        SetDesiredMode.Request(mode=ContactModeMessage(text=mode)),
    ).success
    talking.until(lambda: [one for one in heard if one.has_desired_mode], 'a prediction', push)
    last = heard[-1]
    assert last.exhaustive
    assert last.desired_mode_verdict == verdict
    assert last.desired_mode_consistent is (verdict == ContactModePrediction.CONSISTENT)


def test_a_question_is_answered_with_what_is_predicted_of_it(client, wedged):
    # Nobody says what is touched while the answers are waited for.
    _, talking = wedged(**PATIENT)
    talking.answer(
        lambda answer: FilterStatus.AMBIGUOUS_MODE in answer.status.codes,
        'the word that modes are several',
        pressing(talking),
    )
    request = CheckCommand.Request(command=talking.command(PRESS, twist=None))
    unasked = client.call(CheckCommand, f'{NODE}/check_command', request)
    assert list(unasked.filtered.status.codes) == [FilterStatus.MODE_UNKNOWN]
    assert unasked.filtered.command_feasible
    request.predict_modes = True
    asked = client.call(CheckCommand, f'{NODE}/check_command', request)
    assert list(asked.filtered.status.codes) == [FilterStatus.AMBIGUOUS_MODE]
    assert len(asked.prediction.modes) > 1


@pytest.mark.alone('predictions a second')
def test_questions_of_services_do_not_starve_predictions(client, start_node, talk):
    """A client asks a hundred times a second: most are refused, predictions keep their beat."""
    rate, seconds = 20.0, rounds(2.5, 5.0)
    start_node(**(STRICT | {'prediction_rate': rate}))
    talking = talk()
    # Planar: the search ends long before its limit, also on a machine that does other things.
    talking.contacts = ContactState(
        [
            ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5), name='foot'),
            ContactPoint((-0.1, 0.1), (1.0, 0.0), CircularCone(0.5), name='wall'),
        ]
    )
    heard = client.received[f'{NODE}/contact_modes']
    client.listen(ContactModePrediction, f'{NODE}/contact_modes')

    def press():
        return talking.command((0.0, -10.0, 0.0, 0.0, 0.0, 0.0), twist=None)

    talking.until(lambda: heard, 'a prediction', press)
    service = client.node.create_client(CheckCommand, f'{NODE}/check_command')
    client.wait_until(service.service_is_ready, 'the service')
    asked = []

    def ask():
        asked.append(service.call_async(CheckCommand.Request(command=press(), predict_modes=True)))

    def predictions_a_second(seconds):
        begun, before = monotonic(), len(heard)
        client.wait_until(lambda: monotonic() - begun >= seconds, 'the end')
        return (len(heard) - before) / (monotonic() - begun)

    timers = [client.node.create_timer(0.02, lambda: talking.send(press))]
    # On a machine that is too slow for the rate: what it does when nobody asks.
    undisturbed = min(rate, predictions_a_second(0.4 * seconds))
    timers.append(client.node.create_timer(0.01, ask))
    client.wait_until(lambda: [one for one in asked if one.done()], 'an answer of the service')
    disturbed = predictions_a_second(seconds)
    for timer in timers:
        client.node.destroy_timer(timer)
    results = [one.result() for one in asked if one.done()]
    refused = [one for one in results if not one.success]
    print(
        f'{undisturbed:.1f}, {disturbed:.1f} predictions a second; {len(asked)} asked, '
        f'{len(results)} answered, {len(refused)} refused'
    )
    assert all(len(one.modes) > 1 and one.exhaustive for one in heard)
    assert disturbed >= 0.7 * undisturbed > 0.0
    assert all(one.message.startswith('busy') for one in refused)
    assert all(one.has_prediction for one in results if one.success)
    assert len(results) > len(refused) > 0
    assert not moved(talking.answers)
