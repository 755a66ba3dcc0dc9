# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's state between two callbacks: the latest inputs, the filter's memory, the counts.

It speaks neither ROS messages nor clocks: times are arguments [s], inputs are values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control.command import Setpoints
from frictioncone_ros.control.following import FilterMemory
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.watchdog import ModeVerdict, NEVER_FED, restarted, Situation
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.pipeline import assess, Assessment
from frictioncone_ros.ros.carried_memory import carried_memory
from frictioncone_ros.ros.frames import FrameTree, UnknownTransformError
from frictioncone_ros.ros.latest_input import LatestInput, NANOSECOND
from frictioncone_ros.ros.placement import placed, Placement
from frictioncone_ros.ros.values import Command, Snapshot
from frictioncone_ros.ros.wanted_mode import WantedMode
from frictioncone_ros.scenario import NodeSettings

__all__ = ['FAULTS', 'FilterCore', 'Outcome']

FAULTS = (FrictionConeError, ArithmeticError, ValueError, IndexError, RuntimeError)
"""What a fault of the mathematics can raise; inputs are checked before they get there."""

NO_TRANSFORM = (FilterCode.TRANSFORM_UNAVAILABLE,)

NOT_HEARD = (FilterCode.WAITING,)
"""A required input is not there: whether the emergency stop is pressed is not known yet."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """
    One tick's answer and what it answers.

    placement: None where there are no contacts yet, or where a frame was never known.
    refusals: why inputs could not be used, by code; said beside the assessment's codes.
    """

    assessment: Assessment
    command: Command
    placement: Placement | None
    refusals: tuple[tuple[FilterCode, str], ...] = ()

    @property
    def codes(self) -> tuple[FilterCode, ...]:
        """Every condition that holds, worst first."""
        if not self.refusals:
            return self.assessment.codes
        refused = {code for code, _ in self.refusals}
        return tuple(sorted({*self.assessment.codes, *refused}, reverse=True))

    def without_address(self) -> Outcome:
        """Return the same without what the sender wrote: stamp, sequence and frames."""
        return replace(self, command=Command(parts=self.command.parts), placement=None)

    def differs_from(self, sent: Outcome | None) -> bool:
        """Tell whether it must be sent although no command came: a substitute, or another one."""
        if sent is None or self.assessment.is_substitute:
            return True
        one, other = self.assessment.command, sent.assessment.command
        return self.codes != sent.codes or not (
            np.array_equal(one.wrench, other.wrench) and np.array_equal(one.twist, other.twist)
            and np.array_equal(one.acceleration, other.acceleration))


class FilterCore:
    """The latest inputs and what the filter remembers; one instance a node."""

    def __init__(self, settings: NodeSettings, tree: FrameTree) -> None:
        """Begin without inputs; the first command waits for contacts."""
        self.settings = settings
        self.tree = tree
        self.memory = FilterMemory()
        self.commands: LatestInput[Command] = LatestInput()
        self.contacts: LatestInput[Snapshot] = LatestInput()
        self.desired_mode: WantedMode | None = None
        self.modes: ModeVerdict | None = None
        self.active = False
        self.enabled = True
        self.emergency_stop = False
        self.awaits_emergency_stop = False
        self.publishers = 0
        self.refused: Counter[FilterCode] = Counter()
        self.clock_jumps = 0
        self.last: Outcome | None = None
        self._placement: Placement | None = None
        self._refusals: dict[FilterCode, str] = {}
        self._last_stamp_clock: float | None = None
        self._fitted: tuple[WantedMode | None, ContactState | None, ContactMode | None] = (
            None, None, None)

    @property
    def is_latched(self) -> bool:
        """Whether an emergency stop holds until reset."""
        return self.memory.watch.latched

    @property
    def dropped_count(self) -> int:
        """How many commands and snapshots were not used."""
        transforms = self.refused[FilterCode.TRANSFORM_UNAVAILABLE]
        return (self.refused.total() - transforms
                + self.commands.out_of_order + self.contacts.out_of_order)

    def activate(self) -> None:
        """Begin anew: no input counts that came before; an emergency stop stays latched."""
        latched = self.is_latched
        self.memory = FilterMemory(watch=replace(NEVER_FED, latched=latched))
        self.commands, self.contacts = LatestInput(), LatestInput()
        self.modes, self._placement, self.last = None, None, None
        self._refusals.clear()
        self.refused.clear()
        self.active = True

    def take_command(self, command: Command, now: float) -> bool:
        """Take a command received now [s]; False where it is older than the last one."""
        self._refusals.pop(FilterCode.INVALID_COMMAND, None)
        return self.commands.take(command, now, self.settings.filter.command_timeout)

    def take_contacts(self, snapshot: Snapshot, now: float) -> bool:
        """Take a snapshot received now [s]; False where it is older than the last one."""
        self._refusals.pop(FilterCode.INVALID_CONTACTS, None)
        return self.contacts.take(snapshot, now, self.settings.filter.contacts_timeout)

    def require_not_ahead(self, stamp: int, stamp_clock: float, where: str) -> None:
        """
        Raise InvalidInputError where a stamp [ns] is ahead of the clock [s].

        Kept as the newest it would shut out all that is stamped rightly, until its time comes.
        """
        ahead, tolerance = stamp * NANOSECOND - stamp_clock, self.settings.filter.future_tolerance
        if ahead > tolerance:
            raise InvalidInputError(
                'header.stamp', f'{ahead:.3f} s ahead of the clock here',
                f'at most future_tolerance = {tolerance:g} s (are the clocks synchronous, and '
                'use_sim_time equal?)', where)

    def take_emergency_stop(self, asserted: bool, reason: str = '') -> None:
        """Take the state of the stop button; pressed once it is latched, active or not."""
        self.emergency_stop = asserted
        self._refusals.pop(FilterCode.EMERGENCY_STOP, None)
        if reason:
            self._refusals[FilterCode.EMERGENCY_STOP] = reason
        if asserted:
            self.latch_emergency_stop()

    def latch_emergency_stop(self) -> None:
        """Hold the emergency stop until reset, whether or not the button is pressed now."""
        self.memory = replace(self.memory, watch=replace(self.memory.watch, latched=True))

    def restart_from_neutral(self, now: float) -> None:
        """Come back through the recovery ramp: the guard published neutral until now [s]."""
        watch = replace(restarted(self.memory.watch), since=now)
        self.memory = FilterMemory(
            watch=watch, time=self.memory.time, settings=self.memory.settings)

    def refuse(self, code: FilterCode, reason: str) -> None:
        """Remember why an input was dropped until a good one comes; the last good one stays."""
        self.refused[code] += 1
        self._refusals[code] = reason

    def tick(self, now: float, stamp_clock: float, *, reset: bool = False) -> Outcome:
        """Judge the present inputs at a time [s] of both clocks, and remember the answer."""
        self._watch_clock(stamp_clock)
        command, placement, setpoints = self.commands.value, None, None
        try:
            placement, codes = self._placed()
            if placement is not None and command is not None:
                setpoints = placement.setpoints(command, self.mode_for(placement.state))
        except FAULTS as error:
            codes = self._fault(error)
        situation = self._situation(now, stamp_clock, codes, reset)
        state = None if placement is None else placement.state
        assessment = self._assessed(state, setpoints, situation)
        self.memory = assessment.memory
        self.last = Outcome(assessment, command or Command(), placement, self._reasons())
        return self.last

    def _fault(self, error: Exception) -> tuple[FilterCode, ...]:
        """Count a fault of the software, and return it as a reason to stop."""
        self.refuse(FilterCode.INTERNAL_ERROR, f'{type(error).__name__}: {error}')
        return (FilterCode.INTERNAL_ERROR,)

    def last_word(self, now: float, stamp_clock: float) -> Outcome:
        """Stop: return the neutral command, without a look at contacts or frames."""
        self.active = False
        situation = Situation(now=now, stamp_clock=stamp_clock, active=False)
        watch = replace(self.memory.watch, phase=NEVER_FED.phase)
        assessment = assess(None, None, self.settings.filter, FilterMemory(watch), situation)
        self.memory = assessment.memory
        self.last = Outcome(assessment, self.commands.value or Command(), None)
        return self.last

    def check(self, command: Command, snapshot: Snapshot, wanted: WantedMode | None) -> Outcome:
        """Return what would be sent in the long run for a command; nothing is remembered."""
        placement = placed(snapshot, command.frames, self.tree, self.settings.held_object)
        mode = None if wanted is None else wanted.fitted(placement.state)
        assessment = assess(placement.state, placement.setpoints(command, mode),
                            self.settings.filter)
        return Outcome(assessment, command, placement)

    def mode_for(self, state: ContactState) -> ContactMode | None:
        """Return the desired mode for a state's contacts, worked out once a state."""
        wanted, known, mode = self._fitted
        if wanted is not self.desired_mode or known is not state:
            mode = None if self.desired_mode is None else self.desired_mode.of(state)
            self._fitted = self.desired_mode, state, mode
        return mode

    def _assessed(
        self, state: ContactState | None, setpoints: Setpoints | None, situation: Situation
    ) -> Assessment:
        """Return the assessment; a fault of the software is a reason to stop, not to be silent."""
        settings = self.settings.filter
        try:
            assessment = assess(state, setpoints, settings, self.memory, situation)
        except FAULTS as error:
            codes = (*situation.further_codes, *self._fault(error))
            memory = FilterMemory(watch=self.memory.watch, time=self.memory.time)
            return assess(None, None, settings, memory, replace(situation, further_codes=codes))
        if self._refusals and FilterCode.INTERNAL_ERROR not in situation.further_codes:
            self._refusals.pop(FilterCode.INTERNAL_ERROR, None)
        return assessment

    def _placed(self) -> tuple[Placement | None, tuple[FilterCode, ...]]:
        """Return the contacts about the command's moment centre, or the code that says why not."""
        snapshot, command = self.contacts.value, self.commands.value
        if snapshot is None or command is None:
            return None, ()
        try:
            placement = placed(snapshot, command.frames, self.tree, self.settings.held_object,
                               self._placement)
        except UnknownTransformError as error:
            if FilterCode.TRANSFORM_UNAVAILABLE not in self._refusals:
                self.refused[FilterCode.TRANSFORM_UNAVAILABLE] += 1
            self._refusals[FilterCode.TRANSFORM_UNAVAILABLE] = str(error)
            return self._placement, NO_TRANSFORM
        if placement is not self._placement:
            self.memory = carried_memory(self.memory, self._placement, placement)
            self._placement = placement
        if self._refusals:
            self._refusals.pop(FilterCode.TRANSFORM_UNAVAILABLE, None)
        return placement, ()

    def _watch_clock(self, stamp_clock: float) -> None:
        """Notice a jump back of the clock stamps are written in, as when a simulation restarts."""
        last = self._last_stamp_clock
        if last is not None and stamp_clock < last - self.settings.filter.future_tolerance:
            self.clock_jumps += 1
            self.commands.forget_order()
            self.contacts.forget_order()
        self._last_stamp_clock = stamp_clock

    def _reasons(self) -> tuple[tuple[FilterCode, str], ...]:
        return tuple(sorted(self._refusals.items(), reverse=True)) if self._refusals else ()

    def _situation(
        self, now: float, stamp_clock: float, codes: tuple[FilterCode, ...], reset: bool
    ) -> Situation:
        return Situation(
            now=now, stamp_clock=stamp_clock,
            command_received=self.commands.received, command_stamp=self.commands.stamp,
            contacts_received=self.contacts.received, contacts_stamp=self.contacts.stamp,
            active=self.active, enabled=self.enabled, emergency_stop=self.emergency_stop,
            reset=reset, command_publishers=self.publishers, modes=self.modes,
            further_codes=(*codes, *NOT_HEARD) if self.awaits_emergency_stop else codes)
