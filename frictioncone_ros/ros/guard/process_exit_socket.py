# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A socket that closes first of all when this process dies.

The system gives back the memory of a dying process before it closes its sockets: 8 to 20 ms for a
node. But each thread that dies before the last one lets go of its own table of open files at
once, where it has one of its own. So the other end is held by a thread that does nothing else.
"""

from __future__ import annotations

from contextlib import suppress
import ctypes
import os
import socket
import threading

CLONE_FILES = 0x400
"""From <linux/sched.h>: the table of open files, as unshare() knows it."""


def process_exit_socket() -> socket.socket:
    """Return one end of a socket whose other end is closed about a millisecond after death."""
    watched, held = socket.socketpair()
    number = held.detach()
    ready = threading.Event()
    holder = _Holder(number, ready)
    threading.Thread(target=holder.hold, daemon=True, name='life line').start()
    ready.wait()
    if holder.has_own_table:
        os.close(number)
    return watched


class _Holder:
    """Holds a descriptor; has_own_table: in a table of its thread's own."""

    def __init__(self, number: int, ready: threading.Event) -> None:
        """Hold `number`, and say when it is held."""
        self._number, self._ready = number, ready
        self.has_own_table = False

    def hold(self) -> None:
        """Wait until the other end is closed, which is when the guard ends."""
        # Where the system refuses, the common table is left as it is: it closes later.
        try:
            if ctypes.CDLL(None).unshare(CLONE_FILES) == 0:
                self._let_go_of_others()
                self.has_own_table = True
        finally:
            # The node's start waits for it, whatever a system lacks.
            self._ready.set()
        with suppress(OSError):
            os.read(self._number, 1)
        if self.has_own_table:
            os.close(self._number)

    def _let_go_of_others(self) -> None:
        """Close what the other threads hold too: what they close must be closed."""
        for name in os.listdir('/proc/thread-self/fd'):
            if int(name) != self._number:
                with suppress(OSError):
                    os.close(int(name))
