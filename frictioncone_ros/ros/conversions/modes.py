# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact modes: messages to what is desired, and modes of a state to messages."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState, Interaction, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import require_few, text_from_message
from frictioncone_ros.messages.numbers import three_from_message
from frictioncone_ros.msg import ContactMode as ContactModeMessage
from frictioncone_ros.ros.conversions.geometry import vector_to_message
from frictioncone_ros.session.modes.desired_mode import DesiredMode
from frictioncone_ros.spatial import Array, PLANAR

KINDS = {getattr(ContactModeMessage, kind.name): kind for kind in InteractionKind}
CONSTANTS = {kind: constant for constant, kind in KINDS.items()}


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


def mode_to_message(
    mode: ContactMode, state: ContactState, turn: Array | None = None
) -> ContactModeMessage:
    """Return a mode of a state as a message; turn (3, 3) takes the state's axes to others."""
    message = ContactModeMessage(text=str(mode))
    if len(mode) != state.contact_count:
        return message
    message.contact_names = [str(name) for name in state.names]
    message.interactions = [int(CONSTANTS[interaction.kind]) for interaction in mode]
    if any(interaction.direction is not None for interaction in mode):
        axes = np.eye(3) if turn is None else turn
        message.sliding_directions = [
            vector_to_message(axes @ _slip(interaction, state, place))
            for place, interaction in enumerate(mode)
        ]
    return message


def _slip(interaction: Interaction, state: ContactState, place: int) -> Array:
    """Return the unit direction of sliding (3,), zero where there is none."""
    if interaction.direction is None or state.dimension == PLANAR:
        return np.zeros(3)
    _, first, second = state.contacts[place].frame
    return cos(interaction.direction) * first + sin(interaction.direction) * second
