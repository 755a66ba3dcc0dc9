# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The whole flow, from what is touched and commanded to what is sent and why."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.control.command import neutral_command, Setpoints
from frictioncone_ros.control.output.hold import hold_of
from frictioncone_ros.control.output.output_gate import elapsed_since, output_gate, Proposed
from frictioncone_ros.control.output.published import FilterMemory, STEADY
from frictioncone_ros.control.output.ramp import propose
from frictioncone_ros.control.output.slew import Point
from frictioncone_ros.control.prepared import prepared_contacts, PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.situation import Situation
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import filtered_target, is_beyond, neutral_target, Target
from frictioncone_ros.control.watchdog import restarted, Watch, watch
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.pipeline.assessment import Assessment, assessment_of, Tick
from frictioncone_ros.pipeline.overrun import overrun_assessment
from frictioncone_ros.pipeline.published_margin import published_margins
from frictioncone_ros.spatial.arrays import Dimension, SPATIAL
from frictioncone_ros.time_budget import BudgetExceededError, time_budget

STEADY_SITUATION = Situation(command_received=0.0, contacts_received=0.0)
"""Everything fresh, active and enabled, at time zero."""

COMING_BACK = 0.9
"""A command that was given up is taken again below this share of max_removed_fraction."""

GIVEN_UP_LEAST = 0.1
"""How long a command must be acceptable before it is taken again, at least [s]."""


def assess(
    state: ContactState | None,
    setpoints: Setpoints | None,
    settings: FilterSettings,
    memory: FilterMemory = STEADY,
    situation: Situation = STEADY_SITUATION,
) -> Assessment:
    """
    Return what is to be sent, what was removed and why, and what to remember for the next tick.

    Pure: the clock is in the situation. The wrench of set-points and command acts from the robot
    on the environment, contact forces from the environment on the moving body. Without memory
    and situation the answer is the one for a fresh command that has been followed for long.
    """
    dimension = _dimension(state, setpoints, memory)
    if memory.sent is not None and memory.sent.wrench.shape[0] != dimension:
        memory = memory.in_dimension(dimension)
    with np.errstate(all='ignore'):
        try:
            with time_budget(settings.time_budget):
                return _assessed(state, setpoints or Setpoints(), settings, memory, situation)
        except BudgetExceededError:
            return overrun_assessment(state, setpoints or Setpoints(), settings, memory, situation)


def _assessed(
    state: ContactState | None,
    setpoints: Setpoints,
    settings: FilterSettings,
    memory: FilterMemory,
    situation: Situation,
) -> Assessment:
    """Filter, ask the watchdog, propose, and let the proposal through the output gate."""
    elapsed = inf if memory is STEADY else elapsed_since(memory.time, situation.now, settings)
    target = _target(state, setpoints, settings, memory, elapsed)
    given_up_at = _given_up_at(target, settings, memory, situation.now)
    if given_up_at is not None:
        codes = (*situation.external_faults, FilterCode.INFEASIBLE)
        situation = replace(situation, external_faults=codes)
    watched = _watched(target, settings, memory, situation)
    proposal = propose(watched, target, memory, situation.now, settings)
    published = memory.sent or neutral_command(target.command.wrench.shape[0])
    filtered = Point(target.command.wrench, target.force.contact_forces)
    passed = output_gate(
        Proposed(proposal.command, filtered, watched.at_once, not watched.follows),
        published,
        target.prepared,
        elapsed,
        settings,
    )
    margins, start = published_margins(target, proposal, passed, memory)
    remembered = FilterMemory(
        watched.state,
        situation.now,
        passed.command,
        passed.contact_forces,
        hold_of(passed, target.prepared, settings),
        proposal.fallback,
        proposal.releases,
        given_up_at,
        target.prepared,
        settings,
        target,
        start,
        margins,
    )
    tick = Tick(watched, target, proposal, passed, margins, remembered)
    return assessment_of(setpoints, situation, tick)


_NO_ANSWER = (FilterCode.NUMERICAL_ERROR,)


