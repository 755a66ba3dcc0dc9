# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter's condition as ordered codes: a higher one is worse, the worst one wins."""

from __future__ import annotations

from enum import IntEnum


class FilterCode(IntEnum):
    """One condition; the numbers are those of the message FilterStatus."""

    OK = 0
    """The command passes unchanged."""
    PROJECTED = 10
    """A part the contacts cannot carry, or that is not free to move, was removed."""
    LIMITED = 20
    """Scaled or slowed by a limit."""
    RAMPING = 30
    """On the way back to the command."""
    LOW_MARGIN = 40
    """Feasible, but closer to slipping than the margin asked for."""
    AMBIGUOUS_MODE = 50
    """Several contact modes are consistent with the command."""
    MODE_INCONSISTENT = 60
    """The wanted contact mode is not among the consistent ones."""
    INFEASIBLE = 70
    """The contacts cannot carry the commanded force; the policy was applied."""
    CONTACT_LOST = 80
    """No contact: force that needs contact is zero, free motion is limited."""
    WAITING = 90
    """A required input has not come yet."""
    INACTIVE = 100
    """Not active: the neutral command."""
    INVALID_COMMAND = 110
    """The last command was refused."""
    INVALID_CONTACTS = 120
    """The last contact snapshot was refused."""
    TRANSFORM_UNAVAILABLE = 130
    """A frame could not be transformed."""
    COMMAND_STALE = 140
    """The command is too old by its stamp or by its receipt."""
    CONTACTS_STALE = 150
    """The contact snapshot is too old by its stamp or by its receipt."""
    COMMAND_CONFLICT = 160
    """Two publishers command at once."""
    NUMERICAL_ERROR = 170
    """A solver's answer failed its own check."""
    INTERNAL_ERROR = 180
    """A fault of this software."""
    EMERGENCY_STOP = 200
    """Neutral and latched until reset."""


def worst(codes: tuple[FilterCode, ...]) -> FilterCode:
    """Return the highest code, OK where there is none."""
    return max(codes, default=FilterCode.OK)


def code_name(code: int) -> str:
    """Return a code's name, as FilterStatus spells it; that of a newer node may have none here."""
    return FilterCode(code).name if code in set(FilterCode) else f'code {code}'
