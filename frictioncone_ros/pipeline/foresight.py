# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The contact state a little ahead: what will touch and how the body moves when it is of use.

What is predicted of the present comes late: it takes time to measure, to search and to send. So
the state is advanced by a horizon first. The twist becomes the commanded one, for that is where
the motion controller leads; contacts that it opens are lost, gaps it closes are contacts made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.analysis.mode_cones.clearance_search import Bounds, nearest_point
from frictioncone_ros.contact import (
    contact_velocities,
    ContactMode,
    ContactState,
    Interaction,
    normal_wrench_matrix,
    SEPARATING,
)
from frictioncone_ros.pipeline.prediction import Ahead
from frictioncone_ros.spatial import Array, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED


@dataclass(frozen=True, eq=False)
class PredictedState:
    """
    The state after the horizon.

    state: what touches then, moving as it then will. all_contacts: the present contacts in their
    order, then those made, about the same reference point; kept: which of these `state` holds.
    """

    state: ContactState
    all_contacts: ContactState
    kept: tuple[bool, ...]

    def mode_of(self, mode: ContactMode) -> ContactMode:
        """Return a mode of the state as one of all contacts; lost ones are separating."""
        if all(self.kept):
            return mode
        left = iter(mode)
        shown: list[Interaction] = [next(left) if kept else SEPARATING for kept in self.kept]
        return ContactMode(tuple(shown))


def foreseen(state: ContactState, ahead: Ahead, rest_speed: float) -> PredictedState:
    """
    Return the state after the horizon; the same object where nothing will have changed.

    rest_speed: [m/s] below which a normal speed does not open a contact: twists are estimates.
    """
    count = state.contact_count
    twist = _twist_then(state, ahead)
    if ahead.horizon == 0.0 or not (ahead.near or _moves(state, twist)):
        return PredictedState(state, state, (True,) * count)
    names = set(state.names)
    near = [pair for pair in ahead.near if pair.point.name not in names]
    candidates = [pair.point for pair in near]
    everything = replace(state, contacts=(*state.contacts, *candidates), twist=twist)
    openings = contact_velocities(everything)[:, 0]
    gaps = np.array([0.0] * count + [pair.gap for pair in near])
    margins = np.array([rest_speed * ahead.horizon] * count + [0.0] * len(near))
    touching = gaps + ahead.horizon * openings <= margins
    shown = [index < count or bool(touching[index]) for index in range(len(gaps))]
    all_contacts = _part(everything, shown)
    kept = tuple(bool(one) for one, seen in zip(touching, shown, strict=True) if seen)
    then = _part(all_contacts, kept)
    return PredictedState(then.with_twist(unobstructed_twist(then)), all_contacts, kept)


def _twist_then(state: ContactState, ahead: Ahead) -> Array:
    """Return the twist (d,) after the horizon: as commanded, else as it goes on."""
    if ahead.twist is not None:
        return ahead.twist
    if state.acceleration is None or not state.acceleration.any():
        return state.twist
    return state.twist + ahead.horizon * state.acceleration


def _moves(state: ContactState, twist: Array) -> bool:
    """Whether a body that moves with twist (d,), or a surface, may open or close a contact."""
    return bool(twist.any() or state.twist.any() or state.surface_velocities.any())


def _part(state: ContactState, chosen: Sequence[bool]) -> ContactState:
    """Return the state with some of its contacts."""
    if all(chosen):
        return state
    contacts = [one for one, taken in zip(state.contacts, chosen, strict=True) if taken]
    return replace(state, contacts=contacts)


def unobstructed_twist(state: ContactState) -> Array:
    """
    Return the twist (d,) nearest to the state's that moves into no contact.

    What a body does that is led against a surface: an impact without bounce. Nearest in the
    inertia's metric, without one in speeds at the characteristic length.
    """
    if not state.contact_count:
        return state.twist
    openings = contact_velocities(state)[:, 0]
    speed = float(np.abs(state.twist[: state.normals.shape[1]]).max()) + CONTACT_SPEED
    if openings.min() >= -CONTACT_SPEED * speed:
        return state.twist
    scale = _metric_root(state).T
    # An opening speed is row @ twist less the surface's; in x = scale @ twist distance is plain.
    rows = np.linalg.solve(scale.T, normal_wrench_matrix(state)).T
    sizes = np.linalg.norm(rows, axis=1)
    present = scale @ state.twist
    bounds = Bounds(rows / sizes[:, None], (rows @ present - openings) / sizes)
    found = nearest_point(bounds, present)
    if found.is_empty:
        # Surfaces that close in on the body: no motion avoids them, so none is foreseen.
        return state.twist
    return np.asarray(np.linalg.solve(scale, found.point), dtype=np.float64)


def _metric_root(state: ContactState) -> Array:
    """Return the Cholesky factor of what measures changes of the twist."""
    if state.inertia is not None:
        return np.asarray(np.linalg.cholesky(state.inertia.matrix), dtype=np.float64)
    return np.diag(1.0 / wrench_scaling(state.dimension, state.characteristic_length))
