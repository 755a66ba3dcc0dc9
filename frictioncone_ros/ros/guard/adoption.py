# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A guard without its node waits for the next node of the same name, and becomes its guard."""

from __future__ import annotations

from contextlib import suppress
import os
import socket

from frictioncone_ros.ros.guard.protocol import (
    changes_in,
    LARGEST_PACKET,
    NodeFacts,
    packet,
    peer_of,
)

FIRST_PACKET = 1.0
"""How long a node that has connected may take to tell who it is [s]."""


class AdoptionSocket:
    """
    An abstract socket: no file is left behind, and the system frees the name with the process.

    is_bound: whether the name is ours; another guard that waits under it leaves no room.
    """

    def __init__(self, name: str) -> None:
        """Begin to wait."""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.is_bound = True
        try:
            self.socket.bind(name)
            self.socket.listen(1)
        except OSError:
            self.is_bound = False

    def accept(self, latched: bool) -> tuple[socket.socket, NodeFacts] | None:
        """Tell a node whether an emergency stop is latched; return its link and first facts."""
        try:
            link, _ = self.socket.accept()
        except OSError:
            return None
        # Anybody on this machine can connect, and what they send must not end the guard.
        with suppress(OSError, ValueError, TypeError, KeyError):
            link.settimeout(FIRST_PACKET)
            _, user_id = peer_of(link)
            if user_id == os.getuid():
                # Looked at only: whoever guards this node from now on reads it again.
                facts = NodeFacts().updated(changes_in(link.recv(LARGEST_PACKET, socket.MSG_PEEK)))
                link.send(packet({'latched': latched}))
                link.settimeout(None)
                return link, facts
        link.close()
        return None
