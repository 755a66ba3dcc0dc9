# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The worker process: questions in, answers out, over one socket; it ends when its parent does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
import os
import signal
import socket
import sys
from typing import Any

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline.find_wrench_cone import find_wrench_cone
from frictioncone_ros.pipeline.predict_modes import answered
from frictioncone_ros.pipeline.prediction import ModeQuestion
from frictioncone_ros.pipeline.worker.document_socket import DocumentSocket
from frictioncone_ros.pipeline.worker.plain_format import packed, unpacked
from frictioncone_ros.pipeline.wrench_cone import WrenchConeQuestion

TURN = 1e-3
"""
How long it may keep the processor while others wait [s].

A kernel that does not preempt leaves a process running for milliseconds, whatever its niceness:
too long for a command that comes every millisecond.
"""

ANSWERS: dict[type, Callable[[Any], Any]] = {
    ModeQuestion: answered,
    WrenchConeQuestion: find_wrench_cone,
}
"""What answers each question; here is where time is spent."""


def serve(connection: DocumentSocket) -> None:
    """Answer questions until the other side closes."""
    while True:
        try:
            while (document := connection.received()) is None:
                connection.wait()
            with yielding_cpu():
                reply = packed(answer(unpacked(document)))
            connection.send_blocking(reply)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


@contextmanager
def yielding_cpu() -> Iterator[None]:
    """Offer the processor to others every TURN, for as long as it is entered; main thread only."""
    before = signal.signal(signal.SIGALRM, lambda *_: os.sched_yield())
    signal.setitimer(signal.ITIMER_REAL, TURN, TURN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def answer(question: Any) -> Any:
    """Return the answer; a fault of the search is said and must not end the process."""
    if type(question) not in ANSWERS:
        raise InvalidInputError('question', question, 'a question that is known here')
    try:
        return ANSWERS[type(question)](question)
    except (ArithmeticError, ValueError, IndexError, RuntimeError) as error:
        return question.failed(f'the search failed: {type(error).__name__}: {error}')


def main() -> int:
    """Serve on the socket whose file descriptor is the first argument, as nice as the second."""
    os.nice(int(sys.argv[2]))
    serve(DocumentSocket(socket.socket(fileno=int(sys.argv[1]))))
    return 0


if __name__ == '__main__':
    sys.exit(main())
