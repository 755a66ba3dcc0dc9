# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every field of every input in each kind of value: taken or refused, and the node goes on."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import AccelStamped, TwistStamped, WrenchStamped
from message_fields import cases, FIELDS, type_name
from ros_node_talk import NODE
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, Trigger

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import ContactMode, FilterStatus
from frictioncone_ros.ros.background_work import SERVICE_LIMIT
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.srv import CheckCommand, ComputeWrenchCone, SetDesiredMode

PATIENT = {
    'command_timeout': 600.0,
    'contacts_timeout': 600.0,
    'prediction_rate': 0.0,
    'status_rate': 100.0,
    'controlled_frame': 'tool',
    'contact_probability': 0.0,
}
UP = ContactState(
    [
        ContactPoint((x, 0.0, 0.0), (0.0, 1.0, 0.0), CircularCone(0.5), name=name)
        for name, x in (('first', 0.1), ('second', -0.1))
    ]
)
FAULT = 'fault'


def contacts(stamp=0):
    message = snapshot_to_message(Snapshot(UP, 'base', stamp))
    for contact in message.contacts:
        contact.point.tangent.x = 1.0
    return message


def command(talking):
    message = talking.command(wrench=(0.0, -1.0, 0.0, 0.0, 0.0, 0.0), twist=None)
    message.header.stamp.sec = message.header.stamp.nanosec = 0
    return message


def question(service, talking):
    """Return a request in which everything is read and all is right."""
    if service is CheckCommand:
        return CheckCommand.Request(
            command=command(talking), use_contacts=True, contacts=contacts(), has_desired_mode=True
        )
    if service is ComputeWrenchCone:
        return ComputeWrenchCone.Request(use_contacts=True, contacts=contacts())
    return service.Request()


@pytest.fixture
def follow(start_node, talk):
    def begin(**parameters):
        start_node(autostart=True, **{**PATIENT, **parameters})
        talking = talk()
        talking.contacts, talking.stamped = UP, False
        talking.follow(lambda: command(talking))
        return talking

    return begin


@pytest.fixture
def following(follow):
    return follow()


@pytest.mark.slow
@pytest.mark.parametrize(
    'service',
    [CheckCommand, ComputeWrenchCone, SetDesiredMode, SetBool, Trigger],
    ids=lambda one: one.__name__,
)
def test_every_request_is_answered_and_wrong_ones_are_refused_by_name(client, follow, service):
    # Answers come by the service: a hundred reports a second are for those who wait for one.
    following = follow(status_rate=2.0)
    name = {
        CheckCommand: 'check_command',
        ComputeWrenchCone: 'compute_wrench_cone',
        SetDesiredMode: 'set_desired_mode',
        SetBool: 'enable',
        Trigger: 'reset',
    }[service]
    asked = cases(question(service, following))
    asking = client.node.create_client(service, f'{NODE}/{name}')
    client.wait_until(asking.service_is_ready, 'the service')
    for begin in range(0, len(asked), SERVICE_LIMIT):
        some = asked[begin : begin + SERVICE_LIMIT]
        futures = [asking.call_async(case.message) for case in some]
        client.wait_until(
            lambda futures=futures: all(future.done() for future in futures),
            f'answers to {[case.name for case in some]}',
        )
        for case, future in zip(some, futures, strict=True):
            said = future.result().message
            assert FAULT not in said, (case.name, said)
            assert ('expected' in said) == (not case.is_good), (case.name, said)
    assert client.call(service, f'{NODE}/{name}', question(service, following))


def test_a_new_field_needs_a_case():
    """Whoever adds a field says here what it may be."""
    reached = {
        type_name(message): message
        for message in (
            CheckCommand.Request(),
            ComputeWrenchCone.Request(),
            SetDesiredMode.Request(),
            SetBool.Request(),
            Trigger.Request(),
            Bool(),
            WrenchStamped(),
            TwistStamped(),
            AccelStamped(),
            CheckCommand.Request().command,
            contacts(),
            contacts().contacts[0],
            contacts().contacts[0].point,
            ContactMode(),
        )
    }
    assert set(reached) == set(FIELDS)
    for name, message in reached.items():
        below = {
            field
            for field, kind in message.get_fields_and_field_types().items()
            if kind.removeprefix('frictioncone_ros/') in FIELDS
        }
        assert set(message.get_fields_and_field_types()) - below <= set(FIELDS[name]), name


def dropped(talking):
    return talking.reports[-1].dropped_count if talking.reports else 0


def send_each(client, talking, publisher, asked, is_taken):
    """Publish each case until it was counted as refused, or taken."""
    for case in asked:
        before, heard = dropped(talking), len(talking.answers)

        def came(case=case, before=before, heard=heard):
            if not case.is_good:
                return dropped(talking) > before
            return any(is_taken(case.message, answer) for answer in talking.answers[heard:])

        def send(case=case):
            publisher.publish(case.message)
            return command(talking) if type_name(case.message) == 'ContactStateArray' else None

        talking.client.repeat_until(lambda send=send: _also(talking, send()), came, case.name)
        assert FilterStatus.INTERNAL_ERROR not in talking.codes, case.name


def _also(talking, message):
    if message is not None:
        talking._commands.publish(message)


def test_every_field_of_a_snapshot_is_taken_or_refused(client, following):
    publisher = following._contacts
    stamp = following.client.node.get_clock().now().nanoseconds
    asked = [
        case for case in cases(contacts(stamp)) if 'stamp' not in case.name or not case.is_good
    ]
    for index, case in enumerate(asked):
        # Each with a stamp of its own, by which the answer says what was used.
        if 'stamp' not in case.name:
            case.message.header.stamp.nanosec = 1 + index

    def is_taken(message, answer):
        return answer.contacts_stamp == message.header.stamp

    send_each(client, following, publisher, asked, is_taken)


def test_every_field_of_a_command_is_taken_or_refused(client, following):
    asked = [
        case
        for case in cases(command(following))
        if not case.is_good or not ('stamp' in case.name or 'sequence' in case.name)
    ]
    for index, case in enumerate(asked):
        # By its count the answer says which command it answers.
        case.message.sequence = following.sequence + 1 + index

    def is_taken(message, answer):
        return answer.command_sequence == message.sequence

    send_each(client, following, following._commands, asked, is_taken)


@pytest.mark.parametrize('part', ['wrench', 'twist', 'accel'])
def test_every_field_of_a_plain_command_is_taken_or_refused(client, start_node, talk, part):
    start_node(autostart=True, **PATIENT)
    talking = talk()
    talking.disconnect()
    message = {'wrench': WrenchStamped, 'twist': TwistStamped, 'accel': AccelStamped}[part]()
    message.header.frame_id = 'base'
    publisher = client.publisher(type(message), f'{NODE}/{part}_command')
    sent = snapshot_to_message(Snapshot(UP, 'base'))
    client.send_until(
        talking._contacts, sent, lambda: _also_plain(publisher, message, talking), 'an answer'
    )
    asked = [case for case in cases(message) if 'stamp' not in case.name or not case.is_good]
    send_each(client, talking, publisher, asked, lambda message, answer: True)


def _also_plain(publisher, message, talking):
    publisher.publish(message)
    return bool(talking.answers)
