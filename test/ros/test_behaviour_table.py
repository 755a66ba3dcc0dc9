# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every row of "what the node does when things go wrong", over real DDS."""

import math
import signal

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import QoSProfile, ReliabilityPolicy
from ros_node_talk import (
    FLOOR,
    force,
    is_neutral,
    largest_step,
    NODE,
    NOTHING,
    PATIENT,
    three,
)
from std_msgs.msg import Bool
from std_srvs.srv import Trigger

from frictioncone_ros.msg import ContactStateArray, FilterStatus
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.session.values import Snapshot

QUICK = {'stop_ramp_duration': 0.2, 'recovery_ramp_duration': 0.3, 'prediction_rate': 0.0}
GENTLE = {'stop_ramp_duration': 1.0, 'recovery_ramp_duration': 1.0}
"""Where steps are measured: a node that waits for a core makes a larger one."""
TIMEOUT = 0.2
"""Where something is to become stale [s]; all else stays fresh."""


@pytest.fixture
def following(start_node, talk):
    def begin(**parameters):
        begin.process = start_node(autostart=True, **(QUICK | PATIENT | parameters))
        talking = talk()
        talking.follow()
        return talking

    return begin


@pytest.mark.parametrize('reliability', list(ReliabilityPolicy)[1:3], ids=lambda one: one.name)
def test_emergency_stop_is_neutral_at_once_and_latched(client, following, reliability):
    talking = following(**GENTLE)
    topic = f'{NODE}/e_stop'
    button = client.node.create_publisher(
        Bool, topic, QoSProfile(depth=1, reliability=reliability)
    )
    client.wait_until(button.get_subscription_count, 'a listener of the button')

    def press():
        button.publish(Bool(data=True))
        return talking.command()

    stopped = talking.answer(is_neutral, 'the neutral command', press)
    assert stopped.status.code == FilterStatus.EMERGENCY_STOP
    before = talking.answers[talking.answers.index(stopped) - 1]
    assert force(before)[2] == -30.0, 'there was a ramp'
    refused = client.call(Trigger, f'{NODE}/reset', Trigger.Request())
    assert not refused.success
    assert 'pressed' in refused.message

    def release():
        button.publish(Bool(data=False))
        return talking.command()

    heard = len(talking.answers)
    talking.until(lambda: len(talking.answers) > heard + 20, 'twenty answers', release)
    assert all(is_neutral(answer) for answer in talking.answers[heard:])
    talking.client.wait_until(lambda: talking.code == FilterStatus.EMERGENCY_STOP, 'the status')
    begun = len(talking.answers) - 1
    answer = reset_while_talking(client, talking)
    assert answer.success, answer.message
    talking.follow()
    assert largest_step(talking.answers[begun:]) < 15.0


def reset_while_talking(client, talking):
    """Call ~/reset while fresh inputs keep coming."""
    service = client.node.create_client(Trigger, f'{NODE}/reset')
    client.wait_until(service.service_is_ready, 'the service')
    talking.until(lambda: True, 'nothing')
    future = service.call_async(Trigger.Request())
    talking.until(future.done, 'an answer of ~/reset')
    return future.result()


def bad_contacts(change):
    message = snapshot_to_message(Snapshot(FLOOR, 'base'))
    change(message, message.contacts[1].point)
    return message


BAD_CONTACTS = {
    'normal': lambda message, point: setattr(point.normal, 'z', 2.0),
    'position': lambda message, point: setattr(point.position, 'x', math.nan),
    'friction coefficient': lambda message, point: setattr(point, 'friction_coefficient', -0.1),
    'header.frame_id': lambda message, point: setattr(message.header, 'frame_id', ''),
    'names': lambda message, point: setattr(point, 'name', 'foot_0'),
    'friction_model': lambda message, point: setattr(point, 'friction_model', 9),
}


