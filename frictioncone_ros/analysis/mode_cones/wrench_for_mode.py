# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which wrench gives a mode and nothing else, in one question."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.choice import (
    most_robust_wrench,
    nearest_wrench,
    WrenchChoice,
)
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.exceptions import InvalidInputError


def wrench_for_mode(
    state: ContactState | ExclusiveWrenches,
    mode: ContactMode | str | None = None,
    preferred: ArrayLike | None = None,
    margin: float = 0.0,
    within: PolyhedralCone | None = None,
) -> WrenchChoice:
    """
    Return a wrench under which a body at rest moves in the wanted mode, and in no other.

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
