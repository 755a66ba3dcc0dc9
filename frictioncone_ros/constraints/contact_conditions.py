# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One row of the mode table written out for one contact: rows on accelerations, force edges.

What each interaction demands of a contact's acceleration and force: a table, as data.

Balkcom's Table 2 for a body at rest, with rows for space and for the unspecified interaction
added. Components are along the contact frame, normal first: a_n > 0 opens the contact, c_n >= 0
pushes. Every row is a set of linear conditions, so the wrenches of a whole mode form a cone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from frictioncone_ros.constraints.sliding_cell import sliding_cell, SlidingCell
from frictioncone_ros.constraints.thin_friction import refuse_thin_friction
from frictioncone_ros.contact import ContactPoint, Interaction, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, frozen_array, PLANAR, SPATIAL
from frictioncone_ros.spatial.arguments import checked, checked_fields, require_arguments


class Condition(Enum):
    """What is demanded of one acceleration component."""

    ZERO = '= 0'
    POSITIVE = '> 0'
    NEGATIVE = '< 0'
    NON_NEGATIVE = '>= 0'
    FREE = '-'


class TangentialCondition(Enum):
    """What is demanded of the tangential acceleration."""

    ZERO = '= 0'
    """The touching points stay together."""
    LEFT = '> 0 along t'
    """Planar: it points along +t."""
    RIGHT = '< 0 along t'
    """Planar: it points along -t."""
    DIRECTION = 'in the cell of the direction'
    """Spatial: it points where the same friction force opposes it, see `sliding_cell`."""
    FREE = '-'
    """Nothing."""


class ForceCondition(Enum):
    """What is demanded of the contact force."""

    ZERO = '0'
    """The contact carries no force."""
    FRICTION_SET = 'in the friction set'
    """c_n >= 0 and the tangential force within its friction limit."""
    OPPOSING = 'opposing sliding'
    """c_n >= 0 and the tangential force at the limit, against the sliding direction."""


@checked_fields
@dataclass(frozen=True)
class ModeRow:
    """One row of the table."""

    normal_acceleration: Condition
    tangential_acceleration: TangentialCondition
    force: ForceCondition


_COMMON = {
    InteractionKind.APPROACHING: ModeRow(
        Condition.NEGATIVE, TangentialCondition.FREE, ForceCondition.ZERO
    ),
    InteractionKind.SEPARATING: ModeRow(
        Condition.NON_NEGATIVE, TangentialCondition.FREE, ForceCondition.ZERO
    ),
    InteractionKind.FIXED: ModeRow(
        Condition.ZERO, TangentialCondition.ZERO, ForceCondition.FRICTION_SET
    ),
    InteractionKind.UNSPECIFIED: ModeRow(
        Condition.ZERO, TangentialCondition.FREE, ForceCondition.FRICTION_SET
    ),
}

PLANAR_MODE_TABLE: Mapping[InteractionKind, ModeRow] = MappingProxyType(
    {
        **_COMMON,
        InteractionKind.SLIDING_LEFT: ModeRow(
            Condition.ZERO, TangentialCondition.LEFT, ForceCondition.OPPOSING
        ),
        InteractionKind.SLIDING_RIGHT: ModeRow(
            Condition.ZERO, TangentialCondition.RIGHT, ForceCondition.OPPOSING
        ),
    }
)
"""Rows of the plane: Balkcom's Table 2 (his n is FIXED) and UNSPECIFIED."""

