# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
When to follow the command and when not: a state machine whose clock is an argument.

It knows nothing of wrenches. It says what to head for, from when, and whether to speak at all;
`frictioncone_ros.control.output.ramp` turns that into a command.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.situation import (
    MODE_CODES,
    Situation,
)
from frictioncone_ros.control.status import FilterCode


class Phase(Enum):
    """What the filter is doing."""

    WAITING = 'waiting'
    """Something required never came: neutral, and nothing is published."""
    FOLLOWING = 'following'
    """The filtered command goes out."""
    RECOVERING = 'recovering'
    """On the ramp from what was last sent to the filtered command."""
    STOPPING = 'stopping'
    """On the ramp from what was last sent to the fallback."""
    HOLDING = 'holding'
    """The fallback goes out."""
    SILENT = 'silent'
    """The fallback was published long enough; nothing is published."""
    INACTIVE = 'inactive'
    """Deactivated: neutral once, then nothing."""
    EMERGENCY = 'emergency'
    """Emergency stop: neutral at once, until reset."""


@dataclass(frozen=True)
class WatchState:
    """
    Phase, since when [s], whether an emergency stop is latched, and whether force is held.

    begins_anew: whether a ramp under way must begin again, from what was sent last.
    """

    phase: Phase = Phase.WAITING
    since: float = 0.0
    latched: bool = False
    holds_normal: bool = False
    begins_anew: bool = False


ANSWERED = frozenset((FilterCode.INFEASIBLE, FilterCode.OVERRUN))
"""Obstacles of the command itself: as long as it comes it is answered, with the fallback."""

VALID_INPUTS = MODE_CODES | ANSWERED | {FilterCode.INACTIVE}
"""Obstacles that say nothing against the inputs; INACTIVE: ~/enable was called with false."""

INITIAL_STATE = WatchState()
"""Where every filter begins."""


@dataclass(frozen=True)
class Watch:
    """
    The state machine's answer: its next state, and what to do now.

    codes: what forbids to follow the command. mode_reason: why its modes are not known, empty
    where they are. progress: how far along the ramp, 0 to 1; remaining: until its end [s].
    entered: whether the phase has just begun, so that a ramp starts from what was last sent.
    publish: whether to speak at all.
    """

    state: WatchState
    codes: tuple[FilterCode, ...]
    progress: float
    remaining: float
    entered: bool
    publish: bool
    mode_reason: str = ''

    def share(self, elapsed: float) -> float:
        """
        Return which share of the way left is gone in the time [s] since the last tick.

        Equal ticks make equal steps of a straight way; where limits or rates held the output
        back, or the goal has moved, what is left of the ramp is shared anew.
        """
        if self.remaining <= 0.0:
            return 1.0
        return 0.0 if self.entered else elapsed / (elapsed + self.remaining)

    @property
    def is_holding(self) -> bool:
        """Whether a stop has arrived where it presses on with the last normal forces."""
        return self.state.phase is Phase.HOLDING and self.state.holds_normal

    @property
    def follows(self) -> bool:
        """Whether the way leads to the filtered command, not to its fallback."""
        return self.state.phase in (Phase.FOLLOWING, Phase.RECOVERING)

    @property
    def at_once(self) -> bool:
        """Whether the fallback is neutral and taken without any ramp."""
        return self.state.phase in (Phase.EMERGENCY, Phase.INACTIVE, Phase.WAITING)


@dataclass(frozen=True)
class _Move:
    """Where to go next; begin: start the phase anew even if it is the present one."""

    phase: Phase
    codes: tuple[FilterCode, ...] = ()
    latched: bool = False
    holds_normal: bool = False
    begin: bool = False


def watch(
    previous: WatchState, situation: Situation, settings: FilterSettings, arrived: bool = True
) -> Watch:
    """
    Return the next state and what it asks for; worst wins.

    arrived: whether what was published last is where a stop leads; rates may need longer for it
    than the ramp, and nobody falls silent before.
    """
    obstacles = obstacles_to_following(situation, settings)
    latched = _still_latched(previous, situation, obstacles)
    if not situation.active:
        move = _Move(Phase.INACTIVE, (FilterCode.INACTIVE,), latched)
    elif latched:
        move = _Move(Phase.EMERGENCY, (FilterCode.EMERGENCY_STOP, *obstacles), latched)
    elif obstacles:
        move = _stop(previous, situation, settings, obstacles, arrived)
    else:
        move = _follow(previous, situation, settings)
    return _entered(previous, situation, settings, move)


def restarted(previous: WatchState) -> WatchState:
    """Return the state from which following begins again through the recovery ramp."""
    return replace(previous, begins_anew=True)


