# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Everything about a contact state that does not depend on the command, worked out once.

Contacts change more slowly than commands: the filter keeps this from one tick to the next and
makes it anew only when the contact state, the mode or the settings of the split change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.projections import length_metric, projector_pair, ProjectorPair
from frictioncone_ros.constraints import Constraint, contact_constraint, require_fitting_mode
from frictioncone_ros.contact.interaction import Interaction, InteractionKind, UNSPECIFIED
from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices, wrench_matrix
from frictioncone_ros.control.contact_rays import contact_rays, sliding_direction
from frictioncone_ros.control.direct_depth import direct_depth
from frictioncone_ros.control.force_set import ForceSet, RayPool
from frictioncone_ros.control.settings import FilterSettings, SplitMetric
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.products import linear_size, wrench_scaling
from frictioncone_ros.tolerances import CONSTRAINT_RANK


@dataclass(frozen=True, eq=False)
class PreparedContacts:
    """
    A contact state made ready for commands in one mode.

    physical: every reaction the contacts can carry, whatever they do; carried: those of the wanted
        mode (the same object where the mode restricts nothing).
    carried_projector: (d, d) onto the span of the carried reactions, along motion forces.
    directions: unit slip per contact, None where a contact does not slide in a known direction.
    motion_scaling: (d,) factors that make all components of a twist speeds.
    """

    state: ContactState
    mode: ContactMode | None
    settings: FilterSettings
    constraint: Constraint
    projectors: ProjectorPair
    carried_projector: Array
    physical: ForceSet
    carried: ForceSet
    directions: tuple[Array | None, ...]
    motion_scaling: Array

    @cached_property
    def slides(self) -> bool:
        """Whether some contact slides in a known direction, so that friction is added."""
        return any(direction is not None for direction in self.directions)

    @cached_property
    def depth(self) -> tuple[Array, Array]:
        """Contact forces (c,) as deep as the margin asks for, and their reaction (d,)."""
        forces = self.settings.margin * self.carried.depth_forces
        return forces, self.carried.wrench_matrix @ forces


def prepared_contacts(
    state: ContactState,
    mode: ContactMode | None,
    twist: Array | None,
    settings: FilterSettings,
    previous: PreparedContacts | None = None,
) -> PreparedContacts:
    """
    Return the prepared contacts, the previous ones where they still hold.

    twist: (d,) commanded; it gives contacts that slide without a stated direction theirs.
    """
    if (
        previous is not None
        and (previous.state is state and previous.settings is settings)
        and (previous.mode == mode and not _follows_twist(mode))
    ):
        return previous
    wanted = ContactMode((UNSPECIFIED,) * state.contact_count) if mode is None else mode
    require_fitting_mode(state, wanted)
    return _prepare(state, mode, wanted, twist, settings)


def _follows_twist(mode: ContactMode | None) -> bool:
    return mode is not None and any(str(item) == 'd' for item in mode)


def _prepare(
    state: ContactState,
    mode: ContactMode | None,
    wanted: ContactMode,
    twist: Array | None,
    settings: FilterSettings,
) -> PreparedContacts:
    length = settings.characteristic_length or state.characteristic_length
    metric = split_metric(state, settings, length)
    constraint = contact_constraint(state, wanted, length, settings.rank_tolerance)
    matrix = wrench_matrix(state)
    scale = np.linalg.inv(np.linalg.cholesky(metric))
    directions = _directions(state, wanted, matrix, twist)
    free = ContactMode((UNSPECIFIED,) * state.contact_count)
    physical = _force_set(state, free, (None,) * state.contact_count, matrix, scale)
    restricted = any(_restricts(item) for item in wanted)
    carried = _force_set(state, wanted, directions, matrix, scale) if restricted else physical
    return PreparedContacts(
        state,
        mode,
        settings,
        constraint,
        projector_pair(constraint, metric),
        _span_projector(carried, scale),
        physical,
        carried,
        directions,
        wrench_scaling(state.dimension, 1.0 / length),
    )


def split_metric(state: ContactState, settings: FilterSettings, length: float) -> Array:
    """Return the inertia metric (d, d) that decides the split, as the settings ask."""
    if settings.metric is SplitMetric.INERTIA and state.inertia is not None:
        return state.inertia.matrix
    return length_metric(state.dimension, length)


def _restricts(interaction: Interaction) -> bool:
    """Tell whether an interaction forbids some of the forces that friction allows."""
    return interaction.kind not in (InteractionKind.UNSPECIFIED, InteractionKind.FIXED)


def _directions(
    state: ContactState, mode: ContactMode, matrix: Array, twist: Array | None
) -> tuple[Array | None, ...]:
    size = linear_size(state.dimension)
    moving = state.twist if twist is None else twist
    velocities = matrix.T @ moving
    return tuple(
        sliding_direction(interaction, velocities[part.start + 1 : part.start + size])
        for interaction, part in zip(mode, component_slices(state), strict=True)
    )


def _force_set(
    state: ContactState,
    mode: ContactMode,
    directions: Sequence[Array | None],
    matrix: Array,
    scale: Array,
) -> ForceSet:
    parts = [
        contact_rays(contact.friction, interaction, direction, state.dimension)
        for contact, interaction, direction in zip(state.contacts, mode, directions, strict=True)
    ]
    slices = component_slices(state)
    rays = _placed([part.rays for part in parts], slices, matrix.shape[1])
    outcome = _placed([part.outcome for part in parts], slices, matrix.shape[1])
    axes = _placed([part.round_axes for part in parts], slices, matrix.shape[1])
    tangents = _placed(
        [part.round_tangents.reshape(-1, part.round_tangents.shape[2]) for part in parts],
        slices,
        matrix.shape[1],
    )
    columns = scale @ (matrix @ rays.T)
    sizes = np.sqrt(np.einsum('dm,dm->m', columns, columns))
    return ForceSet(
        wrench_matrix=matrix,
        scale=scale,
        pool=RayPool(columns / sizes, outcome.T / sizes),
        round_axes=axes,
        round_tangents=tangents.reshape(axes.shape[0], 2, matrix.shape[1]),
        depth_forces=_joined([part.depth_force for part in parts]),
        raising=_placed([part.raising[None] for part in parts], slices, matrix.shape[1]).T,
        normal_rows=np.array([part.start for part in slices], dtype=int),
        direct=None if any(map(_restricts, mode)) else direct_depth(state, matrix, scale),
    )


def _placed(blocks: list[Array], slices: tuple[slice, ...], total: int) -> Array:
    """Stack rows of single contacts' components as rows (m, c) of all components."""
    stacked = np.zeros((sum(block.shape[0] for block in blocks), total))
    row = 0
    for block, columns in zip(blocks, slices, strict=True):
        stacked[row : row + block.shape[0], columns] = block
        row += block.shape[0]
    return stacked


def _joined(blocks: list[Array]) -> Array:
    return np.concatenate([np.zeros(0), *blocks])


def _span_projector(force_set: ForceSet, scale: Array) -> Array:
    """Return the projector onto the span of the set's rays, orthogonal in the scaled metric."""
    columns = force_set.pool.columns
    size = scale.shape[0]
    if not columns.shape[1]:
        return np.zeros((size, size))
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    kept = left[:, values > CONSTRAINT_RANK * values[0]]
    return np.asarray(np.linalg.solve(scale, kept @ kept.T) @ scale)
