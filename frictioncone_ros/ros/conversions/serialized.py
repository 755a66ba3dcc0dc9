# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact snapshots as they come off the wire, refused by their size before they are unpacked.

rclpy turns a message into Python objects before a callback sees it: one of a million contacts
would hold up commands and the emergency stop for as long as that takes.
"""

from __future__ import annotations

from functools import cache

from rclpy.serialization import deserialize_message, serialize_message

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import ContactState, ContactStateArray
from frictioncone_ros.ros.conversions.bounds import LONGEST_TEXT

LONGEST_NAME = '\U0001d6cd' * LONGEST_TEXT
"""A name of the most bytes a character can have."""

PADDING = 64
"""Alignment may add so much to a contact, or to the rest of the message [bytes]."""


def contacts_from_bytes(serialized: bytes, most: int) -> ContactStateArray:
    """Return the message, or raise InvalidInputError where no `most` contacts are so large."""
    limit = largest_size(most)
    if len(serialized) > limit:
        raise InvalidInputError(
            'size of the message',
            f'{len(serialized)} bytes',
            f'at most {limit}, those of max_contacts = {most}',
            'contacts',
        )
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
