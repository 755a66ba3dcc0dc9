# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Log lines that wait for no reader.

A terminal that was stopped (Ctrl-S), a pager, a launch system that hangs: nobody reads standard
error, it is full after some time, and whoever logs then waits, with the interpreter's lock, until
somebody reads. A process between planner and robot must not: such lines are lost.
"""

from __future__ import annotations

from contextlib import suppress
import os
import stat

STANDARD_ERROR = 2


def log_without_waiting() -> None:
    """
    Have this process lose what it writes to standard error while nobody reads it.

    The terminal or pipe is opened once more, for us alone: whether writers wait is a property of
    what was opened, which a shell or launch system shares with us. Files never wait.
    """
    # Where it may not be opened again, as after `su`, all stays as it is.
    with suppress(OSError):
        if not (stat.S_ISFIFO(os.fstat(STANDARD_ERROR).st_mode) or os.isatty(STANDARD_ERROR)):
            return
        again = os.open(
            f'/proc/self/fd/{STANDARD_ERROR}', os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
        )
        os.dup2(again, STANDARD_ERROR)
        os.close(again)
