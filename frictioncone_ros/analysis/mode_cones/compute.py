# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From a state and a mode to its wrench cone.

Newton for a body at rest, M twist_rate = w + W c, turned round: w = M twist_rate - W c. The twist
rates a mode allows are a cone, and so are its contact forces; the wrenches are the sum of the two
images. Balkcom eliminates variables from C y = B g instead; `test/papers` does that to compare.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.planar_motions import (
    MotionSet,
    planar_motions,
    spatial_motions,
)
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import as_mode, contact_conditions, ContactConditions
from frictioncone_ros.contact import ContactMode, ContactState, point_wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, Inertia, PLANAR
from frictioncone_ros.spatial.arrays import as_items


def mode_cone(
    state: ContactState, mode: ContactMode | str, *, strictly_opening: Collection[int] = ()
) -> ModeCone:
    """
    Return the wrenches consistent with a mode, closed and strict.

    Parameters
    ----------
    state: a body at rest, with its inertia; in space with friction of finitely many edges.
    mode: one interaction per contact, 'lla' or ContactMode; a contact that the mode approaches is
        one the body is about to make.
    strictly_opening: contacts at which s means a_n > 0, where Balkcom's Table 2 has a_n >= 0.

    Returns
    -------
    ModeCone: of wrenches (d,) on the body about the reference point [N, Nm].

    Raises
    ------
    InvalidInputError: where state, mode or friction do not fit the question.
    """
    desired = as_mode(state, mode)
    opening = as_items(strictly_opening, 'strictly_opening', 'indices of contacts')
    places = range(state.contact_count)
    if not all(isinstance(one, (int, np.integer)) and one in places for one in opening):
        expected = f'indices of contacts, 0 to {state.contact_count - 1}'
        raise InvalidInputError('strictly_opening', opening, expected)
    conditions = [
        contact_conditions(contact, interaction, opens_strictly=index in opening)
        for index, (contact, interaction) in enumerate(zip(state.contacts, desired, strict=True))
    ]
    return cone_from_motions(state, desired, conditions, mode_motions(state, conditions))


def mode_motions(state: ContactState, conditions: Sequence[ContactConditions]) -> MotionSet:
    """Return the twist rates that obey the conditions of all contacts."""
    if state.dimension != PLANAR:
        return spatial_motions(state, conditions)
    motions = planar_motions(state)
    allowed, strict = -1, []
    for index, one in enumerate(conditions):
        rays, strict_rays = motions.obeying(index, one)
        allowed &= rays
        strict += strict_rays
    return motions.motion_set(allowed, strict)


def cone_from_motions(
    state: ContactState,
    mode: ContactMode,
    conditions: Sequence[ContactConditions],
    motions: MotionSet,
) -> ModeCone:
    """Return the cone of the motions' inertial wrenches minus the wrenches of contact forces."""
    inertia = resting_inertia(state).matrix
    inertial = inertia @ motions.rays
    closed = PolyhedralCone.from_generators(
        np.hstack((inertial, -force_wrenches(state, conditions))), inertia @ motions.lines
    )
    strict = tuple(inertial[:, flags] for flags in motions.strict)
    return ModeCone(mode, closed, motions.is_possible, state.characteristic_length, strict)


def force_wrenches(state: ContactState, conditions: Sequence[ContactConditions]) -> Array:
    """Return the wrenches (d, n) on the body of the extreme contact forces of all contacts."""
    points = point_wrench_matrix(state)
    size = 2 if state.dimension == PLANAR else 3
    columns = [
        points[:, size * index : size * (index + 1)] @ one.force_edges.T
        for index, one in enumerate(conditions)
        if len(one.force_edges)
    ]
    return np.hstack(columns) if columns else np.zeros((state.dimension, 0))


def resting_inertia(state: ContactState) -> Inertia:
    """Return the inertia of a state at rest; mode cones have no meaning for another state."""
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia, for accelerations follow from it')
    if np.any(state.twist) or np.any(state.surface_velocities):
        raise InvalidInputError(
            'twist',
            state.twist.tolist(),
            'a body and environment at rest: only then are the wrenches of a mode a cone',
        )
    return state.inertia
