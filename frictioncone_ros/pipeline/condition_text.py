# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The conditions of an assessment in words.

Without numbers, which stand beside it: a status is published when its words change, and must not
change at every tick.
"""

from __future__ import annotations

from frictioncone_ros.control.status import FilterCode


def condition_text(codes: tuple[FilterCode, ...]) -> str:
    """Return every condition, in the order given, separated by semicolons."""
    if not codes:
        return 'the command passes unchanged'
    return '; '.join(_WORDS.get(code, code.name.lower().replace('_', ' ')) for code in codes)


_WORDS = {
    FilterCode.PROJECTED: 'a part that is not carried or not free was removed',
    FilterCode.LIMITED: 'a limit of force, speed or rate holds it back',
    FilterCode.RAMPING: 'on the ramp back to the command',
    FilterCode.LOW_MARGIN: 'closer to slipping than the margin asked for',
    FilterCode.AMBIGUOUS_MODE: 'several contact modes are possible',
    FilterCode.MODE_INCONSISTENT: 'the wanted contact mode is impossible or for other contacts',
    FilterCode.INFEASIBLE: 'the contacts cannot carry the commanded force',
    FilterCode.CONTACT_LOST: 'nothing is touched: no force, free motion limited',
    FilterCode.WAITING: 'waiting for a command and for contacts',
    FilterCode.INACTIVE: 'not active or not enabled',
    FilterCode.COMMAND_STALE: 'the command is too old',
    FilterCode.CONTACTS_STALE: 'the contacts are too old',
    FilterCode.COMMAND_CONFLICT: 'more than one publisher commands',
    FilterCode.EMERGENCY_STOP: 'emergency stop, latched until reset with fresh inputs',
    FilterCode.NUMERICAL_ERROR: 'the numbers are too large or a solver failed its check',
}
