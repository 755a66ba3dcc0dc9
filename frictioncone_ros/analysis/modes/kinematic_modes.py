# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What rigid contacts let a body do, planar or spatial, before any force is asked."""

from __future__ import annotations

from frictioncone_ros.analysis.modes.enumeration import kinematic_mode_table
from frictioncone_ros.analysis.modes.planar import planar_kinematic_modes
from frictioncone_ros.contact import ContactMode, ContactState, require_state
from frictioncone_ros.spatial import PLANAR


def kinematic_modes(state: ContactState) -> tuple[ContactMode, ...]:
    """
    Return every contact mode that some twist realises, in the order of their letters.

    Parameters
    ----------
    state: planar or spatial; its own twist, its inertia and its friction play no part.

    Returns
    -------
    Modes of s, f, l, r in the plane; of s, f, d in space, where f means without slip along both
    tangents and d sliding in some direction (`kinematic_mode_table` tells the directions apart).

    Raises
    ------
    InvalidInputError: where something else than a state is given.
    """
    require_state(state)
    if state.dimension == PLANAR:
        return planar_kinematic_modes(state)
    table = kinematic_mode_table(state)
    rows = zip(table.owner.tolist(), table.signs.tolist(), strict=True)
    found = {_letters(table.separations[owner], signs) for owner, signs in rows}
    return tuple(ContactMode.parse(letters) for letters in sorted(found))


def _letters(separation: str, signs: list[list[int]]) -> str:
    """Return a spatial mode in letters, from c or s and the signs of sliding of each contact."""
    return ''.join(
        's' if letter == 's' else 'd' if any(row) else 'f'
        for letter, row in zip(separation, signs, strict=True)
    )
