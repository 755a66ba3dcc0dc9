# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Questions that take long, answered in a worker process, without ever waiting for it.

A process of its own, because a search of milliseconds between two commands would delay them, and
in a thread it would hold the interpreter's lock.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import Any, Protocol

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline.worker.document_socket import DocumentSocket
from frictioncone_ros.pipeline.worker.plain_format import packed, unpacked

WORKER = 'frictioncone_ros.pipeline.worker.background_worker'

STARTING = 20.0
"""How long the first answer may take: a busy machine needs seconds to import SciPy [s]."""

PREDICTING, ANSWERING = 5, 10
"""
How far a process gives way that predicts, and one that answers whoever asks [niceness].

Both to the command path and to the controller; questions that others ask to predictions too.
"""

PAUSE = 1.0
"""How long the next one waits after one that ended unheard or could not be started [s]."""


class Question(Protocol):
    """What can be sent to the worker process: a plain value (`plain_format`)."""

    def failed(self, reason: str) -> Any:
        """Return the answer that there is none, and why."""
        ...


class Background:
    """
    A worker process that is asked one question at a time.

    patience: how long an answer may take beyond its time limit before the process
    is taken for stuck, ended and started anew [s]. niceness: how far the process gives way to
    others. restarts: how often it was started again.
    """

    def __init__(self, patience: float = 2.0, niceness: int = PREDICTING) -> None:
        """Start the process."""
        self._patience, self._niceness = patience, niceness
        self._question: Question | None = None
        self._has_answered = False
        self._deadline = self._not_before = 0.0
        self.restarts = 0
        self.process, self.connection = _started(self._niceness)

    @property
    def is_busy(self) -> bool:
        """Whether a question is still open."""
        return self._question is not None

    def ask(self, question: Question, now: float, time_limit: float = 1.0) -> bool:
        """Send a question at a time [s]; False while another one is open."""
        if self.process.poll() is not None and not self._restart(now):
            return False
        if self.is_busy:
            return False
        try:
            self.connection.send(packed(question))
        except (BrokenPipeError, ConnectionResetError):
            self._restart(now)
            return False
        patience = self._patience if self._has_answered else STARTING
        self._question, self._deadline = question, now + time_limit + patience
        return True

    def poll(self, now: float) -> Any:
        """Return the answer where it has come, or one that says that none will."""
        question = self._question
        if question is None:
            return None
        try:
            document = self.connection.received()
            answer = None if document is None else unpacked(document)
        except (EOFError, ConnectionResetError):
            self._restart(now)
            return question.failed('the worker process died')
        except (InvalidInputError, ValueError) as error:
            self._restart(now)
            return question.failed(f'the worker process answered nonsense: {error}')
        if answer is None and now > self._deadline:
            self._restart(now)
            return question.failed('the answer took too long and was given up')
        if answer is not None:
            self._question, self._has_answered = None, True
        return answer

    def wait(self, timeout: float) -> None:
        """Wait until an answer has come, at most timeout [s]: for those who have nothing else."""
        self.connection.wait(timeout)

    def close(self) -> None:
        """End the process."""
        self.connection.close()
        self.process.kill()
        self.process.wait()

    def _restart(self, now: float) -> bool:
        """
        End the process and start another one at a time [s]; False where there is none now.

        One that did not answer before it ended is not followed at once: starting one takes
        milliseconds of whoever asks.
        """
        answered, self._has_answered = self._has_answered, False
        self._question = None
        self.close()
        if now < self._not_before:
            return False
        self._not_before = now if answered else now + PAUSE
        try:
            self.process, self.connection = _started(self._niceness)
        except OSError:
            # No process, file or memory more: the one that has ended is found when asked again.
            self._not_before = now + PAUSE
            return False
        self.restarts += 1
        return True


def _started(niceness: int) -> tuple[subprocess.Popen[bytes], DocumentSocket]:
    """Return a new process and our end of its socket."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, '-m', WORKER, str(theirs.fileno()), str(niceness)],
            # The environment goes whole: ROS's wheels need their variables together or not at all.
            env=dict(os.environ),
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            # Ctrl-C in a terminal goes to the whole group: the node ends this process itself.
            start_new_session=True,
        )
    return process, DocumentSocket(ours)
