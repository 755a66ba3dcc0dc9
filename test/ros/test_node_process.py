# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node in a process of its own, driven over DDS: commands, lifecycle, parameters, the end."""

import math
import signal

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from rcl_interfaces.srv import GetParameters
from ros_node_talk import is_neutral, NODE, PUSH, three
from ros_parameters import set_parameters

from frictioncone_ros.msg import FilterStatus

QUICK = {'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}


def test_a_feasible_command_comes_back_unchanged_with_status_and_proof(start_node, talk):
    start_node(autostart=True)
    answer = talk().follow(lambda: talk.current.command(twist=(0.05, 0, 0, 0, 0, 0.4)))
    assert (*three(answer.wrench.force), *three(answer.wrench.torque)) == tuple(PUSH)
    assert np.allclose((answer.twist.linear.x, answer.twist.angular.z), (0.05, 0.4))
    assert (answer.header.frame_id, answer.controlled_frame_id) == ('base', 'tool')
    assert answer.reference_frame_id == 'base'
    assert answer.status.code == FilterStatus.OK
    assert answer.command_feasible and answer.has_margin and answer.margin > 0.0
    assert list(answer.contact_names) == [f'foot_{index}' for index in range(4)]
    assert np.allclose(np.reshape(answer.contact_forces, (4, 3)).sum(axis=0), -PUSH[:3])
    assert answer.constraint_rank == 3
    assert 0.0 < answer.compute_time < 0.5


def test_a_number_that_is_not_finite_is_refused_and_said_why(start_node, talk):
    start_node(autostart=True, **QUICK)
    talking = talk()
    talking.follow()

    def bad():
        message = talking.command()
        message.wrench.force.y = math.nan
        return message

    talking.until(lambda: FilterStatus.INVALID_COMMAND in talking.codes, 'a refusal', bad)
    report = talking.reports[-1]
    assert 'wrench' in report.text
    assert 'nan' in report.text
    assert report.dropped_count >= 1
    talking.follow()
    for answer in talking.answers:
        assert math.isfinite(answer.wrench.force.y)


@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGINT])
def test_the_last_word_before_the_process_ends_is_neutral(start_node, talk, number):
    process = start_node(autostart=True)
    talking = talk()
    talking.follow()
    assert process.stop(number) == 0
    # Nobody sent while the process ended: before its last command there may be a stop ramp.
    talking.client.wait_until(
        lambda: talking.answers[-1].status.code == FilterStatus.INACTIVE, 'the last command'
    )
    last = talking.answers[-1]
    assert is_neutral(last)
    assert last.has_wrench and last.has_twist and not last.has_accel


def test_three_lives(client, start_node, talk):
    start_node(**QUICK)
    assert client.change_state(NODE, 'configure')
    talking = talk()
    for _ in range(3):
        assert client.change_state(NODE, 'activate')
        talking.follow()
        assert client.change_state(NODE, 'deactivate')
        client.wait_until(lambda: is_neutral(talking.answers[-1]), 'the neutral command')
        assert client.state(NODE) == 'inactive'
        heard = len(talking.answers)
        for _ in range(20):
            talking.send()
        assert client.change_state(NODE, 'cleanup')
        assert len(talking.answers) == heard, 'an inactive node answered'
        assert client.state(NODE) == 'unconfigured'
        assert client.change_state(NODE, 'configure')


def test_an_impossible_transition_is_refused_and_the_node_lives(client, start_node):
    process = start_node()
    assert not client.change_state(NODE, 'activate')
    assert not client.change_state(NODE, 'cleanup')
    assert client.state(NODE) == 'unconfigured'
    assert client.change_state(NODE, 'configure')
    assert process.process.poll() is None


def get_number(client, name):
    request = GetParameters.Request(names=[name])
    return client.call(GetParameters, f'{NODE}/get_parameters', request).values[0].double_value


def test_a_parameter_change_is_taken_whole_or_not_at_all(client, start_node):
    start_node()
    assert get_number(client, 'status_rate') == 2.0
    assert set_parameters(client, status_rate=20.0).successful
    assert get_number(client, 'status_rate') == 20.0
    refused = set_parameters(client, status_rate=0.0)
    assert not refused.successful
    assert 'status_rate' in refused.reason
    assert not set_parameters(client, status_rate=30.0, autostart=True).successful
    assert not set_parameters(client, min_normal_force=5.0, max_normal_force=1.0).successful
    assert get_number(client, 'status_rate') == 20.0
    assert get_number(client, 'min_normal_force') == 0.0


def test_a_new_limit_comes_in_through_the_ramp(client, start_node, talk):
    start_node(autostart=True, recovery_ramp_duration=0.2, prediction_rate=0.0)
    talking = talk()
    talking.follow()
    heard = len(talking.answers)
    assert set_parameters(client, max_force=10.0).successful
    answer = talking.answer(lambda one: FilterStatus.RAMPING in one.status.codes, 'a ramp')
    talking.follow()
    assert answer in talking.answers[heard:]
    assert np.linalg.norm(three(talking.answers[-1].wrench.force)) == pytest.approx(10.0)


def test_the_heartbeat_repeats_the_status(client, start_node):
    start_node(autostart=True, status_rate=50.0)
    topic = f'{NODE}/status'
    client.listen(FilterStatus, topic)
    client.wait_until(lambda: len(client.received[topic]) >= 5, 'five reports')
    assert {report.code for report in client.received[topic]} == {FilterStatus.WAITING}
    assert 'waiting for a command on /frictioncone/command' in client.received[topic][-1].text


def test_a_wrong_parameter_at_start_ends_the_process_with_the_reason(start_node, capfd):
    process = start_node(status_rate=-1.0)
    assert process.process.wait(20.0) != 0
    assert 'status_rate' in capfd.readouterr().err


def test_parameters_that_change_all_the_time_do_not_keep_the_watchdog_from_looking(
    client, start_node, talk
):
    """As from a slider: faster than the watchdog looks, while nobody commands any more."""
    start_node(autostart=True, recovery_ramp_duration=0.1, prediction_rate=0.0)
    talking = talk()
    talking.follow()
    for number in range(1000):
        changes = {'stop_ramp_duration': 0.1 + 1e-6 * number, 'watchdog_rate': 50.0 + number % 2}
        assert set_parameters(client, **changes).successful
        if is_neutral(talking.answers[-1]):
            break
    assert is_neutral(talking.answers[-1])
    assert talking.answers[-1].status.code == FilterStatus.CONTACTS_STALE
