# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A guard that takes long to start: it is waited for, and then knows what was told meanwhile."""

import os
import signal
from time import monotonic

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import WrenchStamped
from guard_talk import guards

from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.ros.guard import link as link_module
from frictioncone_ros.ros.guard.link import GuardLink
from frictioncone_ros.ros.guard.protocol import Address
from frictioncone_ros.ros.guarded_node import guarded_facts

MANY = 3000
"""More packets than its socket holds."""


@pytest.fixture
def starting(client):
    """Return a link to a guard that was stopped while it starts, its process, and warnings."""
    warnings = []
    link = GuardLink(guarded_facts(client.node, node_settings({})), warnings.append, enabled=True)
    [process] = guards(os.getpid())
    os.kill(process, signal.SIGSTOP)
    yield link, process, warnings
    link.close(in_order=True)
    for left in guards(os.getpid()):
        os.kill(left, signal.SIGKILL)


def test_a_guard_that_starts_slowly_knows_what_was_told_meanwhile(client, starting):
    link, process, warnings = starting
    link.tell(active=True)
    for number in range(MANY):
        link.beat(number)
        link.tell(address=Address(('wrench',), f'axes_{number}', 'tool', 'base'))
    assert not warnings and not link.missed_heartbeat(monotonic())
    assert 'not ready yet' in link.report().text
    topic = client.node.resolve_topic_name('~/filtered_wrench')
    client.listen(WrenchStamped, topic)
    os.kill(process, signal.SIGCONT)

    def is_ready():
        link.beat(0)
        return link.report().is_well

    client.wait_until(is_ready, 'the guard')
    assert not warnings
    client.wait_until(lambda: client.node.get_publishers_info_by_topic(topic), 'its publisher')
    link.close(in_order=False)
    client.wait_until(lambda: client.received[topic], 'neutral')
    assert client.received[topic][0].header.frame_id == f'axes_{MANY - 1}'


def test_a_guard_that_is_never_ready_is_started_again(starting, monkeypatch):
    link, process, warnings = starting
    monkeypatch.setattr(link_module, 'START_LIMIT', 0.0)
    link.beat(0)
    assert warnings == ['the guard process was not ready within 0 s; it is started again']
    assert 'nobody watches the node; started again once' in link.report().text
    assert process not in guards(os.getpid())
