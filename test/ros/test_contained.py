# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A fault in a callback is answered, counted and logged; it stops the output, not the node."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from rcl_interfaces.msg import Parameter, ParameterValue
from rcl_interfaces.srv import SetParameters
import rclpy
from rclpy.duration import Duration
from ros_inside import node_inside
from ros_node_talk import FLOOR, NODE, Talk
from std_msgs.msg import Bool
from std_srvs.srv import SetBool

from frictioncone_ros.contact import ContactState
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import command_from_message
from frictioncone_ros.msg import ContactState as ContactMessage
from frictioncone_ros.msg import ContactStateArray, FilterStatus
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.executor import PriorityExecutor

FAULTS = FilterCode.INTERNAL_ERROR


class BrokenError(TypeError):
    """No error that anybody foresees."""


def broken(*_):
    raise BrokenError('on purpose')


@pytest.fixture
def inside(client, ros_domain):
    """Yield a node inside this process, served by its own executor, and who talks to it."""
    with node_inside(ros_domain, prediction_rate=0.0) as node:
        executor = PriorityExecutor(lambda: node.core.active, lambda: False)
        executor.add_node(node)
        serve = client.executor.spin_once

        def both(timeout_sec=None):
            for _ in range(5):
                executor.spin_once(timeout_sec=0.001)
            serve(timeout_sec=0.001)

        client.executor.spin_once = both
        talking = Talk(client)
        talking.follow()
        yield node, executor, talking
        client.executor.spin_once = serve
        executor.shutdown()


def test_a_fault_in_a_service_is_answered_and_counted(client, inside, monkeypatch):
    node, _, talking = inside
    monkeypatch.setattr('frictioncone_ros.ros.services.switch_from_request', broken)
    answer = client.call(SetBool, f'{NODE}/enable', SetBool.Request(data=True))
    assert not answer.success
    assert 'BrokenError' in answer.message
    assert node.core.refusals.counts[FAULTS] == 1
    monkeypatch.undo()
    assert talking.follow()


def test_a_fault_while_commands_are_served_stops_the_output_and_not_the_node(inside, monkeypatch):
    node, _, talking = inside
    monkeypatch.setattr('frictioncone_ros.ros.inputs.command_from_bytes', broken)
    talking.answer(
        lambda answer: (
            FilterStatus.INTERNAL_ERROR in answer.status.codes and answer.status.safe_output
        ),
        'the substitute',
    )
    assert node.core.refusals.counts[FAULTS] >= 1
    monkeypatch.undo()
    assert talking.follow()


def test_a_parameter_of_no_type_does_not_end_the_node(client, inside):
    _, _, talking = inside
    impossible = Parameter(name='margin', value=ParameterValue(type=200))
    client.call(
        SetParameters, f'{NODE}/set_parameters', SetParameters.Request(parameters=[impossible])
    )
    assert talking.follow()


def test_a_stop_is_served_before_what_came_with_it(client, inside, monkeypatch):
    node, _, talking = inside
    button = client.publisher(Bool, f'{NODE}/e_stop')
    order = []

    def command(message):
        # While this one is served a stop and another command come.
        if not order:
            talking._commands.publish(message)
            button.publish(Bool(data=True))
            button.wait_for_all_acked(Duration(seconds=2.0))
        order.append('command')
        return command_from_message(message)

    monkeypatch.setattr('frictioncone_ros.ros.inputs.command_from_bytes', command)
    take = node.core.take_emergency_stop
    monkeypatch.setattr(
        node.core, 'take_emergency_stop', lambda pressed: order.append('stop') or take(pressed)
    )
    talking.until(lambda: len(order) > 2, 'a stop and commands')
    assert order[:2] == ['command', 'stop']


def test_a_contact_too_far_away_is_refused_by_name(inside):
    _, _, talking = inside
    far = FLOOR.contacts[0].__class__(
        (7.0, 0.0, 0.0), (0.0, 0.0, 1.0), FLOOR.contacts[0].friction, name='far'
    )
    talking.contacts = ContactState([*FLOOR.contacts, far])
    talking.until(lambda: FilterStatus.INVALID_CONTACTS in talking.codes, 'a refusal')
    assert "'far'" in talking.reports[-1].text
    assert 'max_contact_distance = 5 m' in talking.reports[-1].text
    talking.contacts = FLOOR
    talking.follow()


def test_a_huge_snapshot_is_refused_by_its_size_before_it_is_unpacked(inside):
    _, _, talking = inside
    huge = ContactStateArray(contacts=[ContactMessage()] * 2000)
    talking.until(
        lambda: FilterStatus.INVALID_CONTACTS in talking.codes,
        'a refusal',
        lambda: talking._contacts.publish(huge) or talking.command(),
    )
    assert 'bytes' in talking.reports[-1].text
    talking.follow()


def test_a_source_says_what_it_refuses_in_a_sentence_and_its_faults_in_full(ros_domain, capfd):
    def refuse(*_):
        raise InvalidInputError('header.stamp', -1, 'a time')

    rclpy.init(domain_id=ros_domain)
    try:
        node = SimpleNode('source')
        refused, faulty = (
            node.create_subscription(Bool, topic, callback, 10)
            for topic, callback in (('refused', refuse), ('faulty', broken))
        )
        refused.callback(Bool())
        said = capfd.readouterr().err
        assert 'header.stamp is -1, expected a time' in said and 'Traceback' not in said
        faulty.callback(Bool())
        assert 'Traceback' in capfd.readouterr().err
        asked = node.create_service(SetBool, 'ask', broken)
        answer = asked.callback(SetBool.Request(), SetBool.Response())
        assert not answer.success and 'BrokenError' in answer.message
        node.destroy_node()
    finally:
        rclpy.try_shutdown()
