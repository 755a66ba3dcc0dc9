# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is left for the next node: a held emergency stop, and who starts it."""

import os
import signal

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from guard_talk import ended, guards, is_lost, nodes
from ros_node_talk import force, is_neutral
from stop_button import Button, Reset

from frictioncone_ros.msg import FilterStatus


def is_stop(answer):
    return answer.status.code == FilterStatus.EMERGENCY_STOP


def press(client, talking):
    """Press and let go of a button that latches nothing."""
    button = Button(client)
    button.say(True)
    talking.answer(is_stop, 'a stop')
    button.say(False)


def expect_held(client, talking):
    """Check that the stop holds until reset, and that nothing is pushed before."""
    heard = len(talking.answers)
    talking.until(
        lambda: sum(is_stop(one) and not is_lost(one) for one in talking.answers[heard:]) > 20,
        'answers of the new node',
    )
    assert all(is_neutral(answer) for answer in talking.answers[heard:])
    assert Reset(client, talking).is_granted()
    assert abs(force(talking.follow())[2] + 30.0) < 1e-6


def test_a_latched_stop_outlives_the_node(guarded, guard_talk, client):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    press(client, guard_talk)
    process.kill()
    process.wait()
    client.wait_until(
        lambda: guard_talk.reports[-1].text.endswith('until a node of this name starts again)'),
        'the word that it is held',
    )
    assert list(guard_talk.reports[-1].codes) == [
        FilterStatus.EMERGENCY_STOP,
        FilterStatus.NODE_LOST,
    ]
    # Commands were repeated for stop_publish_timeout only; the status goes on. What was sent
    # before it on another topic may be heard after it.
    said = len(guard_talk.reports)
    client.wait_until(lambda: len(guard_talk.reports) > said + 1, 'two reports after the last')
    heard, said = len(guard_talk.answers), len(guard_talk.reports)
    client.wait_until(lambda: len(guard_talk.reports) > said + 1, 'two more reports')
    assert len(guard_talk.answers) == heard
    again = guarded()
    expect_held(client, guard_talk)
    assert not ended(guard)
    # The same guard guards the new node, and ends with it.
    again.send_signal(signal.SIGTERM)
    assert again.wait(10.0) == 0
    client.wait_until(lambda: ended(guard), 'the end of the guard')


def test_after_reset_nothing_is_held(guarded, guard_talk, client):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    press(client, guard_talk)
    assert Reset(client, guard_talk).is_granted()
    guard_talk.follow()
    process.kill()
    client.wait_until(lambda: ended(guard), 'the end of the guard')


def test_a_stop_is_held_that_is_pressed_when_the_node_is_gone(guarded, guard_talk, client):
    process = guarded(stop_publish_timeout=3.0)
    guard_talk.follow_guarded()
    button = Button(client)
    process.kill()
    process.wait()
    client.repeat_until(
        button.press,
        lambda: FilterStatus.EMERGENCY_STOP in guard_talk.codes,
        'the guard to hear it',
    )
    # What the node published last is heard before what the guard publishes.
    client.wait_until(lambda: is_lost(guard_talk.answers[-1]), 'neutral by the guard')
    button.release()
    guarded()
    expect_held(client, guard_talk)


def test_a_stop_is_held_that_is_pressed_as_a_node_dies_that_commanded_nothing(
    guarded, guard_talk, client
):
    process = guarded(autostart=False)
    button = Button(client)
    # Of each those two of its three subscriptions that suit this button.
    client.wait_until(lambda: button.listeners >= 4, 'node and guard')
    process.kill()
    process.wait()
    button.press()
    client.wait_until(
        lambda: guard_talk.reports and 'is held' in guard_talk.reports[-1].text, 'the word of it'
    )
    assert FilterStatus.EMERGENCY_STOP in guard_talk.codes


@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGINT])
def test_a_guard_that_holds_a_stop_can_be_ended(guarded, guard_talk, client, number):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    press(client, guard_talk)
    process.kill()
    process.wait()
    client.wait_until(lambda: is_lost(guard_talk.reports[-1]), 'the status')
    os.kill(guard, number)
    client.wait_until(lambda: ended(guard), 'the end of the guard')


def test_a_latch_is_taken_over_by_a_node_without_guard(guarded, guard_talk, client):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    press(client, guard_talk)
    process.kill()
    process.wait()
    client.wait_until(lambda: is_lost(guard_talk.reports[-1]), 'the status')
    guarded(guard=False)
    client.wait_until(lambda: ended(guard), 'the end of the guard')
    expect_held(client, guard_talk)


def test_another_name_takes_nothing_over(guarded, guard_talk, client):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    press(client, guard_talk)
    process.kill()
    process.wait()
    other = guarded('-r', '__ns:=/other')
    client.wait_until(lambda: guards(other.pid), 'a guard of its own')
    assert not ended(guard)


def test_a_node_is_started_again_where_that_is_wanted(guarded, guard_talk, client):
    process = guarded(guard_respawn=True)
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    process.kill()
    process.wait()
    client.wait_until(lambda: nodes(guard), 'a node of the guard')
    guard_talk.follow()
    press(client, guard_talk)
    # Latched when it dies again: latched when it starts again.
    [again] = nodes(guard)
    os.kill(again, signal.SIGKILL)
    client.wait_until(lambda: nodes(guard) and nodes(guard) != [again], 'a third node')
    expect_held(client, guard_talk)
    [third] = nodes(guard)
    os.kill(third, signal.SIGTERM)
    client.wait_until(lambda: ended(guard), 'the end of the guard')


def test_a_node_that_keeps_dying_is_given_up(guarded, guard_talk, client):
    process = guarded(guard_respawn=True, stop_publish_timeout=0.1)
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    process.kill()
    process.wait()
    killed = set()

    def kill_the_next():
        for node in set(nodes(guard)) - killed:
            os.kill(node, signal.SIGKILL)
            killed.add(node)

    client.repeat_until(kill_the_next, lambda: ended(guard), 'the end of the guard', 30.0)
    assert len(killed) == 3
