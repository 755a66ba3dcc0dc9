# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Questions in turn to one worker process: none is lost, none waits without end."""

from time import monotonic

import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.pipeline.wrench_cone import WrenchConeQuestion
from frictioncone_ros.session.modes.worker_queue import Task, WorkerQueue

STATE = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
PATIENCE = 30.0


@pytest.fixture
def queue():
    made = WorkerQueue(limit=2, niceness=0)
    yield made
    made.close('end of the test')


def task(answers, name):
    return Task(WrenchConeQuestion(STATE), PATIENCE, lambda answer: answers.append((name, answer)))


def turn_until(queue, holds):
    end = monotonic() + PATIENCE
    while not holds():
        queue.turn(monotonic())
        assert monotonic() < end


def test_tasks_are_answered_in_turn_and_too_many_are_refused(queue):
    answers = []
    assert queue.is_idle and not queue.is_full and queue.restarts == 0
    assert queue.put(task(answers, 'first'))
    assert not queue.is_idle
    # Asked: its place is free again.
    turn_until(queue, lambda: not queue._waiting)
    assert not queue.is_idle and not queue.is_full
    assert queue.put(task(answers, 'second')) and queue.put(task(answers, 'third'))
    assert queue.is_full
    assert not queue.put(task(answers, 'one too many'))
    turn_until(queue, lambda: len(answers) == 3)
    assert [name for name, _ in answers] == ['first', 'second', 'third']
    assert all(answer.cone is not None for _, answer in answers)
    assert queue.is_idle and queue.restarts == 0


def test_open_questions_are_answered_at_the_end():
    queue, answers = WorkerQueue(limit=2, niceness=0), []
    queue.put(task(answers, 'asked'))
    queue.turn(monotonic())
    queue.put(task(answers, 'waits'))
    queue.close('cleanup')
    assert [(name, answer.cone, answer.text) for name, answer in answers] == [
        ('asked', None, 'cleanup'),
        ('waits', None, 'cleanup'),
    ]
    assert queue.is_idle
    queue.turn(monotonic())
    assert len(answers) == 2
