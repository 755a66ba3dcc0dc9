# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node is killed, aborts, is stopped or loops without end: a listener receives neutral in time.

A few times here; `test/reliability/guard_trace.py --times 50` prints the table of many.
"""

from contextlib import contextmanager, suppress
import os
import signal

from effort import IS_LONG
import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from guard_talk import ended, guards, is_lost, is_stopped, LIMITS
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from ros_node_talk import force, is_neutral, NODE, PATIENT

from frictioncone_ros.msg import FilterStatus

TIMES = 2
"""A machine with other work to do may be late once."""


@pytest.mark.alone('milliseconds until neutral is published')
@pytest.mark.parametrize('event', list(LIMITS))
def test_neutral_in_time(guarded, guard_talk, client, tmp_path, event):
    client.listen(DiagnosticArray, '/diagnostics')
    delays = []
    for _ in range(TIMES):
        process = guarded()
        guard_talk.follow_guarded()
        [guard] = guards(process.pid)
        begun = guard_talk.lose(process, event, tmp_path / 'begun')
        delays.append(guard_talk.delay_of_neutral(begun))
        client.wait_until(
            lambda: guard_talk.reports and is_lost(guard_talk.reports[-1]), 'the status'
        )
        assert guard_talk.reports[-1].code == FilterStatus.NODE_LOST
        assert str(process.pid) in guard_talk.reports[-1].text
        client.wait_until(
            lambda: any(
                status.level == DiagnosticStatus.ERROR and status.name == f'{NODE}: filter'
                for message in client.received['/diagnostics'][-1:]
                for status in message.status
            ),
            'an error in diagnostics',
        )
        process.kill()
        process.wait()
        client.wait_until(lambda guard=guard: ended(guard), 'the end of the guard')
        if delays[-1] <= LIMITS[event] and not IS_LONG:
            break
    assert min(delays) <= LIMITS[event], delays


def test_what_the_guard_publishes_is_neutral_in_the_last_frames_and_ends(
    guarded, guard_talk, client
):
    process = guarded()
    guard_talk.follow_guarded()
    last, heard = guard_talk.answers[-1], len(guard_talk.answers)
    [guard] = guards(process.pid)
    process.kill()
    client.wait_until(lambda: ended(guard), 'the end of the guard')
    said = [answer for answer in guard_talk.answers[heard:] if is_lost(answer)]
    # 0.3 s at 50 Hz.
    assert 10 <= len(said) <= 17
    assert [answer.sequence for answer in said] == list(range(1, len(said) + 1))
    for answer in said:
        assert is_neutral(answer)
        assert (answer.has_wrench, answer.has_twist, answer.has_accel) == (True, True, False)
        assert (answer.header.frame_id, answer.controlled_frame_id, answer.reference_frame_id) == (
            last.header.frame_id,
            last.controlled_frame_id,
            last.reference_frame_id,
        )
        assert 0 <= answer.header.stamp.sec - last.header.stamp.sec <= 2
        assert answer.status.header == answer.header
    reports = [report for report in guard_talk.reports if is_lost(report)]
    assert reports
    for report in reports:
        assert (report.header.frame_id, report.header.stamp) == ('base', report.stamp)


def test_an_answer_that_was_on_its_way_is_not_said_after_the_guards_neutral(
    guarded, guard_talk, tmp_path
):
    """The node is stopped between an answer and its publication, and goes on after neutral."""
    process = guarded(stop_publish_timeout=5.0, recovery_ramp_duration=1.0, **PATIENT)
    guard_talk.follow_guarded()
    full = np.linalg.norm(force(guard_talk.answers[-1]))
    guard_talk.lose(process, 'pause', tmp_path / 'begun')
    guard_talk.until(lambda: is_lost(guard_talk.answers[-1]), 'neutral')
    begun = len(guard_talk.answers)
    process.send_signal(signal.SIGCONT)
    guard_talk.answer(lambda one: FilterStatus.RAMPING in one.status.codes, 'the ramp')
    back = [answer for answer in guard_talk.answers[begun:] if not is_lost(answer)]
    assert np.linalg.norm(force(back[0])) < 0.25 * full
    guard_talk.follow()


def test_a_node_that_is_kept_waiting_while_it_is_deactivated_has_the_last_word(
    guarded, guard_talk, client, tmp_path
):
    """The guard says that the node is lost, between its neutral command and the guard's leave."""
    process = guarded(stop_publish_timeout=5.0, **PATIENT)
    guard_talk.follow_guarded()
    guard_talk.lose(process, 'pause_at_the_end', tmp_path / 'begun')
    changing = client.node.create_client(ChangeState, f'{NODE}/change_state')
    client.wait_until(changing.service_is_ready, 'the service')
    changing.call_async(
        ChangeState.Request(transition=Transition(id=Transition.TRANSITION_DEACTIVATE))
    )
    client.wait_until(lambda: is_stopped(process.pid), 'the pause')
    heard = len(guard_talk.reports)
    client.wait_until(lambda: any(map(is_lost, guard_talk.reports[heard:])), 'the guard')
    process.send_signal(signal.SIGCONT)
    assert client.state(NODE) == 'inactive'
    client.wait_until(lambda: not is_lost(guard_talk.reports[-1]), 'the status')
    client.wait_until(lambda: not is_lost(guard_talk.answers[-1]), 'the last word')
    assert guard_talk.code == guard_talk.answers[-1].status.code == FilterStatus.INACTIVE
    assert is_neutral(guard_talk.answers[-1])
    # Neither is it taken for a hang when it is active again.
    assert client.change_state(NODE, 'activate')
    guard_talk.follow()


