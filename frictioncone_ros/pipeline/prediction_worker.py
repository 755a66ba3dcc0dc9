# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The process that predicts modes: questions in, answers out, over one socket.

A process of its own, because a search of milliseconds between two commands would delay them, and
in a thread it would hold the interpreter's lock. It ends when its parent does: the socket closes.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
import os
import sys

from frictioncone_ros.pipeline.prediction import ModeAnswer, ModeQuestion, predict_modes

NICENESS = 5
"""Prediction gives way to the command path and to the controller."""


def serve(connection: Connection) -> None:
    """Answer questions until the other side closes."""
    while True:
        try:
            connection.send(answer(connection.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def answer(question: ModeQuestion) -> ModeAnswer:
    """Return the answer; a fault of the search is said and must not end the process."""
    try:
        return predict_modes(question)
    except (ArithmeticError, ValueError, IndexError, RuntimeError) as error:
        return ModeAnswer(text=f'prediction failed: {type(error).__name__}: {error}',
                          answered=False, desired_mode=question.desired_mode)


def main() -> int:
    """Serve on the socket whose file descriptor is the only argument."""
    os.nice(NICENESS)
    serve(Connection(int(sys.argv[1])))
    return 0


if __name__ == '__main__':
    sys.exit(main())
