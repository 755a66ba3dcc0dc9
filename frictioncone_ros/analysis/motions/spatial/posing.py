# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Posing the dynamic and the quasi-static question of spatial motion analysis."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.refused_states import (
    refuse_approaching,
    require_state_magnitudes,
    require_wrench_magnitude,
)
from frictioncone_ros.analysis.motions.spatial.prepared.ground import Ground
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.touching import (
    clean_bias,
    motion_rows,
    touching_contacts,
    TouchingContact,
)
from frictioncone_ros.contact import (
    contact_velocities,
    ContactState,
    require_state,
    resting_speed,
)
from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError
from frictioncone_ros.spatial import Array, SPATIAL, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED, SAME_MOTION

KEPT_STATES = 8
"""How many states' parts of the question are kept for the next wrenches."""


def dynamic_problem(
    state: ContactState, wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the dynamic question: the twist rates that a wrench (6,) brings about."""
    require_state(state, SPATIAL)
    require_wrench_magnitude(wrench)
    ground = dynamic_ground(state, sector_count)
    _check_limit(len(ground.touching), contact_limit)
    return _posed(ground, wrench)


def quasistatic_problem(
    state: ContactState, wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the quasi-static question: the twists whose forces balance a wrench (6,)."""
    require_state(state, SPATIAL)
    require_wrench_magnitude(wrench)
    _check_limit(state.contact_count, contact_limit)
    return _posed(quasistatic_ground(state, sector_count), wrench)


def commanded_problem(
    state: ContactState, wrench: Array, twist: Array, contact_limit: int
) -> SpatialProblem:
    """Pose the question whether forces balance a wrench (6,) while a twist (6,) is imposed."""
    require_state(state, SPATIAL)
    imposed = state.with_twist(twist)
    require_wrench_magnitude(wrench)
    require_state_magnitudes(imposed)
    indices, slips = _moving_contacts(imposed)
    _check_limit(len(indices), contact_limit)
    ground = _without_inertia(imposed, touching_contacts(imposed, indices, slips, 2))
    return _posed(ground, wrench)


# A state never changes, and the same one is asked about many wrenches.
@lru_cache(maxsize=KEPT_STATES)
def dynamic_ground(state: ContactState, sector_count: int) -> Ground:
    """Return what a state with inertia decides alone; sector_count lines cut a round cone."""
    require_state_magnitudes(state)
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia of the moving body')
    if _at_rest(state):
        indices, slips = np.arange(state.contact_count), np.zeros((state.contact_count, 3))
    else:
        indices, slips = _moving_contacts(state)
    touching = touching_contacts(state, indices, slips, sector_count)
    drift, inertia = clean_bias(state), state.inertia.matrix
    rows = motion_rows(state, touching, drift)
    whitening = np.linalg.inv(np.linalg.cholesky(inertia))
    bias = state.inertia.velocity_wrench(state.twist)
    return Ground(state, touching, rows, True, drift, whitening, inertia, bias)


@lru_cache(maxsize=KEPT_STATES)
def quasistatic_ground(state: ContactState, sector_count: int) -> Ground:
    """Return what a state decides alone where inertia plays no part, whatever its twist."""
    require_state_magnitudes(state)
    slips = np.zeros((state.contact_count, 3))
    indices = np.arange(state.contact_count)
    return _without_inertia(state, touching_contacts(state, indices, slips, sector_count))


def _without_inertia(state: ContactState, touching: tuple[TouchingContact, ...]) -> Ground:
    surface = -np.einsum('kij,kj->ki', state.frames, state.surface_velocities)
    # A surface that moves along itself does not come nearer by what rounding leaves of that.
    speeds = np.linalg.norm(state.surface_velocities, axis=1)
    surface[np.abs(surface) <= CONTACT_SPEED * speeds[:, None]] = 0.0
    rows = motion_rows(state, touching, surface)
    whitening = np.diag(wrench_scaling(SPATIAL, state.characteristic_length))
    no_inertia = np.zeros((SPATIAL, SPATIAL))
    return Ground(state, touching, rows, False, surface, whitening, no_inertia, np.zeros(SPATIAL))


def _at_rest(state: ContactState) -> bool:
    """Whether nothing moves at all: then there are no velocity products either."""
    return not (np.any(state.twist) or np.any(state.surface_velocities))


def _moving_contacts(state: ContactState) -> tuple[NDArray[np.intp], Array]:
    """Return which contacts do not open, and the slips (k, 3) of all at the state's twist."""
    velocities, resting = contact_velocities(state), resting_speed(state)
    refuse_approaching(state, velocities[:, 0], resting)
    slips = np.column_stack((velocities[:, 1:], state.normals @ state.twist[3:]))
    # Each component by itself: sliding along one axis of a pyramid leaves the other one at rest.
    slips[:, :2][np.abs(slips[:, :2]) <= resting[:, None]] = 0.0
    slips[np.hypot(slips[:, 0], slips[:, 1]) <= resting, :2] = 0.0
    slips[np.abs(slips[:, 2]) <= CONTACT_SPEED * np.linalg.norm(state.twist[3:]), 2] = 0.0
    return np.flatnonzero(velocities[:, 0] <= resting), slips


def _posed(ground: Ground, wrench: Array) -> SpatialProblem:
    target, rows = ground.whitening.dot(wrench - ground.bias), ground.rows
    size = sqrt(target.dot(target))
    scale = size
    if rows.moves or size == 0.0:
        drift = rows.drift_scale * float(np.abs(ground.motion_map).max())
        # Beside velocity products a wrench this small is what rounding leaves of none: then not
        # it but they say how large motions are.
        if rows.moves and size <= SAME_MOTION * drift:
            scale = drift
        if scale == 0.0:
            scale = max(drift, 1.0)
    target = target / scale
    if rows.moves:
        target = np.append(target, 1.0)
    return SpatialProblem(ground, wrench, target, scale)


def _check_limit(count: int, limit: int) -> None:
    if count > limit:
        raise LimitExceededError('number of touching contacts', count, limit)
