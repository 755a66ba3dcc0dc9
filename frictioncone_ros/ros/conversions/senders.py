# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the middleware says of who sent a message."""

from __future__ import annotations

from collections.abc import Mapping

from frictioncone_ros.session.sender_streams import Sender

MessageInfo = Mapping[str, object]
"""What rclpy hands to a callback of two arguments."""

NOT_COUNTED = (0, 2**64 - 1)
"""Middlewares without publication sequence numbers leave them zero, or all ones."""


def sender_from_info(info: MessageInfo, publishers: int) -> Sender:
    """Return who sent a message of a topic with so many publishers."""
    number, identity = info.get('publication_sequence_number'), info.get('publisher_gid')
    counted = isinstance(number, int) and number not in NOT_COUNTED
    return Sender(
        number if counted else None,  # type: ignore[arg-type]  # an integer, as checked
        None if identity is None else _bytes(identity),
        max(1, publishers),
    )


def _bytes(identity: object) -> bytes:
    """Return a publisher's identity, which distributions write in different types."""
    return identity if isinstance(identity, bytes) else str(identity).encode()
