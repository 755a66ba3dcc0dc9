# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The worker process: questions in, answers out, over one socket; it ends when its parent does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
import os
import signal
import sys
from typing import Any

# What comes through the socket is made of these: imported before the first question comes.
from frictioncone_ros.pipeline import prediction, wrench_cone
from frictioncone_ros.pipeline.background import Question

TURN = 1e-3
"""
How long it may keep the processor while others wait [s].

A kernel that does not preempt leaves a process running for milliseconds, whatever its niceness:
too long for a command that comes every millisecond.
"""

KNOWN = (prediction.ModeQuestion, wrench_cone.WrenchConeQuestion)


def serve(connection: Connection) -> None:
    """Answer questions until the other side closes."""
    while True:
        try:
            question = connection.recv()
            with giving_way():
                reply = answer(question)
            connection.send(reply)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


@contextmanager
def giving_way() -> Iterator[None]:
    """Offer the processor to others every TURN, for as long as it is entered; main thread only."""
    before = signal.signal(signal.SIGALRM, lambda *_: os.sched_yield())
    signal.setitimer(signal.ITIMER_REAL, TURN, TURN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def answer(question: Question) -> Any:
    """Return the answer; a fault of the search is said and must not end the process."""
    try:
        return question.answered()
    except (ArithmeticError, ValueError, IndexError, RuntimeError) as error:
        return question.failed(f'the search failed: {type(error).__name__}: {error}')


def main() -> int:
    """Serve on the socket whose file descriptor is the first argument, as nice as the second."""
    os.nice(int(sys.argv[2]))
    serve(Connection(int(sys.argv[1])))
    return 0


if __name__ == '__main__':
    sys.exit(main())
