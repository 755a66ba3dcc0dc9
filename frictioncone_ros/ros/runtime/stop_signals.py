# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The signals that end a process, as bytes on a socket."""

from __future__ import annotations

import signal
import socket
from types import FrameType

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def catch_signals() -> socket.socket:
    """
    Catch the stop signals and return a socket on which one byte arrives for each.

    Python runs its handlers in the main thread, which may wait inside the middleware for seconds;
    the byte is written at once, by whichever thread the system gave the signal to.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    for number in STOP_SIGNALS:
        signal.signal(number, _leave_to_the_socket)
    signal.set_wakeup_fd(sender.detach(), warn_on_full_buffer=False)
    return receiver


def _leave_to_the_socket(number: int, frame: FrameType | None) -> None:
    """Do nothing: the byte on the socket has said it."""
