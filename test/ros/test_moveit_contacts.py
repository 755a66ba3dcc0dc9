# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""MoveIt's collision check over DDS, with a service of the message's own type."""

from contextlib import contextmanager, ExitStack
import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from built_messages import environment_with
from fork_server import shared_server

from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.runtime.executor import BACKGROUND_PERIOD

MOVEIT = [str(Path(__file__).parents[1] / 'support' / 'moveit_stand_in.py')]
ADAPTER = ['-m', 'frictioncone_ros.ros.adapters.moveit_contacts', '--ros-args']
TO_MOVEIT = ['-r', '~/check_state_validity:=/check_state_validity']
TOPIC = '/moveit_contacts/contacts'


@contextmanager
def running(words):
    variables = environment_with('moveit_msgs')
    read, write = os.pipe()
    process = shared_server(variables).fork(words, (1, write), variables)
    os.close(write)
    with open(read, encoding='utf-8') as process.stderr:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(10.0)


@pytest.fixture
def heard(client):
    if environment_with('moveit_msgs') is None:
        pytest.skip('neither moveit_msgs nor colcon to build it is installed')
    client.listen(ContactStateArray, TOPIC)
    return client.received[TOPIC]


def adapter(**parameters):
    values = [word for name, value in parameters.items() for word in ('-p', f'{name}:={value}')]
    return running([*ADAPTER, *values, *TO_MOVEIT])


def test_what_moveit_finds_in_collision_is_a_snapshot_in_its_planning_frame(client, heard):
    with running(MOVEIT), adapter(group_name='arm', friction_coefficient=0.3, rate=50.0):
        client.wait_until(lambda: len(heard) > 2, 'three snapshots')
    for message in heard:
        assert message.header.frame_id == 'planning_frame'
        sides = [(one.point.body, one.point.other_body) for one in message.contacts]
        # The hand on its own finger is no contact with the world.
        assert sides == [('hand', 'table'), ('tool', 'table')]
        for one in message.contacts:
            assert (one.point.normal.x, one.point.normal.y, one.point.normal.z) == (0, 0, 1)
            assert (one.point.position.x, one.point.position.z) == (0.1, 0.3)
            assert one.in_contact and one.has_distance and one.distance == -0.002
            assert one.point.friction_coefficient == 0.3
    stamps = [(one.header.stamp.sec, one.header.stamp.nanosec) for one in heard]
    assert stamps == sorted(set(stamps))
    # The first may be said before anybody is found who listens.
    counts = [one.sequence for one in heard]
    assert counts[0] > 0 and counts == sorted(set(counts))


def test_a_body_may_be_chosen(client, heard):
    with running(MOVEIT), adapter(group_name='arm', body='tool'):
        client.wait_until(lambda: heard, 'a snapshot')
    assert [one.point.body for one in heard[-1].contacts] == ['tool']


def test_an_answer_waits_for_no_look_at_slow_things(client, heard):
    with running(MOVEIT), adapter(group_name='arm', rate=200.0):
        client.wait_until(lambda: len(heard) > 30, 'many snapshots')
    stamps = [one.header.stamp.sec + 1e-9 * one.header.stamp.nanosec for one in heard]
    # The quicker ones: on a busy machine the others may be held up.
    assert np.percentile(np.diff(stamps), 20) < 0.75 * BACKGROUND_PERIOD


def test_a_group_that_touches_nothing_is_an_empty_snapshot(client, heard):
    with running(MOVEIT), adapter(group_name='another', frame='hall'):
        client.wait_until(lambda: heard, 'a snapshot')
    assert not heard[-1].contacts
    assert heard[-1].header.frame_id == 'hall'


def test_without_moveit_nothing_is_said_until_it_is_there_and_there_again(client, heard):
    with ExitStack() as stack:
        asking = stack.enter_context(adapter(group_name='arm', rate=50.0))
        assert 'nobody offers /check_state_validity' in asking.stderr.readline()
        assert not heard
        for _ in range(2):
            known = len(heard)
            with running(MOVEIT):
                client.wait_until(lambda known=known: len(heard) > known, 'a snapshot')


@pytest.mark.parametrize('rate', [0.0, 1001.0])
def test_a_rate_that_is_none_is_refused(heard, rate):
    with adapter(rate=rate) as process:
        said = process.stderr.read()
        process.wait(20.0)
    assert process.returncode == 1
    assert 'rate' in said