def test_bad_contacts_are_dropped_counted_and_named(client, following):
    talking = following()
    talking.contacts = None
    publisher = client.publisher(ContactStateArray, f'{NODE}/contacts')
    for named, change in BAD_CONTACTS.items():
        message = bad_contacts(change)

        def send(message=message):
            publisher.publish(message)
            return talking.command()

        talking.until(
            lambda named=named: (
                FilterStatus.INVALID_CONTACTS in talking.codes
                and named in talking.reports[-1].text
            ),
            named,
            send,
        )
        # The last good snapshot counts until it is stale.
        assert force(talking.answers[-1])[2] == -30.0
    assert talking.reports[-1].dropped_count >= len(BAD_CONTACTS)


BAD_COMMANDS = {
    'controlled_frame_id': lambda message: setattr(message, 'controlled_frame_id', ''),
    'header.frame_id': lambda message: setattr(message.header, 'frame_id', ''),
    'twist': lambda message: setattr(message.twist.angular, 'z', math.inf),
    'nowhere': lambda message: setattr(message.header, 'frame_id', 'nowhere'),
}


def test_bad_commands_are_dropped_counted_and_named(following):
    talking = following()
    for named, change in BAD_COMMANDS.items():

        def send(change=change):
            message = talking.command()
            change(message)
            return message

        talking.until(
            lambda named=named: (
                {FilterStatus.INVALID_COMMAND, FilterStatus.TRANSFORM_UNAVAILABLE}
                & set(talking.codes)
                and named in talking.reports[-1].text
            ),
            named,
            send,
        )
    talking.follow()


def test_a_stale_command_ramps_to_neutral_then_silence_then_recovers_without_a_jump(following):
    talking = following(
        command_timeout=TIMEOUT, stop_publish_timeout=0.3, status_rate=10.0, **GENTLE
    )
    begun = len(talking.answers) - 1
    talking.until(lambda: is_neutral(talking.answers[-1]), 'the neutral command', make=False)
    assert FilterStatus.COMMAND_STALE in talking.answers[-1].status.codes
    between = [force(answer)[2] for answer in talking.answers[begun:]]
    assert any(-30.0 < value < 0.0 for value in between), 'there was no ramp'
    # Silence: contacts keep coming, and so does the status, but no answer.
    silent_since = len(talking.reports)
    talking.until(lambda: len(talking.reports) >= silent_since + 10, 'ten reports', make=False)
    heard = len(talking.answers)
    talking.until(lambda: len(talking.reports) >= silent_since + 15, 'five reports', make=False)
    assert len(talking.answers) == heard, 'it was not silent'
    talking.follow()
    assert largest_step(talking.answers[begun:]) < 15.0
    assert any(FilterStatus.RAMPING in answer.status.codes for answer in talking.answers[begun:])


def test_stale_by_stamp_alone_counts_too(following):
    talking = following(command_timeout=TIMEOUT)

    def old():
        message = talking.command()
        message.header.stamp.sec -= 5
        message.header.stamp.nanosec = 0
        return message

    # Older stamps than the last are out of order: a new sender begins.
    talking.until(lambda: FilterStatus.COMMAND_STALE in talking.codes, 'a stale command', old)
    assert talking.reports[-1].dropped_count > 0

    def early():
        message = talking.command()
        message.header.stamp.sec += 5
        return message

    talking.until(
        lambda: (
            is_neutral(talking.answers[-1])
            and FilterStatus.COMMAND_STALE in talking.answers[-1].status.codes
        ),
        'the neutral command',
        early,
    )


def test_commands_out_of_order_are_dropped_and_counted(client, following):
    talking = following(diagnostics_rate=10.0)
    client.listen(DiagnosticArray, '/diagnostics')
    late = talking.command(wrench=(0, 0, -5.0, 0, 0, 0))
    talking.answer(lambda one: one.command_sequence > late.sequence, 'an answer to a later one')
    heard = client.received['/diagnostics']

    def dropped():
        values = {entry.key: entry.value for entry in heard[-1].status[0].values} if heard else {}
        return int(values.get('dropped: commands out of order', 0)) > 0

    sequence = late.sequence
    talking.until(dropped, 'a dropped command', lambda: late)
    assert all(answer.command_sequence != sequence for answer in talking.answers)


