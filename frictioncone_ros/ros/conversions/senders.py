# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the middleware says of who sent a message."""

from __future__ import annotations

from collections.abc import Mapping

from frictioncone_ros.session.inputs.sender_streams import Sender

MessageInfo = Mapping[str, object]
"""What rclpy hands to a callback of two arguments."""

NOT_COUNTED = (0, 2**64 - 1)
"""Middlewares without publication sequence numbers leave them zero, or all ones."""


def sender_from_info(info: MessageInfo, publishers: int) -> Sender:
    """Return who sent a message of a topic with so many publishers."""
    identity = info.get('publisher_gid')
    return Sender(
        sequence_number(info),
        None if identity is None else _bytes(identity),
        max(1, publishers),
    )


def sequence_number(info: MessageInfo) -> int | None:
    """Return which message of its publisher this is, None where the middleware does not count."""
    number = info.get('publication_sequence_number')
    return number if isinstance(number, int) and number not in NOT_COUNTED else None


def _bytes(identity: object) -> bytes:
    """Return a publisher's identity, which distributions write in different types."""
    return identity if isinstance(identity, bytes) else str(identity).encode()
