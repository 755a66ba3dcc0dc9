# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Posing the dynamic and the quasi-static question of spatial motion analysis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.analysis.motions.refused_states import refuse_approaching, require_magnitudes
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.touching import (
    clean_bias,
    motion_rows,
    touching_contacts,
    TouchingContact,
)
from frictioncone_ros.contact import (
    component_slices,
    contact_velocities,
    ContactState,
    require_state,
    resting_speed,
    wrench_matrix,
)
from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError
from frictioncone_ros.spatial import Array, SPATIAL, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED


def dynamic_problem(
    state: ContactState, wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the dynamic question: the twist rates that a wrench (6,) brings about."""
    require_state(state, SPATIAL)
    require_magnitudes(state, wrench)
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia of the moving body')
    if _at_rest(state):
        indices, slips = np.arange(state.contact_count), np.zeros((state.contact_count, 3))
    else:
        indices, slips = _moving_contacts(state)
    _check_limit(len(indices), contact_limit)
    touching = touching_contacts(state, indices, slips, sector_count)
    rows = motion_rows(state, touching, clean_bias(state))
    whitening = np.linalg.inv(np.linalg.cholesky(state.inertia.matrix))
    needed = wrench - state.inertia.velocity_wrench(state.twist)
    return _posed(state, wrench, touching, rows, (whitening, state.inertia.matrix, needed))


def quasistatic_problem(
    state: ContactState, wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the quasi-static question: the twists whose forces balance a wrench (6,)."""
    require_state(state, SPATIAL)
    require_magnitudes(state, wrench)
    _check_limit(state.contact_count, contact_limit)
    slips = np.zeros((state.contact_count, 3))
    touching = touching_contacts(state, np.arange(state.contact_count), slips, sector_count)
    return _without_inertia(state, wrench, touching)


def commanded_problem(
    state: ContactState, wrench: Array, twist: Array, contact_limit: int
) -> SpatialProblem:
    """Pose the question whether forces balance a wrench (6,) while a twist (6,) is imposed."""
    require_state(state, SPATIAL)
    imposed = state.with_twist(twist)
    require_magnitudes(imposed, wrench)
    indices, slips = _moving_contacts(imposed)
    _check_limit(len(indices), contact_limit)
    return _without_inertia(imposed, wrench, touching_contacts(imposed, indices, slips, 2))


def _without_inertia(
    state: ContactState, wrench: Array, touching: tuple[TouchingContact, ...]
) -> SpatialProblem:
    surface = -np.einsum('kij,kj->ki', state.frames, state.surface_velocities)
    rows = motion_rows(state, touching, surface)
    whitening = np.diag(wrench_scaling(SPATIAL, state.characteristic_length))
    no_inertia = np.zeros((SPATIAL, SPATIAL))
    return _posed(state, wrench, touching, rows, (whitening, no_inertia, wrench))


def _at_rest(state: ContactState) -> bool:
    """Whether nothing moves at all: then there are no velocity products either."""
    return not (np.any(state.twist) or np.any(state.surface_velocities))


def _moving_contacts(state: ContactState) -> tuple[NDArray[np.intp], Array]:
    """Return which contacts do not open, and the slips (k, 3) of all at the state's twist."""
    velocities, resting = contact_velocities(state), resting_speed(state)
    refuse_approaching(state, velocities[:, 0], resting)
    slips = np.column_stack((velocities[:, 1:], state.normals @ state.twist[3:]))
    slips[np.hypot(slips[:, 0], slips[:, 1]) <= resting, :2] = 0.0
    slips[np.abs(slips[:, 2]) <= CONTACT_SPEED * np.linalg.norm(state.twist[3:]), 2] = 0.0
    return np.flatnonzero(velocities[:, 0] <= resting), slips


def _posed(
    state: ContactState,
    wrench: Array,
    touching: tuple[TouchingContact, ...],
    rows: ModeRows,
    balance: tuple[Array, Array, Array],
) -> SpatialProblem:
    whitening, inertia, needed = balance
    motion_map = whitening @ inertia @ rows.basis
    target = whitening @ needed
    size = float(np.linalg.norm(target))
    scale = size if size > 0.0 else max(rows.drift_scale * float(np.abs(motion_map).max()), 1.0)
    slices, wrenches = component_slices(state), whitening @ wrench_matrix(state) / scale
    force_maps = [-wrenches[:, slices[contact.index]] for contact in touching]
    motion_map, target = motion_map / scale, target / scale
    if rows.moves:
        motion_map = np.block(
            [
                [motion_map, np.zeros((SPATIAL, 1))],
                [np.zeros((1, SPATIAL)), np.full((1, 1), 1.0 / rows.drift_scale)],
            ]
        )
        target = np.append(target, 1.0)
        force_maps = [np.vstack((block, np.zeros(block.shape[1]))) for block in force_maps]
    dynamic = bool(np.any(inertia))
    return SpatialProblem(
        state,
        wrench,
        touching,
        rows,
        dynamic,
        motion_map,
        tuple(force_maps),
        target,
        whitening / scale,
    )


def _check_limit(count: int, limit: int) -> None:
    if count > limit:
        raise LimitExceededError('number of touching contacts', count, limit)
