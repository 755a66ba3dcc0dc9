# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What to do where the wanted mode cannot be told from another: make the contact another way."""

from __future__ import annotations

from collections.abc import Collection

from frictioncone_ros.analysis.mode_cones.choice import most_robust_wrench, WrenchChoice
from frictioncone_ros.analysis.mode_cones.exclusive import ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.possible_modes import possible_mode_cones
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import APPROACHING, ContactState
from frictioncone_ros.exceptions import InvalidInputError


def approach_choices(
    state: ContactState,
    contact_index: int,
    open_contacts: Collection[int] | None = None,
    within: PolyhedralCone | None = None,
) -> tuple[WrenchChoice, ...]:
    """
    Return how a contact can be approached without doubt about the mode, most robust first.

    One choice for each mode that approaches the contact and has wrenches of its own; none where
    each is always ambiguous. contact_index: the contact to make. open_contacts: all contacts yet
    to be made, by default only this one. within: wrenches that can be applied.
    """
    opened = frozenset((contact_index,) if open_contacts is None else open_contacts)
    if contact_index not in opened:
        raise InvalidInputError('contact to approach', contact_index, f'one of {sorted(opened)}')
    cones = possible_mode_cones(state, opened)
    choices = []
    for cone in cones:
        if cone.mode[contact_index] == APPROACHING:
            others = tuple(other for other in cones if other is not cone)
            wrenches = ExclusiveWrenches(cone.mode, (cone,), others, opened)
            choices.append(most_robust_wrench(wrenches, within))
    certain = (choice for choice in choices if choice.found and choice.margin > 0.0)
    return tuple(sorted(certain, key=lambda choice: -choice.margin))