SPATIAL_MODE_TABLE: Mapping[InteractionKind, ModeRow] = MappingProxyType(
    {
        **_COMMON,
        InteractionKind.SLIDING: ModeRow(
            Condition.ZERO, TangentialCondition.DIRECTION, ForceCondition.OPPOSING
        ),
    }
)
"""Rows of space: sliding has a direction in the tangent plane instead of a side."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ContactConditions:
    """
    The linear conditions of one interaction at one contact, in contact components.

    equalities (e, c) and inequalities (i, c): rows on the contact acceleration (n, t...), row @ a
    = 0 and row @ a >= 0. strict (i,): whether the table demands row @ a > 0.
    force_edges (m, c): the contact force is a non-negative combination of these rows.
    c = 2 planar, 3 spatial.
    """

    equalities: Array
    inequalities: Array
    strict: tuple[bool, ...]
    force_edges: Array


def mode_row(contact: ContactPoint, interaction: Interaction) -> ModeRow:
    """Return the row of the interaction, or say that it has no meaning at this contact."""
    try:
        planar, kind = contact.dimension == PLANAR, interaction.kind
    except AttributeError:  # asked twice for each contact in every tick
        require_arguments(mode_row, contact, interaction)
        raise
    table = PLANAR_MODE_TABLE if planar else SPATIAL_MODE_TABLE
    if kind not in table:
        letters = ' '.join(kind.value for kind in table)
        expected = f'one of {letters} in {"the plane" if planar else "space"}'
        raise InvalidInputError('interaction', str(interaction), expected, contact.label)
    return table[kind]


@checked
def contact_conditions(
    contact: ContactPoint, interaction: Interaction, *, opens_strictly: bool = False
) -> ContactConditions:
    """
    Return the table's conditions for one contact.

    opens_strictly: demand a_n > 0 of a separating contact, where Table 2 has a_n >= 0; it tells
    apart a contact that opens from one that stays and happens to carry no force.
    """
    row = mode_row(contact, interaction)
    size = 2 if contact.dimension == PLANAR else 3
    if row.tangential_acceleration is TangentialCondition.DIRECTION:
        cell = _cell(contact, interaction)
        equalities, inequalities, strict = _acceleration_rows(row, size, cell)
        edges = cell.force_edges
    else:
        equalities, inequalities, strict = _plain_rows(row, size)
        edges = _force_edges(contact, row)
    if row.normal_acceleration is Condition.NON_NEGATIVE:
        strict = (opens_strictly,)
    return ContactConditions(equalities, inequalities, strict, edges)


def _acceleration_rows(
    row: ModeRow, size: int, cell: SlidingCell | None = None
) -> tuple[Array, Array, tuple[bool, ...]]:
    axes = np.eye(size)
    normal = _NORMAL_ROWS[row.normal_acceleration](axes[0])
    tangential = _tangential_rows(row.tangential_acceleration, axes[1:], cell)
    equalities = frozen_array(normal[0] + tangential[0]).reshape(-1, size)
    inequalities = frozen_array(normal[1] + tangential[1]).reshape(-1, size)
    return equalities, inequalities, (True,) * len(inequalities)


@lru_cache(maxsize=32)
def _plain_rows(row: ModeRow, size: int) -> tuple[Array, Array, tuple[bool, ...]]:
    """Return the rows of an interaction without direction: the same at every contact."""
    return _acceleration_rows(row, size)


Rows = list[Array]

_NORMAL_ROWS: dict[Condition, Callable[[Array], tuple[Rows, Rows]]] = {
    Condition.ZERO: lambda axis: ([axis], []),
    Condition.POSITIVE: lambda axis: ([], [axis]),
    Condition.NON_NEGATIVE: lambda axis: ([], [axis]),
    Condition.NEGATIVE: lambda axis: ([], [-axis]),
    Condition.FREE: lambda axis: ([], []),
}


def _tangential_rows(
    condition: TangentialCondition, axes: Array, cell: SlidingCell | None
) -> tuple[Rows, Rows]:
    if condition is TangentialCondition.ZERO:
        return list(axes), []
    if condition is TangentialCondition.LEFT:
        return [], list(axes)
    if condition is TangentialCondition.RIGHT:
        return [], list(-axes)
    if cell is None:
        return [], []
    return list(cell.equalities @ axes), list(cell.inequalities @ axes)


def _force_edges(contact: ContactPoint, row: ModeRow) -> Array:
    if row.force is ForceCondition.ZERO:
        return _NO_EDGES[contact.dimension]
    edges = hard_edges(contact)
    if row.force is ForceCondition.FRICTION_SET:
        return edges
    # Sliding along +t is opposed by a tangential force along -t, and the other way round.
    along = 1.0 if row.tangential_acceleration is TangentialCondition.LEFT else -1.0
    return edges[[int(np.argmin(along * edges[:, 1]))]]


_NO_EDGES = {PLANAR: frozen_array(np.zeros((0, 2))), SPATIAL: frozen_array(np.zeros((0, 3)))}


@checked
def hard_edges(contact: ContactPoint) -> Array:
    """Return the extreme forces (m, c) of a hard finger with polygonal friction, or refuse."""
    edges = contact.friction.force_edges(contact.dimension)
    if contact.friction.component_count(contact.dimension) > 3:
        expected = 'a hard finger (a mode of a soft finger also says whether it spins)'
        raise InvalidInputError('friction', contact.friction, expected, contact.label)
    if edges is None:
        expected = 'a pyramid or polygon (a circular cone has no finite number of edges)'
        raise InvalidInputError('friction', contact.friction, expected, contact.label)
    return edges


def _cell(contact: ContactPoint, interaction: Interaction) -> SlidingCell:
    if interaction.direction is None:
        expected = 'd[degrees]: sliding in any direction is a union of cones, not one'
        raise InvalidInputError('interaction', str(interaction), expected, contact.label)
    edges = hard_edges(contact)
    refuse_thin_friction(contact)
    return sliding_cell(edges, interaction.direction)