def obstacles_to_following(
    situation: Situation, settings: FilterSettings
) -> tuple[FilterCode, ...]:
    """Return every condition, worst first, under which the command must not be followed."""
    codes = [*situation.external_faults]
    if situation.command_publishers > 1:
        codes.append(FilterCode.COMMAND_CONFLICT)
    if situation.command_received is None or situation.contacts_received is None:
        codes.append(FilterCode.WAITING)
    if _is_stale(situation, settings, for_command=False):
        codes.append(FilterCode.CONTACTS_STALE)
    if _is_stale(situation, settings, for_command=True):
        codes.append(FilterCode.COMMAND_STALE)
    if not situation.enabled:
        codes.append(FilterCode.INACTIVE)
    if settings.require_unique_mode and situation.known_modes.code:
        codes.append(situation.known_modes.code)
    return tuple(sorted(codes, reverse=True)) if len(codes) > 1 else tuple(codes)


def _is_stale(situation: Situation, settings: FilterSettings, for_command: bool) -> bool:
    """Tell whether an input is too old by receipt or by stamp, or comes from the future."""
    if for_command:
        received, stamp = situation.command_received, situation.command_stamp
        timeout = settings.command_timeout
    else:
        received, stamp = situation.contacts_received, situation.contacts_stamp
        timeout = settings.contacts_timeout
    if received is None:
        return False
    # Written so that a clock that is not a number makes everything stale.
    # A receipt may be a little newer than `now`, which was read before it; not by a timeout.
    fresh = abs(situation.now - received) <= timeout
    if stamp is not None:
        age = situation.stamp_clock - stamp
        fresh = fresh and -settings.future_tolerance <= age <= timeout
    return not fresh


def _still_latched(
    previous: WatchState, situation: Situation, obstacles: tuple[FilterCode, ...]
) -> bool:
    """
    Tell whether the stop holds: a reset counts only without e-stop and with fresh inputs.

    Modes are not predicted while stopped: a reset that waited for them would wait for ever. What
    else forbids to follow an input that is fresh and valid goes on doing so after the reset.
    """
    if situation.emergency_stop:
        return True
    return previous.latched and not (situation.reset and VALID_INPUTS.issuperset(obstacles))


def _stop(
    previous: WatchState,
    situation: Situation,
    settings: FilterSettings,
    obstacles: tuple[FilterCode, ...],
    arrived: bool,
) -> _Move:
    """Ramp to the fallback, hold it, fall silent."""
    unused = previous.phase in (Phase.WAITING, Phase.INACTIVE)
    if unused and FilterCode.WAITING in obstacles:
        return _Move(Phase.WAITING, obstacles)
    hold = settings.hold_normal and obstacles == (FilterCode.CONTACTS_STALE,)
    stopped = previous.phase in (Phase.STOPPING, Phase.HOLDING, Phase.SILENT)
    if not stopped or previous.holds_normal != hold:
        return _Move(Phase.STOPPING, obstacles, holds_normal=hold, begin=True)
    elapsed = situation.now - previous.since
    phase = previous.phase
    if phase is Phase.STOPPING:
        phase = Phase.HOLDING if arrived and elapsed >= settings.stop_ramp_duration else phase
    elif hold or ANSWERED.issuperset(obstacles):
        # A command that comes again is answered again, whatever silenced the one before.
        phase = Phase.HOLDING
    elif elapsed >= settings.stop_publish_timeout:
        phase = Phase.SILENT
    return _Move(phase, obstacles, holds_normal=hold)


def _follow(previous: WatchState, situation: Situation, settings: FilterSettings) -> _Move:
    """Recover over a ramp from whatever was sent last, then follow."""
    if previous.begins_anew or previous.phase not in (Phase.FOLLOWING, Phase.RECOVERING):
        return _Move(Phase.RECOVERING, begin=True)
    elapsed = situation.now - previous.since
    recovering = previous.phase is Phase.RECOVERING and elapsed < settings.recovery_ramp_duration
    return _Move(Phase.RECOVERING if recovering else Phase.FOLLOWING)


def _entered(
    previous: WatchState, situation: Situation, settings: FilterSettings, move: _Move
) -> Watch:
    """Carry out a move: since when, how far along the ramp, and whether to speak."""
    phase = move.phase
    entered = move.begin or phase is not previous.phase
    since = situation.now if entered else previous.since
    quiet = phase in (Phase.WAITING, Phase.SILENT) or (phase is Phase.INACTIVE and not entered)
    ramp, progress, remaining = 0.0, 1.0, 0.0
    if phase is Phase.STOPPING:
        ramp = settings.stop_ramp_duration
    elif phase is Phase.RECOVERING:
        ramp = settings.recovery_ramp_duration
    if ramp > 0.0:
        remaining = min(ramp, max(0.0, since + ramp - situation.now))
        progress = 1.0 - remaining / ramp
    state = previous
    kept = previous.latched, previous.holds_normal, previous.begins_anew
    if entered or kept != (move.latched, move.holds_normal, False):
        state = WatchState(phase, since, move.latched, move.holds_normal)
    return Watch(
        state, move.codes, progress, remaining, entered, not quiet, situation.known_modes.reason
    )
