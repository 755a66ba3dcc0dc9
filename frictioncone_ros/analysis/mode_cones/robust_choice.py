# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A wrench that gives the wanted mode, and no other, for every truth within stated bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.analysis.mode_cones.choice import most_robust_wrench
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.robust_cone import robust_mode_cone
from frictioncone_ros.analysis.mode_cones.robust_exclusion import mode_exclusion
from frictioncone_ros.analysis.mode_cones.uncertainty import ContactUncertainty
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.spatial import Array, frozen_array, PLANAR


@dataclass(frozen=True, eq=False)
class RobustChoice:
    """
    A wrench proved to give the mode only, or the best candidate and what speaks against it.

    found: whether wrench (3,) [N, Nm] is proved. margin [N]: how far it is inside the cone that
    is sure to give the mode. remaining_modes: other modes that could not be excluded for it.
    reason: why nothing was found. Not found is no proof that there is none.
    """

    found: bool
    wrench: Array
    margin: float
    remaining_modes: tuple[ContactMode, ...]
    reason: str


def robust_wrench(
    state: ContactState,
    mode: ContactMode | str,
    uncertainty: ContactUncertainty,
    open_contacts: Collection[int] | None = None,
    within: PolyhedralCone | None = None,
) -> RobustChoice:
    """
    Return a wrench of 1 N that gives the mode only, whatever the contacts truly are.

    Two proofs, neither by sampling: the wrench is in the robust cone of the mode, and for every
    other mode the relaxed laws have no solution.
    """
    wrenches = exclusive_wrenches(state, mode, open_contacts)
    robust = robust_mode_cone(state, wrenches.wanted, uncertainty)
    if robust.cone is None:
        return _nothing(robust.reason)
    opened = wrenches.open_contacts
    exclusion = mode_exclusion(state, uncertainty, opened)
    best = _nothing('every candidate is in the cone of another mode')
    for candidate, margin in _candidates(replace(wrenches, cones=(robust.cone,)), within):
        remaining = tuple(
            one for one in exclusion.remaining_modes(candidate) if one != wrenches.wanted
        )
        if not remaining:
            return RobustChoice(True, candidate, margin, (), '')
        if not best.remaining_modes or len(remaining) < len(best.remaining_modes):
            best = RobustChoice(False, candidate, margin, remaining, 'other modes remain possible')
    return best


def _candidates(
    wrenches: ExclusiveWrenches, within: PolyhedralCone | None
) -> Iterator[tuple[Array, float]]:
    """Yield the deepest wrench of the whole set, then that of each of its pieces."""
    choice = most_robust_wrench(wrenches, within)
    if not choice.found or choice.margin <= 0.0:
        return
    yield choice.wrench, choice.margin
    for piece in wrenches.pieces():
        cone = replace(wrenches.cones[0], closed=piece)
        inner = most_robust_wrench(replace(wrenches, cones=(cone,), others=()), within)
        if inner.found and inner.margin > 0.0:
            yield inner.wrench, inner.margin


def _nothing(reason: str) -> RobustChoice:
    return RobustChoice(False, frozen_array(np.full(PLANAR, np.nan)), -np.inf, (), reason)
