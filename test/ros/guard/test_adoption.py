# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A waiting guard and the next node: whoever is no node ends neither the guard nor its latch."""

import os
import socket
import threading

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')

from frictioncone_ros.ros.guard import guard_process
from frictioncone_ros.ros.guard.adoption import AdoptionSocket
from frictioncone_ros.ros.guard.guard_process import adopted
from frictioncone_ros.ros.guard.protocol import NodeFacts, packet

FACTS = {'name': 'filter', 'namespace': '/', 'process_id': 7}


@pytest.fixture
def name(request):
    return f'\0frictioncone_ros_test_{os.getpid()}_{hash(request.node.name)}'


def listening(name):
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.bind(name)
    made.listen(1)
    return made


def told(name, *packets):
    """Connect and send packets; return the link."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    link.connect(name)
    for one in packets:
        link.send(one)
    return link


@pytest.mark.parametrize(
    'nonsense',
    [
        b'[]',
        b'7',
        b'{',
        b'\xff\xfe',
        b'{"address": 5}',
        b'{"address": [1]}',
        b'{"commands": 1, "full_name": 2}',
        b'{"updated": null}',
    ],
)
def test_nonsense_ends_no_guard_and_the_next_node_is_told_of_the_latch(name, nonsense):
    waiting = AdoptionSocket(name)
    assert waiting.is_bound
    link = told(name, nonsense)
    found = waiting.accept(latched=True)
    # What is no fact of a node is left out; the rest is nobody.
    assert found is None or found[1] == NodeFacts()
    link.close()
    node = told(name, packet(FACTS))
    link, facts = waiting.accept(latched=True)
    assert (facts.name, facts.process_id) == ('filter', 7)
    assert node.recv(1000) == packet({'latched': True})
    for one in (node, link, waiting.socket):
        one.close()


def test_who_leaves_before_it_is_accepted_ends_no_guard(name):
    waiting = AdoptionSocket(name)
    told(name).close()
    assert waiting.accept(latched=True) is None
    waiting.socket.close()


def test_where_nobody_waits_nothing_is_latched(name):
    assert adopted({**FACTS, 'adoption_name': name}) == (None, False)


def answering(server, *answers):
    """Answer the next that connects with packets, in a thread."""

    def serve():
        link, _ = server.accept()
        with link:
            link.recv(10_000)
            for answer in answers:
                link.send(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    return thread


@pytest.mark.parametrize(
    ('answer', 'latched'), [({'latched': True}, True), ({'latched': False}, False), ({}, True)]
)
def test_a_guard_tells_whether_a_stop_is_latched(name, answer, latched):
    with listening(name) as server:
        thread = answering(server, packet(answer))
        end, found = adopted({**FACTS, 'adoption_name': name})
        thread.join()
        end.link.close()
    assert found is latched


@pytest.mark.parametrize('answers', [(), (b'[]',), (b'{',)])
def test_whoever_holds_the_name_without_an_answer_counts_as_latched(name, answers):
    with listening(name) as server:
        thread = answering(server, *answers)
        assert adopted({**FACTS, 'adoption_name': name}) == (None, True)
        thread.join()


def test_another_users_guard_counts_as_latched(name, monkeypatch):
    monkeypatch.setattr(guard_process.os, 'getuid', lambda: -1)
    with listening(name):
        assert adopted({**FACTS, 'adoption_name': name}) == (None, True)


def test_a_guard_that_has_no_time_counts_as_latched(name, monkeypatch):
    monkeypatch.setattr(guard_process, 'ADOPTION_TIMEOUT', 0.2)
    with listening(name):
        waiting = [told(name), told(name)]
        assert adopted({**FACTS, 'adoption_name': name}) == (None, True)
        for link in waiting:
            link.close()
