# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every way in which a node ends its work: the last word on each topic, and each shutdown."""

import signal

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import TwistStamped, WrenchStamped
from ros_node_talk import is_neutral, NODE, PATIENT, three

from frictioncone_ros.msg import FilterStatus

RUN = ('configure', 'activate')
WAYS = {
    'unconfigured': ((), ('configure', 'cleanup'), (*RUN, 'deactivate', 'cleanup')),
    'inactive': (('configure',), (*RUN, 'deactivate'), ('configure', 'cleanup', 'configure')),
    'active': (RUN, (*RUN, 'deactivate', 'activate'), (*RUN, 'deactivate', 'cleanup', *RUN)),
}
"""Three ways into each state from which a node may be shut down."""


def wrench_numbers(message):
    return np.concatenate([three(message.wrench.force), three(message.wrench.torque)])


def twist_numbers(message):
    return np.concatenate([three(message.twist.linear), three(message.twist.angular)])


class Heard:
    """What is said on the rich topic and on the plain ones, looked at from some time on."""

    def __init__(self, client, talking):
        self._client, self._talking = client, talking
        self._wrenches, self._twists = (
            client.received[f'{NODE}/filtered_{part}'] for part in ('wrench', 'twist')
        )
        client.listen(WrenchStamped, f'{NODE}/filtered_wrench')
        client.listen(TwistStamped, f'{NODE}/filtered_twist')

    def follow(self):
        """Command until every topic follows; look from here on."""
        for heard in (self._wrenches, self._twists):
            heard.clear()
        self._talking.until(
            lambda: (
                self._wrenches
                and self._wrenches[-1].wrench.force.z == -30.0
                and self._twists
                and self._twists[-1].twist.angular.z == pytest.approx(0.4)
            ),
            'both parts',
        )
        self._talking.follow()
        for heard in (self._wrenches, self._twists, self._talking.answers):
            del heard[:-1]

    def expect_the_last_word(self, reason):
        """Check that each topic ends in one neutral message, and followed until then."""
        wrenches, twists, answers = self._wrenches, self._twists, self._talking.answers
        wait = self._client.wait_until
        wait(lambda: is_neutral(answers[-1]), 'the neutral command')
        wait(lambda: not wrench_numbers(wrenches[-1]).any(), 'a zero wrench')
        wait(lambda: not twist_numbers(twists[-1]).any(), 'a zero twist')
        assert answers[-1].status.code == FilterStatus.INACTIVE
        assert answers[-1].status.text == reason
        assert (wrenches[-1].header.frame_id, twists[-1].header.frame_id) == ('base', 'base')
        assert not any(is_neutral(answer) for answer in answers[:-1])
        assert all(wrench_numbers(one).any() for one in wrenches[:-1])
        assert all(twist_numbers(one).any() for one in twists[:-1])


@pytest.fixture
def followed(client, start_node, talk):
    """Return a node's process and what is heard of it."""
    process = start_node(
        autostart=True, prediction_rate=0.0, recovery_ramp_duration=0.0, **PATIENT
    )
    heard = Heard(client, talk())
    heard.follow()
    return process, heard


def test_transitions_from_active_say_neutral_on_every_topic(client, followed):
    process, heard = followed
    assert client.change_state(NODE, 'deactivate')
    heard.expect_the_last_word('deactivated')
    assert client.change_state(NODE, 'activate')
    heard.follow()
    assert client.change_state(NODE, 'shutdown_active')
    heard.expect_the_last_word('shut down')
    assert process.stop() == 0


def test_the_end_of_the_process_says_neutral_on_every_topic(followed):
    process, heard = followed
    assert process.stop(signal.SIGTERM) == 0
    heard.expect_the_last_word('process ends')


def test_a_node_is_shut_down_from_each_state_however_it_came_there(client, start_node):
    cases = [
        (f'{state}_{count}', state, way)
        for state, ways in WAYS.items()
        for count, way in enumerate(ways)
    ]
    # All at once: they find each other while they start. Without guards: that many processes
    # more would only make it longer.
    processes = [start_node(namespace=name, guard=False) for name, _, _ in cases]
    for (name, state, way), process in zip(cases, processes, strict=True):
        node = f'/{name}/frictioncone'
        for transition in way:
            assert client.change_state(node, transition), transition
        assert client.state(node) == state
        for other in WAYS.keys() - {state}:
            assert not client.change_state(node, f'shutdown_{other}')
        assert client.change_state(node, f'shutdown_{state}')
        assert client.state(node) == 'finalized'
        client.wait_until(
            lambda node=node: not client.node.count_publishers(f'{node}/filtered_command'),
            'the end of the outputs',
        )
        assert not client.change_state(node, 'configure')
        assert process.process.poll() is None
        assert process.stop() == 0
