# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What an unspecified interaction stands for.

The table's row for * (a_n = 0, any tangential acceleration, any force of the friction set) has
one convex cone: Balkcom's way to maintain contact without saying how. It is an outer bound, for
it lets friction help the motion. Exact is the union over the interactions that keep contact.
"""

from __future__ import annotations

from itertools import product
from math import degrees

from frictioncone_ros.analysis.mode_cones.spatial_modes import CellsOfContact
from frictioncone_ros.contact import (
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    require_state,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import PLANAR


def expanded_modes(state: ContactState, mode: ContactMode) -> frozenset[ContactMode]:
    """Return the modes a mode stands for: every * as each interaction that keeps contact."""
    require_state(state)
    choices = [
        _meanings(contact, interaction)
        for contact, interaction in zip(state.contacts, mode, strict=True)
    ]
    return frozenset(ContactMode(chosen) for chosen in product(*choices))


def _meanings(contact: ContactPoint, interaction: Interaction) -> tuple[Interaction, ...]:
    unspecified = interaction.kind is InteractionKind.UNSPECIFIED
    if contact.dimension == PLANAR:
        return (FIXED, SLIDING_LEFT, SLIDING_RIGHT) if unspecified else (interaction,)
    cells = CellsOfContact.of(contact)
    if unspecified or interaction == Interaction(InteractionKind.SLIDING):
        slides = tuple(
            Interaction(InteractionKind.SLIDING, angle) for angle in cells.directions.values()
        )
        rests = (FIXED,) if unspecified and len(cells.edges) > 2 else ()
        return (*rests, *slides)
    if interaction == FIXED and len(cells.edges) <= 2:
        angle = degrees(cells.directions[tuple(range(len(cells.edges)))])
        expected = f'd[{angle:g}]: without friction across, rest is part of that cell'
        raise InvalidInputError('interaction', str(interaction), expected, contact.label)
    if interaction.direction is not None:
        return (cells.in_direction(interaction.direction),)
    return (interaction,)
