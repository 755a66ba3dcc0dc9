# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Tasks for one worker process: one is answered at a time, a bounded number waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frictioncone_ros.pipeline.worker.background import Background, Question


@dataclass(frozen=True, eq=False)
class Task:
    """A question, how long it may take [s], and who wants the answer."""

    question: Question
    time_limit: float
    deliver: Callable[[Any], None]


class WorkerQueue:
    """
    A worker process and the tasks that wait for it; nothing here ever waits.

    limit: how many tasks wait at most, besides the one that is being answered. niceness: of the
    process, which is started with the first task.
    """

    def __init__(self, limit: int, niceness: int) -> None:
        """Begin without tasks."""
        self._limit, self._niceness = limit, niceness
        self._worker: Background | None = None
        self._task: Task | None = None
        self._waiting: deque[Task] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered and nothing waits."""
        return self._task is None and not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether no further task is taken now."""
        return len(self._waiting) >= self._limit

    @property
    def restarts(self) -> int:
        """How often the process had to be started again."""
        return 0 if self._worker is None else self._worker.restarts

    def put(self, task: Task) -> bool:
        """Take a task; False where too many wait already."""
        if self.is_full:
            return False
        self._waiting.append(task)
        return True

    def turn(self, now: float) -> None:
        """Deliver an answer that has come by `now` [s], and ask the next question."""
        if self._task is not None and self._worker is not None:
            answer = self._worker.poll(now)
            if answer is not None:
                task, self._task = self._task, None
                task.deliver(answer)
        if self._task is None and self._waiting:
            task = self._waiting[0]
            if self._started().ask(task.question, now, task.time_limit):
                self._task = self._waiting.popleft()

    def close(self, reason: str) -> None:
        """End the process; every open question is answered with the reason."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None
        asked = [*([] if self._task is None else [self._task]), *self._waiting]
        self._task = None
        self._waiting.clear()
        for task in asked:
            task.deliver(task.question.failed(reason))

    def _started(self) -> Background:
        if self._worker is None:
            self._worker = Background(niceness=self._niceness)
        return self._worker
