# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The process beside: questions in, answers out, over one socket; it ends when its parent does."""

from __future__ import annotations

from multiprocessing.connection import Connection
import os
import sys
from typing import Any

# What comes through the socket is made of these: imported before the first question comes.
from frictioncone_ros.pipeline import prediction, wrench_cone
from frictioncone_ros.pipeline.background import Question

NICENESS = 5
"""Background work gives way to the command path and to the controller."""

KNOWN = (prediction.ModeQuestion, wrench_cone.WrenchConeQuestion)


def serve(connection: Connection) -> None:
    """Answer questions until the other side closes."""
    while True:
        try:
            connection.send(answer(connection.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def answer(question: Question) -> Any:
    """Return the answer; a fault of the search is said and must not end the process."""
    try:
        return question.answered()
    except (ArithmeticError, ValueError, IndexError, RuntimeError) as error:
        return question.failed(f'the search failed: {type(error).__name__}: {error}')


def main() -> int:
    """Serve on the socket whose file descriptor is the only argument."""
    os.nice(NICENESS)
    serve(Connection(int(sys.argv[1])))
    return 0


if __name__ == '__main__':
    sys.exit(main())
