# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact modes of a state to messages."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState, Interaction
from frictioncone_ros.messages.constants import INTERACTIONS
from frictioncone_ros.msg import ContactMode as ContactModeMessage
from frictioncone_ros.ros.conversions.geometry import vector_to_message
from frictioncone_ros.spatial import Array, PLANAR


def mode_to_message(
    mode: ContactMode, state: ContactState, turn: Array | None = None
) -> ContactModeMessage:
    """Return a mode of a state as a message; turn (3, 3) takes the state's axes to others."""
    message = ContactModeMessage(text=str(mode))
    if len(mode) != state.contact_count:
        return message
    message.contact_names = [str(name) for name in state.names]
    message.interactions = [INTERACTIONS[interaction.kind.name] for interaction in mode]
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
