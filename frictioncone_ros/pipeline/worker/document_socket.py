# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whole documents through a socket, without ever waiting for the other side unless asked to.

A process that is stopped in the middle of a document must not stop the one that reads it: what
has come is kept until the rest is there.
"""

from __future__ import annotations

import select
import socket
import struct

LENGTH = struct.Struct('>I')
"""What stands before each document: its length [bytes]."""
LARGEST_DOCUMENT = 64 * 1024 * 1024
"""A longer document is refused unread [bytes]; the largest cones need a hundredth of it."""
PIECE = 1 << 16
"""So much is read at once [bytes]."""
SEND_BUFFER = 1 << 20
"""Room asked of the kernel for what is sent [bytes]: a question of 64 contacts takes 50 kB."""


class DocumentSocket:
    """One end of a stream socket that carries documents."""

    def __init__(self, stream: socket.socket) -> None:
        """Take over a connected socket."""
        self._stream = stream
        self._come = bytearray()
        stream.setblocking(False)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def send(self, document: bytes) -> None:
        """Send a document at once; BrokenPipeError where the other side does not take it."""
        rest = memoryview(LENGTH.pack(len(document)) + document)
        try:
            while rest:
                rest = rest[self._stream.send(rest) :]
        except BlockingIOError:
            raise BrokenPipeError('the other side does not read') from None

    def send_blocking(self, document: bytes) -> None:
        """Send a document, however long the other side takes to read it."""
        self._stream.setblocking(True)
        self._stream.sendall(LENGTH.pack(len(document)) + document)
        self._stream.setblocking(False)

    def received(self) -> bytes | None:
        """
        Return the next document if it has come whole, else None.

        EOFError where the other side has closed, ValueError where it announces too long a one.
        """
        while (document := self._taken()) is None:
            try:
                piece = self._stream.recv(PIECE)
            except BlockingIOError:
                return None
            if not piece:
                raise EOFError('the other side has closed')
            self._come += piece
        return document

    def wait(self, timeout: float | None = None) -> None:
        """Wait until something has come, at most `timeout` [s]."""
        select.select([self._stream], [], [], timeout)

    def close(self) -> None:
        """Close the socket."""
        self._stream.close()

    def _taken(self) -> bytes | None:
        """Take the first document out of what has come."""
        if len(self._come) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._come)
        if length > LARGEST_DOCUMENT:
            raise ValueError(f'a document of {length} bytes, more than {LARGEST_DOCUMENT}')
        end = LENGTH.size + length
        if len(self._come) < end:
            return None
        document = bytes(self._come[LENGTH.size : end])
        del self._come[:end]
        return document
