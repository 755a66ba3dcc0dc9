# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Messages that must not get in, senders that start again, and ends in every lifecycle state."""

import signal

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_inside import node_inside
from ros_node_talk import FLOOR, is_neutral, NODE, PUSH, Talk

from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.srv import ComputeWrenchCone

STEPS = {
    'unconfigured': [],
    'inactive': ['configure'],
    'active': ['configure', 'activate'],
    'cleaned up': ['configure', 'cleanup'],
}
HOUR = 3600
QUICK = {'autostart': True, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}


@pytest.mark.parametrize(
    ('state', 'number'),
    [
        *((state, signal.SIGTERM) for state in STEPS),
        ('unconfigured', signal.SIGINT),
        ('active', signal.SIGHUP),
    ],
)
def test_a_signal_ends_the_process_in_every_state(client, start_node, state, number):
    process = start_node()
    for step in STEPS[state]:
        assert client.change_state(NODE, step)
    client.state(NODE)
    process.process.send_signal(number)
    assert process.process.wait(timeout=5.0) == 0


def test_a_message_from_the_future_does_not_shut_out_the_present(start_node, talk):
    start_node(**QUICK)
    talking = talk()
    talking.follow()

    def ahead():
        message = talking.command()
        message.header.stamp.sec += HOUR
        return message

    talking.until(lambda: FilterStatus.INVALID_COMMAND in talking.codes, 'a refusal', ahead)
    assert 'ahead of the clock' in talking.reports[-1].text
    talking.follow()
    contacts = snapshot_to_message(Snapshot(FLOOR, 'base', talking.stamp()))
    contacts.header.stamp.sec += HOUR
    talking.until(
        lambda: FilterStatus.INVALID_CONTACTS in talking.codes,
        'a refusal',
        lambda: talking._contacts.publish(contacts) or talking.command(),
    )
    talking.follow()


def test_a_stamp_that_is_none_is_refused_and_the_last_word_is_said(start_node, talk):
    process = start_node(**QUICK)
    talking = talk()
    talking.follow()

    def impossible():
        message = talking.command()
        message.header.stamp.sec, message.header.stamp.nanosec = 2**31 - 1, 2**32 - 1
        return message

    talking.until(lambda: FilterStatus.INVALID_COMMAND in talking.codes, 'a refusal', impossible)
    assert process.stop(signal.SIGTERM) == 0
    talking.client.wait_until(lambda: is_neutral(talking.answers[-1]), 'the neutral command')


def test_a_sender_that_counts_from_the_beginning_again_is_followed(start_node, talk):
    start_node(**QUICK)
    talking = talk()
    talking.stamped = False
    talking.sequence = 1_000_000
    talking.follow()
    talking.sequence = 0
    heard = len(talking.answers)
    talking.until(
        lambda: any(0 < answer.command_sequence < 1_000_000 for answer in talking.answers[heard:]),
        'an answer to the new count',
    )


def test_more_contacts_than_allowed_are_refused_unseen(start_node, talk):
    start_node(max_contacts=3, **QUICK)
    talking = talk()
    talking.until(lambda: FilterStatus.INVALID_CONTACTS in talking.codes, 'a refusal')
    assert 'max_contacts = 3' in talking.reports[-1].text


def test_numbers_of_no_world_are_refused_by_name(start_node, talk):
    start_node(**QUICK)
    talking = talk()
    talking.follow()
    talking.until(
        lambda: FilterStatus.INVALID_COMMAND in talking.codes,
        'a refusal',
        lambda: talking.command(wrench=(1.7e308, 1.7e308, 0, 0, 0, 0)),
    )
    assert 'wrench' in talking.reports[-1].text
    talking.follow()


def test_questions_that_are_open_at_cleanup_are_answered(client, start_node, talk):
    start_node(**QUICK)
    talk().follow()
    asking = client.node.create_client(ComputeWrenchCone, f'{NODE}/compute_wrench_cone')
    client.wait_until(asking.service_is_ready, 'the service')
    answers = [asking.call_async(ComputeWrenchCone.Request()) for _ in range(5)]
    assert client.change_state(NODE, 'deactivate')
    assert client.change_state(NODE, 'cleanup')
    client.wait_until(lambda: all(answer.done() for answer in answers), 'all answers')
    assert client.change_state(NODE, 'configure')
    assert client.change_state(NODE, 'activate')
    talk.current.follow()


def test_the_last_word_is_said_whatever_the_command_was(client, ros_domain):
    with node_inside(ros_domain) as node:
        talking = Talk(client)
        listeners = node._outputs._filtered.get_subscription_count
        client.wait_until(lambda: listeners() == 1, 'the listener')
        # No frame has a number for a name: no message can be made of this command.
        node.core.commands.value = FramedCommand(Frames(axes=3), {'wrench': PUSH})
        node.publish_neutral('over')
        client.wait_until(lambda: talking.answers, 'the neutral command')
    assert is_neutral(talking.answers[-1]) and talking.answers[-1].has_wrench
