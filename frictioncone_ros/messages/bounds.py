# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How large a message may be: every field that multiplies work is bounded before it is used.

The numbers are those of this package's messages; what a node accepts of contacts may be less
(parameter max_contacts).
"""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages import constants
from frictioncone_ros.node_interface import MOST_CONTACTS

if TYPE_CHECKING:
    from frictioncone_ros.msg import ContactStateArray

LONGEST_TEXT = 256
"""Characters of a name, a frame or a text; all of them go into answers and logs."""

POLYGON_EDGES = range(3, 65)
"""Edges a friction polygon may have; each is a column of what is solved for every command."""


MOST_EDGES = 1024
"""Edges the polygons of one snapshot may have together: 16 contacts of 64, 64 contacts of 16."""


def require_few_edges(message: ContactStateArray) -> None:
    """Raise InvalidInputError where polygons have more edges together than are judged in time."""
    edges = sum(
        int(contact.point.polygon_edge_count)
        for contact in message.contacts
        if contact.point.friction_set == constants.POLYGON
    )
    if edges > MOST_EDGES:
        raise InvalidInputError(
            'sum of polygon_edge_count', edges, f'at most {MOST_EDGES}', 'contacts'
        )


def text_from_message(value: str, what: str, where: str) -> str:
    """Return a name or text; raise InvalidInputError where it is too long to be one."""
    if len(value) > LONGEST_TEXT:
        raise InvalidInputError(
            f'length of {what}', len(value), f'at most {LONGEST_TEXT} characters', where
        )
    return value


def frame_from_message(value: str, what: str, where: str) -> str:
    """Return the name of a frame; raise InvalidInputError where there is none."""
    if not value:
        raise InvalidInputError(what, value, 'the name of a frame', where)
    return text_from_message(value, what, where)


def edge_count_from_message(value: int, where: str) -> int:
    """Return the number of edges of a friction polygon, or raise InvalidInputError."""
    if value not in POLYGON_EDGES:
        expected = f'{POLYGON_EDGES[0]} to {POLYGON_EDGES[-1]}'
        raise InvalidInputError('polygon_edge_count', int(value), expected, where)
    return int(value)


def require_few(entries: Sized, what: str, where: str) -> None:
    """Raise InvalidInputError where a list has more entries than there can be contacts."""
    if len(entries) > MOST_CONTACTS:
        raise InvalidInputError(
            f'number of {what}', len(entries), f'at most {MOST_CONTACTS}, one a contact', where
        )
