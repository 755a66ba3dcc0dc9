# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The guard as a process: started by the node, or found waiting for one.

It is given a socket that closes first of all when the node dies. The system gives back the memory
of a dying process before it closes its sockets: 8 to 20 ms for a node. But each thread that dies
before the last one lets go of its own table of open files at once, where it has one of its own. So
the other end is held by a thread that does nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from typing import Any

from frictioncone_ros.ros.guard.protocol import changes_in, LARGEST_PACKET, packet, peer_of

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


MODULE = 'frictioncone_ros.ros.guard'

ADOPTION_TIMEOUT = 2.0
"""How long a waiting guard may take to answer [s]; one that does not is taken for latched."""

END_TIMEOUT = 1.0
"""How long the node waits until its guard has ended [s]."""

NOTHING_BEFORE: Mapping[str, object] = {'latched': False, 'history': []}


class GuardEnd:
    """
    The node's end of a link to a guard's process.

    link: the socket; process_id: of the guard; child: None where another process started it.
    """

    def __init__(self, link: socket.socket, child: subprocess.Popen[bytes] | None = None) -> None:
        """Hold a link."""
        self.link, self._child = link, child
        self._process_id = peer_of(link)[0] if child is None else child.pid

    def introduce(self, facts: Mapping[str, object]) -> None:
        """Tell who the node is, and give a life line along."""
        with process_exit_socket() as watched:
            socket.send_fds(self.link, [packet(facts)], [watched.fileno()])

    def kill(self) -> None:
        """End it at once, where it lives but does not listen, or was not ready yet."""
        with suppress(ProcessLookupError):
            os.kill(self._process_id, signal.SIGKILL)
        self.close()

    def wait(self) -> None:
        """Wait until it has ended as it was told to, or end it."""
        self.link.settimeout(END_TIMEOUT)
        try:
            while self.link.recv(LARGEST_PACKET):
                continue
        except ConnectionError:
            pass
        except TimeoutError:
            self.kill()
        self.close()

    def close(self) -> None:
        """Let go of it."""
        self.link.close()
        if self._child is not None:
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(END_TIMEOUT)


def started(facts: Mapping[str, object]) -> GuardEnd:
    """Return the link to a new guard that was told of its node."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        child = subprocess.Popen(
            [sys.executable, '-m', MODULE, str(theirs.fileno()), json.dumps(NOTHING_BEFORE)],
            # The environment goes whole: ROS's wheels need their variables together or not at all.
            env=dict(os.environ),
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            # Ctrl-C in a terminal goes to the whole group: the guard must outlive the node.
            start_new_session=True,
        )
    end = GuardEnd(ours, child)
    with suppress(ConnectionError):
        end.introduce(facts)
    return end


def adopted(facts: Mapping[str, object]) -> tuple[GuardEnd | None, bool]:
    """
    Return the guard that waits for a node of this name, and whether a stop is latched.

    None where there is none. Whoever holds the name without an answer as it should be may hold a
    stop too, and is taken for latched; one that does not answer at all is ended.
    """
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    link.settimeout(ADOPTION_TIMEOUT)
    try:
        link.connect(str(facts['adoption_name']))
    except OSError as error:
        link.close()
        return None, not isinstance(error, ConnectionRefusedError)
    end = GuardEnd(link)
    try:
        found = _answer_of(end, facts)
    except TimeoutError:
        end.kill()
        return None, True
    except (OSError, ValueError):
        found = None
    if found is None:
        link.close()
        return None, True
    link.settimeout(None)
    return end, bool(found.get('latched', True))


def _answer_of(end: GuardEnd, facts: Mapping[str, object]) -> dict[str, Any] | None:
    """Introduce a node to a waiting guard; return its answer, None where it is none of ours."""
    if peer_of(end.link)[1] != os.getuid():
        return None
    end.introduce(facts)
    received = end.link.recv(LARGEST_PACKET)
    return changes_in(received) if received else None
