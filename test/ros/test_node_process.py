# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node in a process of its own, driven over DDS."""

import math
import signal

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters, SetParametersAtomically

from frictioncone_ros.msg import FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message
from frictioncone_ros.ros.values import Command, Frames
from frictioncone_ros.spatial import frozen_array

NODE = '/frictioncone'
ANSWERS = f'{NODE}/filtered_command'
STATUS = f'{NODE}/status'
PUSH = frozen_array((1.0, -2.0, -30.0, 0.1, 0.2, 0.3))
DRAG = frozen_array((0.05, 0.0, 0.0, 0.0, 0.0, 0.4))


def push(sequence, wrench=PUSH):
    return command_to_message(
        Command(Frames('base', 'tool', 'tip'), {'wrench': wrench, 'twist': DRAG}, 10**9, sequence))


@pytest.fixture
def talk(client):
    """Listen to the node's outputs; return a publisher of commands once all is connected."""
    def connect():
        client.listen(FilteredCommand, ANSWERS)
        client.listen(FilterStatus, STATUS)
        return client.publisher(HybridCommand, f'{NODE}/command')
    return connect


def answers(client):
    return client.received[ANSWERS]


def last_code(client):
    reports = client.received[STATUS]
    return reports[-1].code if reports else None


def answered(client, sequence):
    return any(answer.command_sequence == sequence for answer in answers(client))


def send_and_hear(client, publisher, sequence):
    client.send_until(publisher, push(sequence), lambda: answered(client, sequence), 'an answer')


def assert_neutral(answer):
    for vector in (answer.wrench.force, answer.wrench.torque, answer.twist.linear,
                   answer.twist.angular, answer.accel.linear, answer.accel.angular):
        assert (vector.x, vector.y, vector.z) == (0.0, 0.0, 0.0)
    assert answer.has_wrench and answer.has_twist and not answer.has_accel
    assert answer.status.code == FilterStatus.INACTIVE
    assert answer.status.safe_output


def test_a_command_comes_back_unchanged_with_status(client, start_node, talk):
    start_node(autostart=True)
    publisher = talk()
    send_and_hear(client, publisher, 3)
    answer = answers(client)[-1]
    assert (answer.wrench.force.x, answer.wrench.force.y, answer.wrench.force.z) == (1., -2., -30.)
    assert (answer.wrench.torque.x, answer.twist.angular.z) == (0.1, 0.4)
    assert (answer.header.frame_id, answer.controlled_frame_id) == ('base', 'tool')
    assert answer.reference_frame_id == 'tip'
    assert answer.command_stamp.sec == 1
    assert answer.status.code == FilterStatus.OK
    assert not answer.status.safe_output
    assert 0.0 < answer.compute_time < 0.1


def test_a_number_that_is_not_finite_is_refused_and_said_why(client, start_node, talk):
    start_node(autostart=True)
    publisher = talk()
    send_and_hear(client, publisher, 1)
    bad = push(2)
    bad.wrench.force.y = math.nan
    client.send_until(publisher, bad, lambda: last_code(client) == FilterStatus.INVALID_COMMAND,
                      'a refusal')
    report = client.received[STATUS][-1]
    assert 'wrench' in report.text
    assert 'nan' in report.text
    assert report.dropped_count >= 1
    client.send_until(publisher, push(3), lambda: answered(client, 3), 'an answer after it')
    assert not answered(client, 2)
    for answer in answers(client):
        assert math.isfinite(answer.wrench.force.y)


@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGINT])
def test_the_last_word_before_the_process_ends_is_neutral(client, start_node, talk, number):
    process = start_node(autostart=True)
    publisher = talk()
    send_and_hear(client, publisher, 1)
    assert process.stop(number) == 0
    client.wait_until(lambda: answers(client)[-1].status.safe_output, 'the neutral command')
    assert_neutral(answers(client)[-1])
    assert answers(client)[-2].wrench.force.z == -30.0


def test_three_lives(client, start_node, talk):
    start_node()
    for life in range(1, 4):
        assert client.state(NODE) == 'unconfigured'
        assert client.change_state(NODE, 'configure')
        assert client.change_state(NODE, 'activate')
        if life == 1:
            publisher = talk()
        send_and_hear(client, publisher, life)
        assert client.change_state(NODE, 'deactivate')
        client.wait_until(lambda: answers(client)[-1].status.safe_output, 'the neutral command')
        assert_neutral(answers(client)[-1])
        assert client.state(NODE) == 'inactive'
        heard = len(answers(client))
        for _ in range(20):
            publisher.publish(push(100 + life))
        assert client.change_state(NODE, 'cleanup')
        assert len(answers(client)) == heard, 'an inactive node answered'


def test_an_impossible_transition_is_refused_and_the_node_lives(client, start_node):
    process = start_node()
    assert not client.change_state(NODE, 'activate')
    assert not client.change_state(NODE, 'cleanup')
    assert client.state(NODE) == 'unconfigured'
    assert client.change_state(NODE, 'configure')
    assert process.process.poll() is None


def set_parameters(client, **values):
    request = SetParametersAtomically.Request()
    kinds = {float: ('double_value', ParameterType.PARAMETER_DOUBLE),
             bool: ('bool_value', ParameterType.PARAMETER_BOOL)}
    for name, value in values.items():
        field, kind = kinds[type(value)]
        request.parameters.append(
            Parameter(name=name, value=ParameterValue(type=kind, **{field: value})))
    name = f'{NODE}/set_parameters_atomically'
    return client.call(SetParametersAtomically, name, request).result


def get_status_rate(client):
    request = GetParameters.Request(names=['status_rate'])
    return client.call(GetParameters, f'{NODE}/get_parameters', request).values[0].double_value


def test_a_parameter_change_is_taken_whole_or_not_at_all(client, start_node):
    start_node()
    assert get_status_rate(client) == 2.0
    assert set_parameters(client, status_rate=20.0).successful
    assert get_status_rate(client) == 20.0
    refused = set_parameters(client, status_rate=0.0)
    assert not refused.successful
    assert 'status_rate' in refused.reason
    assert not set_parameters(client, status_rate=30.0, autostart=True).successful
    assert get_status_rate(client) == 20.0


def test_the_heartbeat_repeats_the_status(client, start_node):
    start_node(autostart=True, status_rate=50.0)
    client.listen(FilterStatus, STATUS)
    client.wait_until(lambda: len(client.received[STATUS]) >= 5, 'five reports')
    assert {report.code for report in client.received[STATUS]} == {FilterStatus.WAITING}


def test_a_wrong_parameter_at_start_ends_the_process_with_the_reason(start_node, capfd):
    process = start_node(status_rate=-1.0)
    assert process.process.wait(20.0) != 0
    assert 'status_rate' in capfd.readouterr().err
