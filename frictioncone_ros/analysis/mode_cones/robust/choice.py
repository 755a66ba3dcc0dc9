# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A wrench that gives the desired mode, and no other, for every truth within stated bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.analysis.mode_cones.choice import most_robust_wrench
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.robust.cone import robust_mode_cone
from frictioncone_ros.analysis.mode_cones.robust.exclusion import mode_exclusion, ModeExclusion
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import ContactUncertainty
from frictioncone_ros.analysis.mode_cones.spatial_modes import expanded_modes
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.spatial import Array, frozen_array
from frictioncone_ros.spatial.arguments import checked, checked_fields


@checked_fields
@dataclass(frozen=True, eq=False)
class RobustChoice:
    """
    A wrench proved to give the mode only, or the best candidate and what speaks against it.

    found: whether wrench (d,) [N, Nm] is proved; it is empty where there was no candidate.
    margin [N]: how far it is inside the cone that is sure to give the mode. remaining_modes:
    other modes that could not be excluded for it. reason: why nothing was found. Not found is no
    proof that there is none.
    """

    found: bool
    wrench: Array
    margin: float
    remaining_modes: tuple[ContactMode, ...]
    reason: str


@checked
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
    meant = expanded_modes(state, wrenches.desired)
    exclusion = mode_exclusion(state, uncertainty, wrenches.open_contacts)
    best = _nothing('kinematically impossible')
    for cone in wrenches.cones:
        robust = robust_mode_cone(state, cone.mode, uncertainty)
        if robust.cone is None:
            best = best if best.remaining_modes else _nothing(robust.reason)
            continue
        alone = replace(wrenches, cones=(robust.cone,))
        best = _better(best, _choice_in(alone, within, meant, exclusion))
        if best.found:
            return best
    return best


def _choice_in(
    wrenches: ExclusiveWrenches,
    within: PolyhedralCone | None,
    meant: frozenset[ContactMode],
    exclusion: ModeExclusion,
) -> RobustChoice:
    """Return the first candidate for which no other mode remains, or that with the fewest."""
    best = _nothing('every candidate is in the cone of another mode')
    for candidate, margin in _candidates(wrenches, within):
        others = tuple(one for one in exclusion.remaining_modes(candidate) if one not in meant)
        if not others:
            return RobustChoice(True, candidate, margin, (), '')
        reason = 'other modes remain possible'
        best = _better(best, RobustChoice(False, candidate, margin, others, reason))
    return best


def _better(first: RobustChoice, second: RobustChoice) -> RobustChoice:
    """Return the second unless it is not found and leaves more modes than the first."""
    if second.found or not first.remaining_modes:
        return second
    fewer = 0 < len(second.remaining_modes) < len(first.remaining_modes)
    return second if fewer else first


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
    return RobustChoice(False, frozen_array([]), -np.inf, (), reason)
