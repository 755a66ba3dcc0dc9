# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What each interaction demands of a contact's acceleration and force: a table, as data.

Balkcom's Table 2 for a body at rest, with rows for space and for the unspecified interaction
added. Components are along the contact frame, normal first: a_n > 0 opens the contact, c_n >= 0
pushes. Every row is a set of linear conditions, so the wrenches of a whole mode form a cone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from frictioncone_ros.contact import InteractionKind


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
