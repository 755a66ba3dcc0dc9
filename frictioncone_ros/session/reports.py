# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The status in words: every condition that holds, what it means, what was expected."""

from __future__ import annotations

from frictioncone_ros.control.status import FilterCode, sentence
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
        core.dropped_count,
    )


def inactive_status(reason: str, core: FilterCore) -> Status:
    """Return the status of a node that does not filter, and why."""
    return Status(
        FilterCode.INACTIVE,
        reason,
        (FilterCode.INACTIVE,),
        True,
        core.commands.count,
        core.dropped_count,
    )


def _text(codes: tuple[FilterCode, ...], outcome: Outcome, core: FilterCore) -> str:
    """Return one sentence for people: the conditions that hold, worst first."""
    if codes == _PLAIN:
        return FilterCode.OK.sentence
    facts = {
        **vars(core.settings.filter),
        **outcome.assessment.facts,
        'publishers': core.publishers,
        'followed': followed_commander(core),
        'missing': missing_inputs(core),
    }
    return sentence(codes, facts, dict(outcome.refusals))


def followed_commander(core: FilterCore) -> str:
    """Return which of several commanders is followed, in words."""
    if core.none_is_followed:
        return 'they cannot be told apart, none is followed'
    return 'only the first is followed'


def missing_inputs(core: FilterCore) -> str:
    """Return which required inputs never came, in words."""
    missing = [core.sources.get(name, name) for name in core.missing]
    if core.awaits_emergency_stop:
        missing.append('the emergency stop')
    return ' and '.join(missing) or 'nothing'
