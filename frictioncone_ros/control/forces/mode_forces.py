# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The force set of a contact state in a mode, put together from its contacts' rays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.interaction import Interaction, InteractionKind, UNSPECIFIED
from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices
from frictioncone_ros.control.forces.contact_rays import contact_rays, ContactRays, thinned
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.forces.least_squares_forces import (
    least_squares_forces,
    LeastSquaresForces,
)
from frictioncone_ros.control.forces.ray_search import Generators, RayBlocks
from frictioncone_ros.spatial.arrays import Array, numerical_rank
from frictioncone_ros.tolerances import CONSTRAINT_RANK

MOST_FIRST_RAYS = 512
"""All contacts' rays with which a search begins as they are; of more, some: the rest is taken
where it is needed."""


def mode_force_set(
    state: ContactState,
    mode: ContactMode,
    directions: Sequence[Array | None],
    matrix: Array,
    scale: Array,
) -> ForceSet:
    """
    Return what the contacts carry in a mode, judged in the metric |scale @ wrench|.

    directions: unit slip of each contact, None where it does not slide in a known direction.
    matrix: (d, c) the state's wrench matrix; scale: (d, d).
    """
    if any(map(restricts_force, mode)):
        sets = _mode_sets(state, mode, directions, on_ray=False)
        adds = any(direction is not None for direction in directions)
        return replace(_force_set(sets, matrix, scale, None), adds=adds)
    sets = _whole_sets(state.frictions, state.dimension)
    return _force_set(sets, matrix, scale, least_squares_forces(state, matrix, scale))


def published_force_set(
    state: ContactState,
    mode: ContactMode,
    directions: Sequence[Array | None],
    physical: ForceSet,
) -> ForceSet:
    """Return the set of a mode where what slides has its full friction, as it is published."""
    sets = _mode_sets(state, mode, directions, on_ray=True)
    return _force_set(sets, physical.wrench_matrix, physical.scale, None)


def _mode_sets(
    state: ContactState,
    mode: ContactMode,
    directions: Sequence[Array | None],
    *,
    on_ray: bool,
) -> _StackedSets:
    parts = [
        contact_rays(contact.friction, interaction, direction, state.dimension, on_ray)
        for contact, interaction, direction in zip(state.contacts, mode, directions, strict=True)
    ]
    return _stacked(parts, component_slices(state))


def _force_set(
    sets: _StackedSets, matrix: Array, scale: Array, direct: LeastSquaresForces | None
) -> ForceSet:
    columns = sets.rays.wrenches(scale.dot(matrix)).T
    sizes = np.sqrt(np.einsum('dm,dm->m', columns, columns))
    return ForceSet(
        wrench_matrix=matrix,
        scale=scale,
        pool=Generators(columns / sizes, sets.outcome.T / sizes),
        further=sets.further,
        round_axes=sets.round_axes,
        round_tangents=sets.round_tangents,
        depth_forces=sets.depth_forces,
        raising=sets.raising,
        normal_rows=sets.normal_rows,
        direct=direct,
    )


class _StackedSets(NamedTuple):
    """What contacts carry by their friction and mode alone, as forces of all of them (c)."""

    rays: RayBlocks
    outcome: Array
    further: RayBlocks
    round_axes: Array
    round_tangents: Array
    depth_forces: Array
    raising: Array
    normal_rows: Array


# Contacts move with every snapshot; what they are made of stays.
@lru_cache(maxsize=64)
def _whole_sets(frictions: tuple[FrictionModel, ...], dimension: int) -> _StackedSets:
    """Return all that the friction of contacts allows, whatever they do."""
    ends = accumulate(friction.component_count(dimension) for friction in frictions)
    starts = (0, *ends)
    parts = [contact_rays(friction, UNSPECIFIED, None, dimension) for friction in frictions]
    if sum(len(part.rays) for part in parts) > MOST_FIRST_RAYS:
        parts = [thinned(part) for part in parts]
    sets = _stacked(parts, tuple(slice(*pair) for pair in pairwise(starts)))
    for array in sets:
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return sets


def _stacked(parts: Sequence[ContactRays], slices: tuple[slice, ...]) -> _StackedSets:
    total = slices[-1].stop if slices else 0
    placed = partial(_placed, slices=slices, total=total)
    axes = placed([part.round_axes for part in parts])
    # As many tangents for all: a circle beside a limit surface has a third one of no length.
    spread = max((part.round_tangents.shape[1] for part in parts), default=2)
    tangents = placed([_spread(part.round_tangents, spread) for part in parts])
    begins = tuple(part.start for part in slices)
    return _StackedSets(
        rays=RayBlocks(tuple(part.rays for part in parts), begins, total),
        outcome=placed([part.outcome for part in parts]),
        further=RayBlocks(tuple(part.further for part in parts), begins, total),
        round_axes=axes,
        round_tangents=tangents.reshape(axes.shape[0], spread, total),
        depth_forces=_joined([part.depth_force for part in parts]),
        raising=placed([part.raising[None] for part in parts]).T,
        normal_rows=np.array([part.start for part in slices], dtype=int),
    )


def _spread(tangents: Array, count: int) -> Array:
    """Return tangents (q, s, c) with zeros up to so many, as rows (q count, c)."""
    parts, given, size = tangents.shape
    if given == count:
        return tangents.reshape(-1, size)
    zeros = np.zeros((parts, count - given, size))
    return np.concatenate((tangents, zeros), axis=1).reshape(-1, size)


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


def restricts_force(interaction: Interaction) -> bool:
    """Tell whether an interaction forbids some of the forces that friction allows."""
    return interaction.kind not in (InteractionKind.UNSPECIFIED, InteractionKind.FIXED)


def span_projector(force_set: ForceSet) -> Array:
    """Return the projector onto the span of the set's rays, orthogonal in the scaled metric."""
    if force_set.direct is not None:
        return force_set.direct.projector
    columns, scale = force_set.pool.columns, force_set.scale
    size = scale.shape[0]
    if not columns.shape[1]:
        return np.zeros((size, size))
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    kept = left[:, : numerical_rank(values, CONSTRAINT_RANK)]
    return np.asarray(np.linalg.solve(scale, kept.dot(kept.T)).dot(scale))