@contextmanager
def a_log_that_nobody_reads():
    """Have what is started meanwhile log to a pipe that is full and stays so."""
    reading, writing = os.pipe2(os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, b' ' * 4096)
    # Opened once more, as a launch system would: writers wait.
    waiting, before = os.open(f'/proc/self/fd/{writing}', os.O_WRONLY), os.dup(2)
    os.dup2(waiting, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        for number in (reading, writing, waiting, before):
            os.close(number)


def test_a_log_that_nobody_reads_keeps_neither_node_nor_guard_waiting(guarded, guard_talk):
    with a_log_that_nobody_reads():
        process = guarded(stop_publish_timeout=5.0, **PATIENT)
        guard_talk.follow_guarded()
        process.send_signal(signal.SIGSTOP)
        guard_talk.until(lambda: is_lost(guard_talk.answers[-1]), 'neutral')
        # The guard logs after its first neutral command.
        heard = len(guard_talk.answers)
        guard_talk.until(lambda: len(guard_talk.answers) > heard + 10, 'neutral again and again')
        process.send_signal(signal.SIGCONT)
        guard_talk.follow()


def test_a_node_that_comes_back_from_a_hang_takes_the_ramp(guarded, guard_talk, client):
    process = guarded(stop_publish_timeout=5.0, recovery_ramp_duration=1.0, **PATIENT)
    guard_talk.follow_guarded()
    process.send_signal(signal.SIGSTOP)
    guard_talk.until(lambda: is_lost(guard_talk.answers[-1]), 'neutral')
    begun = len(guard_talk.answers)
    process.send_signal(signal.SIGCONT)
    guard_talk.answer(lambda one: FilterStatus.RAMPING in one.status.codes, 'the ramp')
    guard_talk.follow()
    back = [answer for answer in guard_talk.answers[begun:] if not is_lost(answer)]
    full = np.linalg.norm(force(back[-1]))
    ramp = [np.linalg.norm(force(answer)) / full for answer in back]
    assert ramp[0] < 0.25
    assert np.diff(ramp).max() < 0.5
    heard = len(guard_talk.answers)
    guard_talk.until(lambda: len(guard_talk.answers) > heard + 20, 'answers')
    assert not any(is_lost(answer) for answer in guard_talk.answers[heard:])
