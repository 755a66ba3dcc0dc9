# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The constraint that contacts make, given what each of them is desired to do."""

from __future__ import annotations

from frictioncone_ros.constraints.basis import (
    Constraint,
    constraint_from_wrenches,
)
from frictioncone_ros.constraints.contact_conditions import mode_row
from frictioncone_ros.constraints.weighing import wrench_weighing
from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.interaction import Interaction, InteractionKind, UNSPECIFIED
from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.contact.state import ContactState, require_state
from frictioncone_ros.contact.wrench_matrix import component_slices, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, explained
from frictioncone_ros.spatial.converters import SpaceDimension
from frictioncone_ros.tolerances import CONSTRAINT_RANK

LEAST_SPREAD = 1e-3
"""Spread of contacts, beside the characteristic length, below which arms are counted in it: what
turns a body about a speck is none of its constraints [-]."""


@explained
def contact_constraint(
    state: ContactState,
    mode: ContactMode,
    characteristic_length: float | None = None,
    rank_tolerance: float = CONSTRAINT_RANK,
) -> Constraint:
    """
    Return the constraint forces and free motions of a contact state in a desired mode.

    Wrenches act on the moving body about the reference point, and so span the same space as
    those the robot applies. The rank is that of moments about the contacts' centre, over
    characteristic_length [m] or by default their spread: it does not change with the reference
    point, up to a thousand spreads away. The length that the constraint states defaults to the
    state's.
    A fixed contact gives its normal, the tangents with friction and, for a soft finger, torsion;
    a sliding, frictionless or unspecified one its normal; separating and approaching ones none.
    """
    require_fitting_mode(state, mode)
    columns, owners = constrained_columns(state, mode)
    length = characteristic_length
    return constraint_from_wrenches(
        wrench_matrix(state)[:, columns],
        owners,
        state.characteristic_length if length is None else length,
        rank_tolerance,
        wrench_weighing(
            state.dimension, _spread(state) if length is None else length, state.centre
        ),
    )


def _spread(state: ContactState) -> float:
    """Return how far the contacts are from each other [m]: no less than counts as a length."""
    return max(state.spread, LEAST_SPREAD * state.characteristic_length)


@explained
def constrained_columns(
    state: ContactState, mode: ContactMode
) -> tuple[list[int], tuple[str, ...]]:
    """Return which columns of the wrench matrix a mode constrains, and each one's contact."""
    columns: list[int] = []
    owners: list[str] = []
    parts = component_slices(state)
    if len(mode) != len(parts):
        require_fitting_mode(state, mode)
    for contact, interaction, part in zip(state.contacts, mode, parts, strict=True):
        if interaction is UNSPECIFIED:  # its normal, as most modes have it
            columns.append(part.start)
            owners.append(contact.name)
            continue
        components = constrained_components(contact.friction, interaction, state.dimension)
        columns += [part.start + component for component in components]
        owners += [contact.name] * len(components)
    return columns, tuple(owners)


@checked
def constrained_components(
    friction: FrictionModel, interaction: Interaction, dimension: SpaceDimension
) -> tuple[int, ...]:
    """
    Return which contact force components (0 normal, then tangents, torsion) the contact holds.

    Only components the friction model can transmit count: without friction along a tangent a
    fixed contact is fixed there by nothing.
    """
    if not interaction.keeps_contact:
        return ()
    if interaction.kind is not InteractionKind.FIXED:
        return (0,)
    return friction.transmitted_components(dimension)


def as_mode(state: ContactState, mode: ContactMode | str) -> ContactMode:
    """Return the mode, read from letters if need be, or say why it is none of the contacts'."""
    require_state(state)
    read = mode if isinstance(mode, ContactMode) else ContactMode.parse(mode)
    require_fitting_mode(state, read)
    return read


@explained
def require_fitting_mode(state: ContactState, mode: ContactMode) -> None:
    """Refuse a mode that has not one interaction of the contacts' space for each contact."""
    if not isinstance(mode, ContactMode):
        raise InvalidInputError('mode', mode, 'a ContactMode')
    if len(mode) != state.contact_count:
        raise InvalidInputError(
            f'length of mode {str(mode)!r}',
            len(mode),
            f'{state.contact_count}, one letter a contact: {state.names}',
        )
    for contact, interaction in zip(state.contacts, mode, strict=True):
        mode_row(contact, interaction)
