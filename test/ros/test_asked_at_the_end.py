# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Questions beside transitions: each is answered, and none with inputs of before."""

import signal

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray
from ros_node_talk import FLOOR, NODE

from frictioncone_ros.msg import ContactMode
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.runtime.qos import SERVICE
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.srv import CheckCommand, ComputeWrenchCone, SetDesiredMode

QUICK = {'autostart': True, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}
BEFORE = 'before this was answered'
MANY = 40
"""Questions that take the node longer together than a signal needs to reach it."""
RATES = ('command rate [Hz]', 'contacts rate [Hz]')


@pytest.fixture
def following(start_node, talk):
    """Return a followed node's process, and what talks to it."""
    process = start_node(diagnostics_rate=10.0, **QUICK)
    talking = talk()
    talking.follow()
    return process, talking


def asked_once(client, kind, name, request):
    """
    Return a client of a service that has answered: it may find its client only then.

    It keeps as many answers as the node keeps questions; ROS's ten are fewer.
    """
    asking = client.node.create_client(kind, f'{NODE}/{name}', qos_profile=SERVICE)
    client._clients[f'{NODE}/{name}'] = asking
    client.call(kind, f'{NODE}/{name}', request)
    return asking


def expect_all(client, answers):
    """Check that each is answered, and return which were not in time."""
    client.wait_until(lambda: all(one.done() for one in answers), 'an answer to each')
    return [one.result() for one in answers if BEFORE in one.result().message]


def test_questions_that_are_open_when_the_process_ends_are_answered(client, following):
    process, talking = following
    cone, check = ComputeWrenchCone.Request(), CheckCommand.Request(command=talking.command())
    cones = asked_once(client, ComputeWrenchCone, 'compute_wrench_cone', cone)
    checks = asked_once(client, CheckCommand, 'check_command', check)
    # Answered while inactive too, by the worker that was asked before.
    answers = [cones.call_async(cone) for _ in range(3)]
    assert client.change_state(NODE, 'deactivate')
    assert not expect_all(client, answers)
    assert client.change_state(NODE, 'activate')
    talking.follow()
    # Some were taken and wait for the worker; of the others most wait in the middleware when the
    # first is answered.
    answers = [cones.call_async(cone) for _ in range(5)]
    waiting = [checks.call_async(check) for _ in range(MANY)]
    client.wait_until(waiting[0].done, 'the first answer')
    process.process.send_signal(signal.SIGTERM)
    failed = expect_all(client, answers + waiting)
    assert failed and not any(one.success for one in failed)
    assert process.stop() == 0


def test_what_came_before_deactivation_counts_no_more(client, following):
    _, talking = following
    client.listen(DiagnosticArray, '/diagnostics')
    said = client.received['/diagnostics']
    talking.until(lambda: len(said) > 2, 'diagnostics')
    assert client.change_state(NODE, 'deactivate')
    request = CheckCommand.Request(command=talking.command())
    answer = client.call(CheckCommand, f'{NODE}/check_command', request)
    assert not answer.success and 'since activation' in answer.message
    cone = client.call(
        ComputeWrenchCone, f'{NODE}/compute_wrench_cone', ComputeWrenchCone.Request()
    )
    assert not cone.success and 'since activation' in cone.message
    # With contacts of its own a question is answered, as ever.
    request.use_contacts, request.contacts = True, snapshot_to_message(Snapshot(FLOOR, 'base'))
    assert client.call(CheckCommand, f'{NODE}/check_command', request).success
    # A mode is judged with the contacts that will come, not with those that were.
    desired = SetDesiredMode.Request(mode=ContactMode(text='ff'))
    assert client.call(SetDesiredMode, f'{NODE}/set_desired_mode', desired).success
    # Rates are of what came since activation: none is below zero.
    assert client.change_state(NODE, 'activate')
    said.clear()
    talking.until(lambda: len(said) > 4, 'diagnostics')
    assert min(rates(said)) >= 0.0


def rates(said):
    """Return the rates [Hz] that are known, of what came in."""
    return [
        float(pair.value)
        for message in said
        for pair in message.status[0].values
        if pair.key in RATES and 'not' not in pair.value
    ]
