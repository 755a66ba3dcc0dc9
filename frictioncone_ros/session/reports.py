# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The status in words: every condition that holds, what it means, what was expected.

The status in the log: when it gets worse, and when all is well again.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from frictioncone_ros.control.status import code_name, FilterCode, sentence
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.values import Status

_PLAIN = (FilterCode.OK,)


def status_of(outcome: Outcome, core: FilterCore) -> Status:
    """Return the status that goes with an outcome."""
    codes = outcome.codes or _PLAIN
    return Status(
        codes[0],
        _text(codes, outcome, core),
        codes,
        outcome.assessment.is_fallback,
        core.commands.count + core.refusals.counts[FilterCode.INVALID_COMMAND],
        core.inputs.dropped_count,
    )


def inactive_status(reason: str, core: FilterCore) -> Status:
    """Return the status of a node that does not filter, and why."""
    return Status(
        FilterCode.INACTIVE,
        reason,
        (FilterCode.INACTIVE,),
        True,
        core.commands.count,
        core.inputs.dropped_count,
    )


def _text(codes: tuple[FilterCode, ...], outcome: Outcome, core: FilterCore) -> str:
    """Return one sentence for people: the conditions that hold, worst first."""
    doubts = outcome.assessment.doubts
    if codes == _PLAIN and not doubts:
        return FilterCode.OK.sentence
    facts = {
        **vars(core.settings.filter),
        **outcome.assessment.facts,
        'publishers': core.inputs.publishers,
        'followed': followed_commander(core),
        'missing': missing_inputs(core),
    }
    return sentence(codes, facts, dict(outcome.refusals), doubts)


def followed_commander(core: FilterCore) -> str:
    """Return which of several commanders is followed, in words."""
    if core.inputs.none_is_followed:
        return 'they cannot be told apart, none is followed'
    return 'only the first is followed'


def missing_inputs(core: FilterCore) -> str:
    """Return which required inputs never came, in words."""
    missing = [core.inputs.sources.get(name, name) for name in core.inputs.missing]
    if core.awaits_emergency_stop:
        missing.append('the emergency stop')
    return ' and '.join(missing) or 'nothing'


QUIET = 1.0
"""A change for the better is logged so long after the last line at the earliest [s]."""


class Severity(IntEnum):
    """How loud a status is said."""

    INFO = 0
    WARNING = 1
    ERROR = 2


def severity_of(code: int) -> Severity:
    """Return how loud a status code is said: limits and ramps are what the filter is for."""
    if code < FilterCode.LOW_MARGIN:
        return Severity.INFO
    return Severity.WARNING if code < FilterCode.NUMERICAL_ERROR else Severity.ERROR


class StatusLog:
    """
    Says the status when its worst code changes, by `write(severity, line)`.

    Seen at every tick, and so throttled: a worse code is said at once, a better one when the last
    line is QUIET seconds old and it still holds. A ramp back is not the end yet.
    """

    def __init__(self, write: Callable[[Severity, str], None]) -> None:
        """Begin with nothing said."""
        self._write = write
        self._last_code = int(FilterCode.OK)
        self._last_time = 0.0

    def see(self, status: Status, now: float) -> None:
        """Take the status of a tick at a steady time [s]."""
        if status.code in (self._last_code, FilterCode.RAMPING):
            return
        severity = severity_of(status.code)
        if severity is Severity.INFO and severity_of(self._last_code) is Severity.INFO:
            return
        if status.code < self._last_code and now - self._last_time < QUIET:
            return
        self._last_code, self._last_time = int(status.code), now
        self._write(severity, f'{code_name(status.code)}: {status.text}')
