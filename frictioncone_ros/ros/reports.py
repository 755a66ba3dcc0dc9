# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The status in words: every condition that holds, what it means, what was expected."""

from __future__ import annotations

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.ros.filter_core import FilterCore, Outcome
from frictioncone_ros.ros.values import Status

SENTENCES = {
    FilterCode.OK: 'the command passes unchanged',
    FilterCode.PROJECTED: 'a part that is not free or cannot be carried was removed',
    FilterCode.LIMITED: 'scaled or slowed by a limit',
    FilterCode.RAMPING: 'on the ramp back to the command',
    FilterCode.LOW_MARGIN: 'closer to slipping than the margin of {margin:g} N',
    FilterCode.AMBIGUOUS_MODE: 'the command can produce several contact modes',
    FilterCode.MODE_INCONSISTENT: 'the desired contact mode will not come about',
    FilterCode.INFEASIBLE: 'the contacts cannot carry the commanded force '
                           '(infeasible_policy {infeasible_policy.value})',
    FilterCode.CONTACT_LOST: 'nothing is touched: no force, motion up to {free_motion_limit:g} '
                             'm/s',
    FilterCode.WAITING: 'waiting for {missing}',
    FilterCode.INACTIVE: 'not following: inactive or disabled',
    FilterCode.COMMAND_STALE: 'no fresh command for {command_timeout:g} s',
    FilterCode.CONTACTS_STALE: 'no fresh contacts for {contacts_timeout:g} s',
    FilterCode.COMMAND_CONFLICT: '{publishers} publishers command at once, one is allowed',
    FilterCode.NUMERICAL_ERROR: "a solver's answer failed its check",
    FilterCode.INTERNAL_ERROR: 'a fault of this software',
    FilterCode.EMERGENCY_STOP: 'emergency stop: neutral until ~/reset',
}

_PLAIN = (FilterCode.OK,)


def status_of(outcome: Outcome, core: FilterCore) -> Status:
    """Return the status that goes with an outcome."""
    codes = outcome.codes or _PLAIN
    return Status(
        codes[0], sentence(codes, outcome, core), codes, outcome.assessment.is_substitute,
        core.commands.count + core.refused[FilterCode.INVALID_COMMAND], core.dropped_count)


def inactive_status(reason: str, core: FilterCore) -> Status:
    """Return the status of a node that does not filter, and why."""
    return Status(FilterCode.INACTIVE, reason, (FilterCode.INACTIVE,), True,
                  core.commands.count, core.dropped_count)


def sentence(codes: tuple[FilterCode, ...], outcome: Outcome, core: FilterCore) -> str:
    """Return one sentence for people: the conditions that hold, worst first."""
    if codes == _PLAIN:
        return SENTENCES[FilterCode.OK]
    reasons = dict(outcome.refusals)
    values = {**vars(core.settings.filter), 'publishers': core.publishers,
              'missing': missing_inputs(core)}
    return '; '.join(reasons.get(code) or SENTENCES.get(code, code.name).format(**values)
                     for code in codes)


def missing_inputs(core: FilterCore) -> str:
    """Return which required inputs never came, in words."""
    missing = [name for name, value in (('a command', core.commands.value),
                                        ('contacts', core.contacts.value)) if value is None]
    return ' and '.join(missing) or 'nothing'
