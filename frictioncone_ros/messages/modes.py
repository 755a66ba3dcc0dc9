# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact modes: messages to what is desired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frictioncone_ros.contact import ContactMode, Interaction, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import require_few, text_from_message
from frictioncone_ros.messages.constants import INTERACTIONS
from frictioncone_ros.messages.numbers import three_from_message
from frictioncone_ros.session.modes.desired_mode import DesiredMode
from frictioncone_ros.spatial import Array

if TYPE_CHECKING:
    from frictioncone_ros.msg import ContactMode as ContactModeMessage

KINDS = {number: InteractionKind[name] for name, number in INTERACTIONS.items()}


def desired_mode_from_message(message: ContactModeMessage) -> DesiredMode | None:
    """Return the desired mode, None where none is; raise InvalidInputError by field."""
    for field in ('contact_names', 'interactions', 'sliding_directions'):
        require_few(getattr(message, field), field, 'mode')
    names = tuple(
        text_from_message(name, 'contact_names', 'mode') for name in message.contact_names
    )
    if not len(message.interactions):
        mode = ContactMode.parse(text_from_message(message.text, 'text', 'mode'))
        return DesiredMode(mode.interactions, names) if len(mode) else None
    interactions, directions = [], []
    for index, number in enumerate(message.interactions):
        if number not in KINDS:
            raise InvalidInputError(f'interactions[{index}]', int(number), '0 to 6')
        kind = KINDS[number]
        interactions.append(Interaction(kind))
        directions.append(_direction(message, index, kind))
    return DesiredMode(tuple(interactions), names, tuple(directions))


def _direction(message: ContactModeMessage, index: int, kind: InteractionKind) -> Array | None:
    """Return the unit direction stated for a sliding contact, None where there is none."""
    if kind is not InteractionKind.SLIDING or not message.sliding_directions:
        return None
    where = f'sliding_directions[{index}]'
    if index >= len(message.sliding_directions):
        raise InvalidInputError(
            'number of sliding_directions', len(message.sliding_directions), 'one an interaction'
        )
    direction = three_from_message(message.sliding_directions[index], where, 'mode')
    return direction if direction.any() else None
