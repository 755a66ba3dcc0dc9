# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From a desired mode to a wrench in one question, and what to do where no wrench gives it alone.

Where the desired mode cannot be told from another, make the contact another way.
"""

from __future__ import annotations

from collections.abc import Collection

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.choice import (
    most_robust_wrench,
    nearest_wrench,
    WrenchChoice,
)
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.possible_modes import possible_mode_cones
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import APPROACHING, ContactMode, ContactState
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


def wrench_for_mode(
    state: ContactState | ExclusiveWrenches,
    mode: ContactMode | str | None = None,
    preferred: ArrayLike | None = None,
    margin: float = 0.0,
    within: PolyhedralCone | None = None,
) -> WrenchChoice:
    """
    Return a wrench under which a body at rest moves in the desired mode, and in no other.

    Parameters
    ----------
    state: at rest, with its inertia; or prepared `exclusive_wrenches`, which know their mode.
    mode: one interaction per contact, as 'rs' or a ContactMode.
    preferred: (d,) wrench on the body [N, Nm] to which the answer is the nearest one; without it
        the answer is the most robust wrench of 1 N.
    margin: least distance from wrenches with another mode [N], where a wrench is preferred.
    within: a cone the wrench must be in, as `force_plane` or `gravity_wrenches` make one.

    Returns
    -------
    WrenchChoice: found or not, the wrench (d,) on the body, its margin [N]; else the proof.

    Raises
    ------
    InvalidInputError: where the state, the mode or the friction models do not fit the question.
    """
    if isinstance(state, ExclusiveWrenches):
        if mode is not None:
            raise InvalidInputError('mode', mode, 'None, for exclusive wrenches have theirs')
        wrenches = state
    else:
        wrenches = exclusive_wrenches(state, mode)  # type: ignore[arg-type]  # None is refused
    if preferred is None:
        return most_robust_wrench(wrenches, within)
    return nearest_wrench(wrenches, preferred, margin, within)
