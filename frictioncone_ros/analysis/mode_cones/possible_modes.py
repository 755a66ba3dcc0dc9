# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every mode that a body at rest can enter, each with its cone of wrenches.

Planar modes are found contact by contact: a beginning of a mode is kept only if some
acceleration fulfils it, and every beginning that is kept can be completed (that acceleration
does something at the next contact). So the work follows the number of modes, not 4^n.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

import numpy as np

from frictioncone_ros.analysis.mode_cones.compute import (
    cone_from_motions,
    mode_motions,
    resting_inertia,
)
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.planar_motions import planar_motions, PlanarMotions
from frictioncone_ros.analysis.mode_cones.spatial_modes import spatial_modes
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import contact_conditions, ContactConditions
from frictioncone_ros.contact import (
    APPROACHING,
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    point_wrench_matrix,
    require_state,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError
from frictioncone_ros.spatial import Array, PLANAR
from frictioncone_ros.spatial.arguments import checked


@checked
def possible_mode_cones(
    state: ContactState, open_contacts: Collection[int] = (), limit: int | None = None
) -> tuple[ModeCone, ...]:
    """
    Return the cones of all modes that some acceleration realises, all-separating first.

    open_contacts: indices of contacts that are yet to be made (gap > 0): they approach (a) or do
    not (s, a_n >= 0). At all others s means a_n > 0, so that no motion counts twice.
    limit: number of modes in space above which a LimitExceededError refuses, before any cone is
    made; planar contacts have few.
    """
    require_state(state)
    wrong = sorted(set(open_contacts) - set(range(state.contact_count)))
    if wrong:
        raise InvalidInputError('open contacts', wrong, f'indices below {state.contact_count}')
    if state.dimension == PLANAR:
        return tuple(_planar_cones(state, frozenset(open_contacts)))
    opened = frozenset(open_contacts)
    modes = list(islice(spatial_modes(state, opened), None if limit is None else limit + 1))
    if limit is not None and len(modes) > limit:
        what = 'number of modes (friction with fewer edges, or fewer contacts, have fewer)'
        raise LimitExceededError(what, f'{len(modes)} or more', limit)
    return tuple(cone for cone in _spatial_cones(state, opened, modes) if cone.is_possible)


def _spatial_cones(
    state: ContactState, open_contacts: frozenset[int], modes: Sequence[ContactMode]
) -> Iterator[ModeCone]:
    resting_inertia(state)

    # Thousands of modes are made of a few interactions at each contact.
    @cache
    def conditions(index: int, interaction: Interaction) -> ContactConditions:
        strictly = index not in open_contacts
        return contact_conditions(state.contacts[index], interaction, opens_strictly=strictly)

    for mode in modes:
        row = [conditions(index, interaction) for index, interaction in enumerate(mode)]
        yield cone_from_motions(state, mode, row, mode_motions(state, row))


@dataclass(frozen=True, eq=False)
class Option:
    """One interaction at one contact: allowed rays, strict sets of rays, force wrenches."""

    interaction: Interaction
    allowed: int
    strict: tuple[int, ...]
    wrenches: Array


def _planar_cones(state: ContactState, open_contacts: frozenset[int]) -> Iterator[ModeCone]:
    motions = planar_motions(state)
    options = _options(state, motions, open_contacts)
    inertia = resting_inertia(state).matrix
    inertial, lines = inertia @ motions.rays, inertia @ motions.lines
    for chosen in _realisable(options):
        allowed = -1
        strict: list[int] = []
        for option in chosen:
            allowed &= option.allowed
            strict += option.strict
        flags = motions.flags([allowed, *(ones & allowed for ones in strict)])
        columns = [inertial[:, flags[0]], *(option.wrenches for option in chosen)]
        yield ModeCone(
            ContactMode(tuple(option.interaction for option in chosen)),
            PolyhedralCone.from_generators(np.concatenate(columns, axis=1), lines),
            True,
            state.characteristic_length,
            tuple(inertial[:, ones] for ones in flags[1:]),
        )


def _options(
    state: ContactState, motions: PlanarMotions, open_contacts: frozenset[int]
) -> list[list[Option]]:
    points = point_wrench_matrix(state)
    options = []
    for index, contact in enumerate(state.contacts):
        is_open = index in open_contacts
        interactions = _OF_OPEN_CONTACTS if is_open else _OF_CONTACTS
        row = []
        for interaction in interactions:
            conditions = contact_conditions(contact, interaction, opens_strictly=not is_open)
            allowed, strict = motions.obeying(index, conditions)
            wrenches = -points[:, 2 * index : 2 * index + 2] @ conditions.force_edges.T
            row.append(Option(interaction, allowed, tuple(strict), wrenches))
        options.append(row)
    return options


_OF_CONTACTS = (SEPARATING, FIXED, SLIDING_LEFT, SLIDING_RIGHT)
_OF_OPEN_CONTACTS = (SEPARATING, APPROACHING)


def _realisable(options: Sequence[Sequence[Option]]) -> Iterator[tuple[Option, ...]]:
    """Yield the combinations whose strict conditions some allowed ray each fulfils."""
    pending: list[tuple[tuple[Option, ...], int, tuple[int, ...]]] = [((), -1, ())]
    while pending:
        chosen, allowed, strict = pending.pop()
        if len(chosen) == len(options):
            yield chosen
            continue
        for option in reversed(options[len(chosen)]):
            rays, demands = allowed & option.allowed, strict + option.strict
            if all(rays & ones for ones in demands):
                pending.append(((*chosen, option), rays, demands))
