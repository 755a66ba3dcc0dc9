# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A guard says nothing while its node is well, costs little, and never outlives its reason."""

from contextlib import contextmanager
import os
import signal
import subprocess
import sys
from time import monotonic

from effort import rounds
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from guard_talk import ended, guards, is_lost, resident_bytes, seconds_used
from ros_node_talk import is_neutral, NODE

LOADED = rounds(2.0, 10.0)
"""How long the node works beside two loops that take all there is [s]."""


@contextmanager
def busy_loops():
    loops = [subprocess.Popen([sys.executable, '-c', 'while True: pass']) for _ in range(2)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.mark.alone('loads both cores itself, and measures processor time')
def test_nothing_is_said_while_the_node_is_well(guarded, guard_talk):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    before = seconds_used(guard)
    with busy_loops():
        end = monotonic() + LOADED
        guard_talk.until(lambda: monotonic() > end, 'the end', timeout=2.0 * LOADED)
    assert not any(is_lost(answer) for answer in guard_talk.answers)
    assert not any(is_lost(report) for report in guard_talk.reports)
    assert seconds_used(guard) - before < 0.03 * LOADED
    assert resident_bytes(guard) < 65e6


@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_node_that_ends_in_good_order_ends_its_guard(guarded, guard_talk, number):
    process = guarded()
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    process.send_signal(number)
    assert process.wait(10.0) == 0
    assert ended(guard), 'the node did not wait for its guard'
    guard_talk.client.wait_until(lambda: is_neutral(guard_talk.answers[-1]), 'neutral')
    assert not any(is_lost(answer) for answer in guard_talk.answers)


@pytest.mark.parametrize('state', [False, True], ids=['unconfigured', 'never fed'])
def test_a_guard_of_a_node_that_never_commanded_ends_with_it(guarded, guard_talk, client, state):
    process = guarded(autostart=state)
    client.wait_until(lambda: guards(process.pid), 'a guard')
    [guard] = guards(process.pid)
    client.wait_until(
        lambda: client.node.count_publishers(f'{NODE}/filtered_command') == 1 + state,
        'a ready guard',
    )
    process.kill()
    client.wait_until(lambda: ended(guard), 'the end of the guard')
    assert not guard_talk.answers


def test_a_node_that_is_refused_at_start_leaves_no_guard(guarded, client):
    before = set(guards())
    assert guarded(status_rate=-1.0).wait(20.0) != 0
    client.wait_until(lambda: not set(guards()) - before, 'the end of all guards')


def test_without_a_guard_nothing_is_started(guarded, guard_talk):
    process = guarded(guard=False)
    guard_talk.follow()
    assert not guards(process.pid)
    assert all(listener.get_publisher_count() == 1 for listener in guard_talk.listeners)


def test_a_guard_that_ends_is_started_again_and_said(guarded, guard_talk, client):
    process = guarded()
    client.listen(DiagnosticArray, '/diagnostics')
    guard_talk.follow_guarded()
    [guard] = guards(process.pid)
    # The node decides when its guard ends.
    os.kill(guard, signal.SIGTERM)
    os.kill(guard, signal.SIGINT)
    heard = len(guard_talk.answers)
    guard_talk.until(lambda: len(guard_talk.answers) > heard + 20, 'answers')
    assert guards(process.pid) == [guard]
    before = guard_talk.publishers()
    os.kill(guard, signal.SIGKILL)

    def warned():
        return [
            status
            for message in client.received['/diagnostics']
            for status in message.status
            if status.name == f'{NODE}: guard'
            and status.level == DiagnosticStatus.WARN
            and 'started again' in status.message
        ]

    guard_talk.until(warned, 'a warning')
    guard_talk.until(lambda: guards(process.pid), 'a new guard')
    [new] = guards(process.pid)
    assert new != guard
    guard_talk.follow_guarded(killed=1, before=before)
    process.kill()
    guard_talk.until(lambda: is_lost(guard_talk.answers[-1]), 'neutral of the new guard')
