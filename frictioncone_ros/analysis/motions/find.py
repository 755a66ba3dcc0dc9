# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The questions of this folder, asked of a planar or a spatial state alike."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.motions.planar.motions import find_planar_motions
from frictioncone_ros.analysis.motions.planar.quasistatic import find_planar_quasistatic_motions
from frictioncone_ros.analysis.motions.result import MotionSet
from frictioncone_ros.analysis.motions.spatial.motions import (
    find_spatial_motions,
    find_spatial_quasistatic_motions,
)
from frictioncone_ros.contact import ContactState, require_state
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import as_flag, PLANAR


@checked
def find_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    *,
    closed: bool = False,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return every motion of a state with inertia under a wrench about its reference point.

    Parameters
    ----------
    state: with its inertia, at rest or moving.
    external_wrench: (d,) on the body, gravity included [N, Nm]; a tuple will do.
    closed: weak instead of strict inequalities on the accelerations, so that neighbouring modes
        share their borders; planar states only.
    with_reasons: also why each candidate without motion is impossible.

    Returns
    -------
    MotionSet: modes, accelerations and forces with their certificates. In space the search has
        limits, and says whether it met one: see find_spatial_motions to set them.

    Raises
    ------
    InvalidInputError: where state and wrench do not fit each other or the inertia is missing.
    InconsistentStateError: where a contact is approaching.
    """
    require_state(state)
    closed, with_reasons = as_flag(closed, 'closed'), as_flag(with_reasons, 'with_reasons')
    if state.dimension == PLANAR:
        return find_planar_motions(
            state, external_wrench, closed=closed, with_reasons=with_reasons
        )
    if closed:
        raise InvalidInputError('closed', closed, 'False for a spatial state')
    return find_spatial_motions(state, external_wrench, with_reasons=with_reasons)


@checked
def find_quasistatic_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    commanded_twist: ArrayLike | None = None,
    *,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return every contact mode in which contact forces balance a wrench (d,) without inertia.

    Each motion's `twist_rate` and polytope are twists. commanded_twist: (d,) the motion that is
    imposed, so that only its mode is judged. Without it every mode that some twist realises is a
    candidate. with_reasons: also why the other candidates do not balance.
    """
    require_state(state)
    if state.dimension == PLANAR:
        return find_planar_quasistatic_motions(
            state, external_wrench, commanded_twist, with_reasons=with_reasons
        )
    return find_spatial_quasistatic_motions(
        state, external_wrench, commanded_twist, with_reasons=with_reasons
    )
