# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A stop pressed before the node listens to commands, and a button that repeats itself."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import is_neutral, NODE
from ros_parameters import set_parameters
from stop_button import Button, Reset

from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.runtime.qos import LATCHED

QUICK = {'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0, 'guard': False}


def is_stop(answer):
    return answer.status.code == FilterStatus.EMERGENCY_STOP


def expect_no_push(client, talking):
    """Check that nothing but neutral comes until reset, and that reset is granted then."""
    talking.until(lambda: sum(map(is_stop, talking.answers)) > 20, 'stopped answers')
    assert all(is_neutral(answer) for answer in talking.answers)
    assert Reset(client, talking).is_granted()
    talking.follow()


@pytest.mark.parametrize('times', range(3))
def test_a_latched_stop_pressed_before_the_start_is_heard(client, start_node, talk, times):
    button = Button(client, LATCHED)
    button.press()
    start_node(autostart=True, **QUICK)
    talking = talk()
    # Whoever latches says it again to whoever comes: let go of it before the reset.
    talking.until(lambda: sum(map(is_stop, talking.answers)) > 20, 'stopped answers')
    assert all(is_neutral(answer) for answer in talking.answers)
    button.say(False)
    expect_no_push(client, talking)


def test_a_stop_pressed_while_unconfigured_is_heard(client, start_node, talk):
    start_node(autostart=False, **QUICK)
    button = Button(client)
    button.say(True)
    button.say(False)
    assert client.change_state(NODE, 'configure')
    assert client.change_state(NODE, 'activate')
    expect_no_push(client, talk())


def test_the_latch_outlives_cleanup(client, start_node, talk):
    start_node(autostart=True, **QUICK)
    talking = talk()
    talking.follow()
    button = Button(client)
    button.say(True)
    talking.answer(is_stop, 'a stop')
    button.say(False)
    for transition in ('deactivate', 'cleanup', 'configure', 'activate'):
        assert client.change_state(NODE, transition)
    talking.answers.clear()
    expect_no_push(client, talking)


def test_a_button_that_beats_counts_as_pressed_when_it_is_silent(client, start_node, talk):
    start_node(autostart=True, e_stop_timeout=0.5, **QUICK)
    talking = talk()
    button = Button(client)

    def beaten():
        button.release()
        return talking.command()

    # Silent since activation: it is pressed already.
    talking.until(lambda: talking.answers and is_stop(talking.answers[-1]), 'a stop')
    assert 'e_stop_timeout' in talking.answers[-1].status.text
    assert '~/reset' in talking.answers[-1].status.text
    reset = Reset(client, talking)
    assert not reset.ask(), 'it was reset while the button was silent'
    talking.until(
        lambda: (
            'e_stop_timeout' not in talking.answers[-1].status.text
            and is_stop(talking.answers[-1])
        ),
        'the button to be heard',
        beaten,
    )
    assert reset.is_granted(beaten)
    talking.follow(beaten)
    talking.until(lambda: is_stop(talking.answers[-1]), 'a stop of the silent button')
    assert 'nothing came on ~/e_stop for 0.5 s' in talking.answers[-1].status.text


def test_silence_is_no_press_any_more_where_it_may_be_as_long(client, start_node, talk):
    """Whoever asked for a button that beats and has none takes that back, and resets."""
    start_node(autostart=True, e_stop_timeout=0.3, **QUICK)
    talking = talk()
    talking.until(lambda: talking.answers and is_stop(talking.answers[-1]), 'a stop')
    reset = Reset(client, talking)
    assert not reset.ask()
    assert set_parameters(client, e_stop_timeout=0.0).successful
    talking.until(
        lambda: 'e_stop_timeout' not in talking.answers[-1].status.text, 'silence to be allowed'
    )
    assert is_stop(talking.answers[-1]), 'it was not latched until reset'
    assert reset.is_granted()
    talking.follow()


def test_a_button_that_must_beat_is_waited_for(client, start_node, talk):
    start_node(autostart=True, e_stop_timeout=30.0, status_rate=50.0, **QUICK)
    talking = talk()
    talking.until(
        lambda: (
            talking.reports
            and talking.reports[-1].text.startswith('waiting for the emergency stop')
        ),
        'the word that it is waited for',
    )
    assert talking.code == FilterStatus.WAITING
    assert not talking.answers
    button = Button(client)

    def beaten():
        button.release()
        return talking.command()

    talking.follow(beaten)


def test_of_two_buttons_the_release_of_one_does_not_free_the_other(client, start_node, talk):
    start_node(autostart=True, **QUICK)
    talking = talk()
    talking.follow()
    pressed, other = Button(client), Button(client)
    pressed.say(True)
    talking.until(lambda: is_stop(talking.answers[-1]), 'a stop')

    def released():
        other.release()
        return talking.command()

    talking.until(
        lambda: 'which of them let go is not known' in talking.answers[-1].status.text,
        'the word on two buttons',
        released,
    )
    reset = Reset(client, talking)
    assert not reset.ask(), 'it was reset while one of two buttons is pressed'
    # The other one is gone: what the one left says counts.
    other.close()
    pressed.say(False)
    assert reset.is_granted()
    talking.follow()