def test_stale_contacts_are_never_free_space(following):
    talking = following(contacts_timeout=TIMEOUT)
    talking.contacts = None
    answer = talking.answer(
        lambda one: is_neutral(one) and FilterStatus.CONTACTS_STALE in one.status.codes, 'neutral'
    )
    assert FilterStatus.CONTACT_LOST not in answer.status.codes
    talking.contacts = FLOOR
    talking.follow()


def test_hold_normal_keeps_pressing_on_stale_contacts(following):
    talking = following(hold_normal=True, contacts_timeout=TIMEOUT)
    talking.contacts = None

    def held(answer):
        return answer.status.safe_output and np.allclose(force(answer), (0, 0, -30), atol=1e-6)

    talking.answer(held, 'the held force')


def test_contact_lost_drops_the_force_at_once_and_slows_motion(following):
    talking = following(free_motion_limit=0.02, free_rotation_limit=0.1)
    talking.contacts = NOTHING
    lost = talking.answer(
        lambda answer: FilterStatus.CONTACT_LOST in answer.status.codes, 'a lost contact'
    )
    assert not force(lost).any()
    moving = talking.answer(lambda answer: three(answer.twist.linear).any(), 'motion')
    assert np.linalg.norm(three(moving.twist.linear)) <= 0.02 + 1e-9
    assert np.linalg.norm(three(moving.twist.angular)) <= 0.1 + 1e-9


@pytest.mark.parametrize('policy', ['project', 'scale', 'neutral'])
def test_an_infeasible_command_meets_the_policy(following, policy):
    talking = following(infeasible_policy=policy)
    answer = talking.answer(
        lambda one: one.status.code == FilterStatus.INFEASIBLE,
        'a verdict',
        lambda: talking.command(wrench=(18.0, 0, -30.0, 0, 0, 0)),
    )
    talking.until(
        lambda: (
            is_neutral(talking.answers[-1]) == (policy == 'neutral')
            and FilterStatus.RAMPING not in talking.answers[-1].status.codes
        ),
        'the end of the ramp',
        lambda: talking.command((18.0, 0, -30.0, 0, 0, 0)),
    )
    answer = talking.answers[-1]
    assert not answer.command_feasible and answer.has_separating_twist
    assert answer.removed_fraction > 0.0
    x, _, z = force(answer)
    assert x <= -0.5 * z + 1e-6
    assert (z == 0.0) == (policy == 'neutral')


def test_limits_scale_the_whole_wrench(following):
    talking = following(max_force=10.0)
    answer = talking.answers[-1]
    assert FilterStatus.LIMITED in answer.status.codes
    assert np.allclose(force(answer), 10.0 * np.array((1, -2, -30)) / np.linalg.norm((1, 2, 30)))


def test_killed_and_started_again_it_begins_with_a_ramp(start_node, following):
    talking = following()
    following.process.stop(signal.SIGKILL)
    start_node(autostart=True, **{**QUICK, 'recovery_ramp_duration': 2.0})

    def begun_anew():
        counts = [answer.sequence for answer in talking.answers]
        return next(
            (place for place in range(1, len(counts)) if counts[place] < counts[place - 1]), None
        )

    talking.until(begun_anew, 'an answer of the new process')
    talking.follow()
    again = talking.answers[begun_anew() :]
    assert abs(force(again[0])[2]) < 30.0
    assert any(FilterStatus.RAMPING in answer.status.codes for answer in again)


def test_whatever_came_out_was_finite(following):
    talking = following()
    for wrench in ((1e308, 0, -1e308, 0, 0, 0), (5e-324, 0, -5e-324, 0, 0, 0), (0,) * 6):
        heard = len(talking.answers)
        talking.until(
            lambda heard=heard: len(talking.answers) > heard,
            'an answer',
            lambda wrench=wrench: talking.command(wrench),
        )
    for answer in talking.answers:
        for part in (answer.wrench.force, answer.wrench.torque, answer.twist.linear):
            assert np.isfinite(three(part)).all()
        assert math.isfinite(answer.margin) and math.isfinite(answer.removed_fraction)
