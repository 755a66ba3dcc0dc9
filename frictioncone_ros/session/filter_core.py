# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's state between two callbacks: the latest inputs, the filter's memory, the counts.

It speaks neither ROS messages nor clocks: times are arguments [s], inputs are values.
"""

from __future__ import annotations

from dataclasses import replace

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control.command import neutral_command, Setpoints
from frictioncone_ros.control.output.published import FilterMemory
from frictioncone_ros.control.situation import ModeVerdict, Situation
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.watchdog import INITIAL_STATE, restarted
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.pipeline import assess, Assessment
from frictioncone_ros.pipeline.assess import STEADY_SITUATION
from frictioncone_ros.pipeline.warm_up import warm_up
from frictioncone_ros.session.frames import FrameTree, UnknownTransformError
from frictioncone_ros.session.inputs.command_owner import CommandOwner
from frictioncone_ros.session.inputs.latest_input import LatestInput, NANOSECOND, with_known_state
from frictioncone_ros.session.modes.desired_mode import (
    counted_age,
    DesiredMode,
    FREE,
    present_verdict,
    subject_of,
    TimedModeVerdict,
)
from frictioncone_ros.session.outcome import Outcome, outcome_of
from frictioncone_ros.session.placement import placed, Placement, require_within_reach
from frictioncone_ros.session.refusals import Refusals
from frictioncone_ros.session.send_delay import SendDelay
from frictioncone_ros.session.transform_memory import transform_memory
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

__all__ = ['FAULTS', 'FilterCore']

FAULTS = (
    FrictionConeError,
    ArithmeticError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RuntimeError,
)
"""What a fault of the mathematics can raise; inputs are checked before they get there."""

COMMAND, CONTACTS = 'a command', 'contacts'
"""The two required inputs."""

FAULT_MEMORY = 1.0
"""A fault forbids to follow for so long after it [s]; one that recurs keeps the output neutral."""

NO_TRANSFORM = (FilterCode.TRANSFORM_UNAVAILABLE,)

NOT_HEARD = (FilterCode.WAITING,)
"""A required input is not there: whether the emergency stop is pressed is not known yet."""


class FilterCore:
    """The latest inputs and what the filter remembers; one instance a node."""

    def __init__(self, settings: NodeSettings, tree: FrameTree) -> None:
        """Begin without inputs; the first command waits for contacts."""
        warm_up()
        self.settings = settings
        self.tree = tree
        self.memory = FilterMemory()
        self.commands: LatestInput[FramedCommand] = LatestInput()
        self.contacts: LatestInput[Snapshot] = LatestInput()
        self.desired_mode: DesiredMode | None = None
        self.modes: TimedModeVerdict | None = None
        self.active = False
        self.enabled = True
        self.emergency_stop = False
        self.awaits_emergency_stop = False
        self.publishers = 0
        self.owner = CommandOwner()
        self.none_is_followed = False
        self.sources: dict[str, str] = {}
        self.refusals = Refusals()
        self.clock_jumps = 0
        self.last: Outcome | None = None
        self.sent: Outcome | None = None
        self._delay = SendDelay()
        self._placement: Placement | None = None
        self._answered: FramedCommand | None = None
        self._last_stamp_clock: float | None = None
        self._fault_time: float | None = None
        self._fitted: tuple[DesiredMode | None, ContactState | None, ContactMode | None] = (
            None,
            None,
            None,
        )

    @property
    def is_latched(self) -> bool:
        """Whether an emergency stop holds until reset."""
        return self.memory.watch.latched

    @property
    def missing(self) -> tuple[str, ...]:
        """Which required inputs never came, by the names that `sources` says more of."""
        return tuple(
            name
            for name, value in ((COMMAND, self.commands.value), (CONTACTS, self.contacts.value))
            if value is None
        )

    @property
    def dropped_count(self) -> int:
        """How many commands and snapshots were not used."""
        refused = self.refusals.counts
        return (
            refused.total()
            - refused[FilterCode.TRANSFORM_UNAVAILABLE]
            + self.commands.out_of_order
            + self.contacts.out_of_order
        )

    def activate(self) -> None:
        """Begin anew: no input counts that came before; an emergency stop stays latched."""
        latched = self.is_latched
        self.memory = FilterMemory(watch=replace(INITIAL_STATE, latched=latched))
        self.commands, self.contacts = LatestInput(), LatestInput()
        self.modes, self._placement, self._answered = None, None, None
        self.last, self.sent = None, None
        self._fault_time = None
        self.owner.forget()
        self.refusals.clear()
        self.active = True

    def take_command(self, command: FramedCommand, now: float) -> bool:
        """Take a command received now [s]; False where it is older than the last one."""
        self.refusals.forget(FilterCode.INVALID_COMMAND)
        timeout, before = self.settings.filter.command_timeout, self.commands.value
        taken = self.commands.take(command, now, timeout, in_order=command.in_order)
        if taken and before is not None and before.silent and command.resumes(before):
            self.restart_ramp()
        return taken

    def take_contacts(self, snapshot: Snapshot, now: float) -> bool:
        """Take a snapshot received now [s]; False where it is older than the last one."""
        self.refusals.forget(FilterCode.INVALID_CONTACTS)
        snapshot = with_known_state(snapshot, self.contacts.value)
        return self.contacts.take(snapshot, now, self.settings.filter.contacts_timeout)

    def require_not_ahead(self, stamp: int, stamp_clock: float, where: str) -> None:
        """
        Raise InvalidInputError where a stamp [ns] is ahead of the clock [s].

        Kept as the newest it would shut out all that is stamped rightly, until its time comes.
        """
        ahead, tolerance = stamp * NANOSECOND - stamp_clock, self.settings.filter.future_tolerance
        if ahead > tolerance:
            raise InvalidInputError(
                'header.stamp',
                f'{ahead:.3f} s ahead of the clock here',
                f'at most future_tolerance = {tolerance:g} s (are the clocks synchronous, and '
                'use_sim_time equal?)',
                where,
            )

    def take_emergency_stop(self, asserted: bool, reason: str = '') -> None:
        """Take the state of the stop button; pressed once it is latched, active or not."""
        self.emergency_stop = asserted
        self.refusals.say(FilterCode.EMERGENCY_STOP, reason)
        if asserted:
            self.latch_emergency_stop()

    def latch_emergency_stop(self) -> None:
        """Hold the emergency stop until reset, whether or not the button is pressed now."""
        self.memory = replace(self.memory, watch=replace(self.memory.watch, latched=True))

    def restart_from_neutral(self, now: float) -> None:
        """Come back through the recovery ramp: the guard published neutral until now [s]."""
        watch = replace(restarted(self.memory.watch), since=now)
        self.memory = FilterMemory(
            watch=watch, time=self.memory.time, settings=self.memory.settings
        )
        self.sent = None

    def restart_ramp(self) -> None:
        """Approach what is commanded now from what was sent last, through the recovery ramp."""
        self.memory = replace(self.memory, watch=restarted(self.memory.watch))

    def fault(self, error: Exception, now: float) -> None:
        """Count a fault of a callback at a time [s]; for a while it forbids to follow."""
        self._fault(error)
        self._fault_time = now

    def refuse_sender(self) -> bool:
        """Count a command of a second commander; True where that was not said already."""
        is_new = FilterCode.COMMAND_CONFLICT not in self.refusals
        # Without words of its own: what is said depends on who is followed at the time.
        self.refusals.add(FilterCode.COMMAND_CONFLICT, '')
        return is_new

    def tick(self, now: float, stamp_clock: float) -> Outcome:
        """Judge a command that has just come, at a time [s] of both clocks, and remember it."""
        outcome = self._judged(now, stamp_clock, reset=False)
        self._remember(outcome)
        return outcome

    def look(self, now: float, stamp_clock: float, *, reset: bool = False) -> Outcome:
        """
        Judge what did not come, at a time [s] of both clocks; it says whether it is published.

        A look that has nothing to publish leaves nothing behind: the next answer is the same
        whether or not somebody looked before it.
        """
        outcome = self._judged(now, stamp_clock, reset).unless_known(self.sent)
        found = outcome.assessment.memory
        if outcome.publish or found.watch != self.memory.watch:
            self._remember(outcome)
        else:
            # How long a command must have been acceptable is counted from the last look, and the
            # rates after a silence from its end.
            time = self.memory.time if outcome.assessment.publish else found.time
            self.memory = replace(self.memory, time=time, given_up_at=found.given_up_at)
        return outcome

    def note_sent(self, received: float, seconds: float) -> None:
        """Note how long after a time of receipt [s] the last answer was published [s]."""
        time = self._delay.counted_from(received, seconds)
        if self.memory.time is not None and time > self.memory.time:
            self.memory = replace(self.memory, time=time)

    def _judged(self, now: float, stamp_clock: float, reset: bool) -> Outcome:
        """Judge the present inputs; nothing of the answer is remembered but for reports."""
        self._watch_clock(stamp_clock)
        self._forget_conflict(now)
        placement, setpoints = None, None
        try:
            placement, codes = self._placed()
            if placement is not None and self._answered is not None:
                setpoints = placement.setpoints(self._answered, self.mode_for(placement.state))
        except FAULTS as error:
            codes = self._fault(error)
        if self._fault_time is not None and now - self._fault_time <= FAULT_MEMORY:
            codes = (*codes, FilterCode.INTERNAL_ERROR)
        situation = self._situation(now, stamp_clock, codes, reset, placement)
        state = None if placement is None else placement.state
        assessment = self._assessed(state, setpoints, situation)
        self.last = self._outcome(assessment, placement)
        return self.last

    def _outcome(self, assessment: Assessment, placement: Placement | None) -> Outcome:
        """Return the answer, and why inputs could not be used."""
        command = self._answered or self.commands.value or FramedCommand()
        return outcome_of(assessment, command, placement, self.sent, self._reasons())

    def _remember(self, outcome: Outcome) -> None:
        self.memory = outcome.assessment.memory
        if outcome.publish:
            self.sent = outcome

    def _fault(self, error: Exception) -> tuple[FilterCode, ...]:
        """Count a fault of the software, and return it as a reason to stop."""
        self.refusals.add(FilterCode.INTERNAL_ERROR, f'{type(error).__name__}: {error}')
        return (FilterCode.INTERNAL_ERROR,)

    def shutdown_command(self, now: float, stamp_clock: float) -> Outcome:
        """Stop: return the neutral command, without a look at contacts or frames."""
        self.active = False
        situation = Situation(now=now, stamp_clock=stamp_clock, active=False)
        watch = replace(self.memory.watch, phase=INITIAL_STATE.phase)
        assessment = assess(None, None, self.settings.filter, FilterMemory(watch), situation)
        self.last = self._outcome(assessment, None)
        self._remember(self.last)
        return self.last

    def check(
        self,
        command: FramedCommand,
        snapshot: Snapshot,
        desired: DesiredMode | None,
        modes: ModeVerdict | None = None,
    ) -> Outcome:
        """
        Return what would be sent in the long run for a command; nothing is remembered.

        modes: what is predicted of it, None where it was not asked.
        """
        placement = self.placement(snapshot, command.frames)
        mode = None if desired is None else desired.fitted(placement.state)
        situation = replace(
            STEADY_SITUATION, modes=(modes if placement.state.contact_count else FREE)
        )
        assessment = assess(
            placement.state,
            placement.setpoints(command, mode),
            self.settings.filter,
            situation=situation,
        )
        return outcome_of(assessment, command, placement)

    def placement(
        self, snapshot: Snapshot, frames: Frames, previous: Placement | None = None
    ) -> Placement:
        """Return contacts about a moment centre; raise where a frame or a contact is unusable."""
        found = placed(snapshot, frames, self.tree, self.settings.held_object, previous)
        if found is not previous:
            require_within_reach(found.state, self.settings.number('max_contact_distance'))
        return found

    def mode_for(self, state: ContactState) -> ContactMode | None:
        """Return the desired mode for a state's contacts, worked out once a state."""
        desired, known, mode = self._fitted
        if desired is not self.desired_mode or known is not state:
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
            codes = (*situation.external_faults, *self._fault(error))
            # Neutral in the contacts' own dimension: it is placed with them.
            sent = None if state is None else neutral_command(state.dimension)
            memory = FilterMemory(watch=self.memory.watch, time=self.memory.time, sent=sent)
            return assess(None, None, settings, memory, replace(situation, external_faults=codes))
        if FilterCode.INTERNAL_ERROR not in situation.external_faults:
            self.refusals.forget(FilterCode.INTERNAL_ERROR)
        return assessment

    def _placed(self) -> tuple[Placement | None, tuple[FilterCode, ...]]:
        """Return the contacts about the command's moment centre, or the code that says why not."""
        snapshot, command = self.contacts.value, self.commands.value
        if snapshot is None or command is None:
            return None, ()
        try:
            placement = self.placement(snapshot, command.frames, self._placement)
        except InvalidInputError as error:
            # Counted once a snapshot, not once a command.
            if FilterCode.INVALID_CONTACTS not in self.refusals:
                self.refusals.add(FilterCode.INVALID_CONTACTS, str(error))
            return self._placement, (FilterCode.INVALID_CONTACTS,)
        except UnknownTransformError as error:
            self.refusals.add_once(FilterCode.TRANSFORM_UNAVAILABLE, str(error))
            return self._placement, NO_TRANSFORM
        if placement is not self._placement:
            self.memory = transform_memory(self.memory, self._placement, placement, self.tree)
            self._placement = placement
        self._answered = command
        self.refusals.forget(FilterCode.TRANSFORM_UNAVAILABLE)
        return placement, ()

    def _watch_clock(self, stamp_clock: float) -> None:
        """Notice a jump back of the clock stamps are written in, as when a simulation restarts."""
        last = self._last_stamp_clock
        if last is not None and stamp_clock < last - self.settings.filter.future_tolerance:
            self.clock_jumps += 1
            self.commands.forget_order()
            self.contacts.forget_order()
        self._last_stamp_clock = stamp_clock

    def _forget_conflict(self, now: float) -> None:
        """Say no longer that a second commander was refused, a while after its last command."""
        self.none_is_followed = self.owner.is_unclear(now)
        if self.refusals and not self.owner.is_conflict(now):
            self.refusals.forget(FilterCode.COMMAND_CONFLICT)

    def _reasons(self) -> tuple[tuple[FilterCode, str], ...]:
        reasons = self.refusals.reasons
        if self._answered is not None and self._answered.silent:
            silent = ' and '.join(self._answered.silent)
            reasons[FilterCode.PART_RELEASED] = (
                f'the {silent} command stopped coming and is released'
            )
        return tuple(sorted(reasons.items(), reverse=True)) if reasons else ()

    def _situation(
        self,
        now: float,
        stamp_clock: float,
        codes: tuple[FilterCode, ...],
        reset: bool,
        placement: Placement | None,
    ) -> Situation:
        modes, modes_age = self._modes(placement, now)
        return Situation(
            now=now,
            stamp_clock=stamp_clock,
            command_received=self.commands.received,
            command_stamp=self.commands.stamp,
            contacts_received=self.contacts.received,
            contacts_stamp=self.contacts.stamp,
            active=self.active,
            enabled=self.enabled,
            emergency_stop=self.emergency_stop,
            reset=reset,
            command_publishers=2 if self.owner.is_ambiguous(now) else 1,
            modes=modes,
            modes_age=modes_age,
            modes_timeout=counted_age(
                self.settings.number('prediction_rate'),
                self.settings.number('prediction_time_limit'),
            ),
            external_faults=(*codes, *NOT_HEARD) if self.awaits_emergency_stop else codes,
        )

    def _modes(self, placement: Placement | None, now: float) -> tuple[ModeVerdict | None, float]:
        """Return what was predicted of the present command, and its age [s]."""
        command = self.commands.value
        if placement is None or command is None:
            return None, 0.0
        subject = subject_of(command, placement.state, self.desired_mode)
        return present_verdict(self.modes, subject, now)
