# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact snapshots as they come off the wire, refused by their size before they are unpacked.

rclpy turns a message into Python objects before a callback sees it: one of a million contacts
would hold up commands and the emergency stop for as long as that takes. One that differs from the
last by nothing but its stamp and its count, as fixed contacts come, is not unpacked at all. Bytes
of padding may differ, for the middleware leaves them as they were: then it is unpacked, and
`session.inputs.latest_input` sees that the contacts are the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
import struct
from typing import NamedTuple

from rclpy.serialization import deserialize_message, serialize_message

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import LONGEST_TEXT
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.messages.numbers import time_from_values
from frictioncone_ros.msg import ContactState, ContactStateArray
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.conversions.wire.cdr import LITTLE_ENDIAN
from frictioncone_ros.session.values import Snapshot

LONGEST_NAME = '\U0001d6cd' * LONGEST_TEXT
"""A name of the most bytes a character can have."""

_STAMP_AND_LENGTH = struct.Struct('<iII')
"""Seconds, nanoseconds, and how long the name of the frame is with its closing zero."""
_COUNT = struct.Struct('<Q')
"""The sender's count of snapshots."""

PADDING = 64
"""Alignment may add so much to a contact, or to the rest of the message [bytes]."""


class SnapshotReader:
    """Reads one topic's snapshots; contacts that are as they were stay the same object."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._contents: tuple[bytes, bytes] | None = None
        self._settings: NodeSettings | None = None
        self._snapshot: Snapshot | None = None

    def read(self, serialized: bytes, settings: NodeSettings) -> Snapshot:
        """Return a snapshot as a node with these settings takes it, or raise InvalidInputError."""
        require_size(serialized, settings.count('max_contacts'))
        heading = _Heading.of(serialized)
        last = self._snapshot
        if (
            heading is not None
            and last is not None
            and settings is self._settings
            and heading.contents == self._contents
        ):
            self._snapshot = replace(last, stamp=heading.stamp, sequence=heading.sequence)
            return self._snapshot
        snapshot = admitted_snapshot(contacts_from_bytes(serialized), settings)
        self._snapshot, self._settings = snapshot, settings
        self._contents = None if heading is None else heading.contents
        return snapshot


class _Heading(NamedTuple):
    """What changes from one snapshot to the next anyway, and all the other bytes."""

    stamp: int
    sequence: int
    contents: tuple[bytes, bytes]

    @classmethod
    def of(cls, serialized: bytes) -> _Heading | None:
        """Return the heading of a little-endian message, None where it has none."""
        try:
            if serialized[: len(LITTLE_ENDIAN)] != LITTLE_ENDIAN:
                return None
            seconds, rest, length = _STAMP_AND_LENGTH.unpack_from(serialized, len(LITTLE_ENDIAN))
            frame = len(LITTLE_ENDIAN) + _STAMP_AND_LENGTH.size
            count = frame + length + -(_STAMP_AND_LENGTH.size + length) % _COUNT.size
            (sequence,) = _COUNT.unpack_from(serialized, count)
        except struct.error:
            return None
        contents = serialized[frame : frame + length], serialized[count + _COUNT.size :]
        return cls(time_from_values(seconds, rest, 'contacts'), sequence, contents)


def require_size(serialized: bytes, most: int) -> None:
    """Raise InvalidInputError where no `most` contacts are so large."""
    limit = largest_size(most)
    if len(serialized) > limit:
        raise InvalidInputError(
            'size of the message',
            f'{len(serialized)} bytes',
            f'at most {limit}, those of max_contacts = {most}',
            'contacts',
        )


def contacts_from_bytes(serialized: bytes) -> ContactStateArray:
    """Return the message, or raise InvalidInputError where the bytes are none."""
    try:
        return deserialize_message(serialized, ContactStateArray)
    except Exception as error:  # rclpy has an exception class of its own for each middleware
        raise InvalidInputError(
            'message', f'{len(serialized)} bytes', f'a ContactStateArray ({error})', 'contacts'
        ) from None


@cache
def largest_size(count: int) -> int:
    """Return how large a snapshot of so many contacts can be, all names at their longest."""
    one = ContactState()
    one.point.name = one.point.body = one.point.other_body = LONGEST_NAME
    message = ContactStateArray(contacts=[one] * count)
    message.header.frame_id = LONGEST_NAME
    return len(serialize_message(message)) + (count + 1) * PADDING