def _target(
    state: ContactState | None,
    setpoints: Setpoints,
    settings: FilterSettings,
    memory: FilterMemory,
    elapsed: float,
) -> Target:
    """Split the command by the contacts, and keep the force inside their cones."""
    if state is None:
        # What was touched last still says what can be carried on the way to neutral.
        return neutral_target(_dimension(state, setpoints, memory), memory.prepared)
    if setpoints.dimension not in {None, state.dimension}:
        raise InvalidInputError(
            'dimension of the set-points',
            Dimension(setpoints.dimension or 0),
            f'{Dimension(state.dimension)}, that of the contacts',
        )
    # A mode desired for other contacts, as when one has just gone, is said and not used.
    fits = setpoints.mode is None or len(setpoints.mode) == state.contact_count
    mode = setpoints.mode if fits else None
    prepared: PreparedContacts | None = None
    try:
        prepared = prepared_contacts(state, mode, setpoints.twist, settings, memory.prepared)
        known = memory.target
        if known is not None and known.answers(prepared, setpoints):
            # Begun from its own answer a search may end elsewhere: what came anew is no reason to.
            return known
        target = _new_target(prepared, setpoints, settings, memory, elapsed)
    except NumericalError:
        # The way to neutral is judged by the present contacts: those of before may be gone.
        return neutral_target(state.dimension, prepared, _NO_ANSWER)
    return target if fits else target.with_code(FilterCode.MODE_INCONSISTENT)


def _new_target(
    prepared: PreparedContacts,
    setpoints: Setpoints,
    settings: FilterSettings,
    memory: FilterMemory,
    elapsed: float,
) -> Target:
    """Return what the filter makes of set-points, begun from what it made of the last ones."""
    if memory.target is None:
        return filtered_target(prepared, setpoints)
    force, same = memory.target.force, prepared is memory.prepared
    kept = force.kept
    if kept is not None:
        kept = kept.at(_ramp_share(settings, memory, elapsed), same)
    return filtered_target(prepared, setpoints, force.warm_start if same else None, kept)


def _ramp_share(settings: FilterSettings, memory: FilterMemory, elapsed: float) -> float:
    """Return the part of a ramp that a time [s] is; other settings and no ramp: all of it."""
    longest = max(settings.stop_ramp_duration, settings.recovery_ramp_duration)
    known = memory.settings
    if longest == 0.0 or not (known is settings or known == settings):
        return inf
    return elapsed / longest


def _given_up_at(
    target: Target, settings: FilterSettings, memory: FilterMemory, now: float
) -> float | None:
    """
    Return when so much of the command was last removed that it is not followed; None: it is.

    With hysteresis, in size and in time: noise about the limit must not switch the output.
    """
    since = memory.given_up_at
    if target.is_given_up or (
        since is not None and is_beyond(target.force, settings, COMING_BACK)
    ):
        return now
    if since is None or now - since >= max(settings.stop_ramp_duration, GIVEN_UP_LEAST):
        return None
    return since


def _watched(
    target: Target, settings: FilterSettings, memory: FilterMemory, situation: Situation
) -> Watch:
    """Ask the watchdog; what changes the rules of the output begins the recovery ramp anew."""
    begun = restarted(memory.watch) if _starts_anew(target, settings, memory) else memory.watch
    arrived = memory.sent is None or begun.holds_normal or memory.sent.is_neutral
    return watch(begun, situation, settings, arrived)


def _starts_anew(target: Target, settings: FilterSettings, memory: FilterMemory) -> bool:
    """Tell whether the ramp must begin again: other settings, or contact after there was none."""
    known = memory.settings
    if known is not None and known is not settings and known != settings:
        return True
    before, now = memory.prepared, target.prepared
    if before is None or now is None or before is now:
        return False
    return not before.state.contact_count and now.state.contact_count > 0


def _dimension(
    state: ContactState | None, setpoints: Setpoints | None, memory: FilterMemory
) -> int:
    """Return 3 or 6: of the contacts, else of what was sent last, else of the command."""
    if state is not None:
        return state.dimension
    if memory.sent is not None:
        return int(memory.sent.wrench.shape[0])
    return (setpoints.dimension if setpoints is not None else None) or SPATIAL
