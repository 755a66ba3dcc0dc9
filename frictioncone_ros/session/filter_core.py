# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's state between two callbacks, and what is answered from it at a time.

It speaks neither ROS messages nor clocks: times are arguments [s], inputs are values.
"""

from __future__ import annotations

from dataclasses import replace

from frictioncone_ros.contact import ContactState
from frictioncone_ros.control.command import neutral_command, Setpoints
from frictioncone_ros.control.output.published import FilterMemory
from frictioncone_ros.control.situation import ModeVerdict, Situation
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.watchdog import INITIAL_STATE, restarted
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.pipeline import assess, Assessment
from frictioncone_ros.pipeline.warm_up import warm_up
from frictioncone_ros.session.faults import FAULTS, Faults
from frictioncone_ros.session.frames import FrameTree
from frictioncone_ros.session.inputs.held_inputs import HeldInputs, require_not_ahead
from frictioncone_ros.session.modes.desired_mode import counted_age, DesiredMode
from frictioncone_ros.session.modes.known_modes import KnownModes
from frictioncone_ros.session.outcome import Outcome, outcome_of
from frictioncone_ros.session.placed_inputs import placed_within_reach, PlacedInputs
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.send_delay import SendDelay
from frictioncone_ros.session.steady_answer import steady_answer
from frictioncone_ros.session.transform_memory import transform_memory
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

__all__ = ['FAULTS', 'FilterCore']

NOT_HEARD = (FilterCode.WAITING,)
"""A required input is not there: whether the emergency stop is pressed is not known yet."""


class FilterCore:
    """
    The latest inputs and what the filter remembers; one instance a node.

    inputs, modes: what came. memory: of what was sent. last, sent: the last answer, and the last
    one that was published. active, enabled, emergency_stop: what the output depends on besides.
    """

    def __init__(self, settings: NodeSettings, tree: FrameTree) -> None:
        """Begin without inputs; the first command waits for contacts."""
        warm_up()
        self.settings = settings
        self.tree = tree
        self.memory = FilterMemory()
        self.inputs = HeldInputs()
        # By their own names, as most ask for them: the same objects as long as the node lives.
        self.commands, self.contacts = self.inputs.commands, self.inputs.contacts
        self.refusals = self.inputs.refusals
        self.modes = KnownModes()
        self.active = False
        self.enabled = True
        self.emergency_stop = False
        self.awaits_emergency_stop = False
        self.last: Outcome | None = None
        self.sent: Outcome | None = None
        self._placed = PlacedInputs()
        self._delay = SendDelay()
        self._faults = Faults(self.refusals)

    @property
    def is_latched(self) -> bool:
        """Whether an emergency stop holds until reset."""
        return self.memory.watch.latched

    def activate(self) -> None:
        """Begin anew: no input counts that came before; an emergency stop stays latched."""
        latched = self.is_latched
        self.memory = FilterMemory(watch=replace(INITIAL_STATE, latched=latched))
        self.inputs.begin_anew()
        self.modes.judge(None)
        self._placed.forget()
        self.last, self.sent = None, None
        self._faults.forget()
        self.active = True

    def use(self, settings: NodeSettings) -> None:
        """Use other parameters from the next answer on."""
        self.settings = settings

    def enable(self, enabled: bool) -> None:
        """Follow commands, or stay neutral."""
        self.enabled = enabled

    def await_emergency_stop(self, awaits: bool) -> None:
        """Follow nothing as long as a stop that was pressed before may still come."""
        self.awaits_emergency_stop = awaits

    def take_command(self, command: FramedCommand, now: float) -> bool:
        """Take a command received now [s]; False where it is older than the last one."""
        before, timeout = self.commands.value, self.settings.filter.command_timeout
        taken = self.inputs.take_command(command, now, timeout)
        if taken and before is not None and before.silent and command.resumes(before):
            self.restart_ramp()
        return taken

    def take_contacts(self, snapshot: Snapshot, now: float) -> bool:
        """Take a snapshot received now [s]; False where it is older than the last one."""
        return self.inputs.take_contacts(snapshot, now, self.settings.filter.contacts_timeout)

    def require_not_ahead(self, stamp: int, stamp_clock: float, where: str) -> None:
        """Raise InvalidInputError where a stamp [ns] is ahead of the clock [s]."""
        require_not_ahead(stamp, stamp_clock, self.settings.filter.future_tolerance, where)

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
        self._faults.remember(error, now)

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
        self.inputs.watch_clock(stamp_clock, self.settings.filter.future_tolerance)
        self.inputs.forget_conflict(now)
        placement, setpoints = None, None
        try:
            placement, codes = self._place()
            command = self._placed.command
            if placement is not None and command is not None:
                setpoints = placement.setpoints(command, self.modes.fitted(placement.state))
        except FAULTS as error:
            codes = self._faults.count(error)
        codes = (*codes, *self._faults.remembered(now))
        situation = self._situation(now, stamp_clock, codes, reset, placement)
        state = None if placement is None else placement.state
        assessment = self._assessed(state, setpoints, situation)
        self.last = self._outcome(assessment, placement)
        return self.last

    def _outcome(self, assessment: Assessment, placement: Placement | None) -> Outcome:
        """Return the answer, and why inputs could not be used."""
        command = self._placed.command or self.commands.value or FramedCommand()
        return outcome_of(assessment, command, placement, self.sent, self._reasons())

    def _remember(self, outcome: Outcome) -> None:
        self.memory = outcome.assessment.memory
        if outcome.publish:
            self.sent = outcome

    def shutdown_command(self, now: float, stamp_clock: float) -> Outcome:
        """Stop: return the neutral command, without a look at frames; no input counts any more."""
        self.active = False
        situation = Situation(now=now, stamp_clock=stamp_clock, active=False)
        watch = replace(self.memory.watch, phase=INITIAL_STATE.phase)
        assessment = assess(None, None, self.settings.filter, FilterMemory(watch), situation)
        self.last = self._outcome(assessment, None)
        self._remember(self.last)
        self.inputs.drop()
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
        return steady_answer(command, placement, mode, modes, self.settings)

    def placement(self, snapshot: Snapshot, frames: Frames) -> Placement:
        """Return contacts about a moment centre; raise where a frame or a contact is unusable."""
        return placed_within_reach(snapshot, frames, self.tree, self.settings)

    def _assessed(
        self, state: ContactState | None, setpoints: Setpoints | None, situation: Situation
    ) -> Assessment:
        """Return the assessment; a fault of the software is a reason to stop, not to be silent."""
        settings = self.settings.filter
        try:
            assessment = assess(state, setpoints, settings, self.memory, situation)
        except FAULTS as error:
            codes = (*situation.external_faults, *self._faults.count(error))
            # Neutral in the contacts' own dimension: it is placed with them.
            sent = None if state is None else neutral_command(state.dimension)
            memory = FilterMemory(watch=self.memory.watch, time=self.memory.time, sent=sent)
            return assess(None, None, settings, memory, replace(situation, external_faults=codes))
        if FilterCode.INTERNAL_ERROR not in situation.external_faults:
            self.refusals.forget(FilterCode.INTERNAL_ERROR)
        return assessment

    def _place(self) -> tuple[Placement | None, tuple[FilterCode, ...]]:
        """Return the contacts about the command's moment centre, or the code that says why not."""
        before = self._placed.placement
        placement, codes = self._placed.find(self.inputs, self.tree, self.settings)
        if placement is not None and not codes:
            if placement is not before:
                self.memory = transform_memory(self.memory, before, placement, self.tree)
            self._placed.keep(placement, self.commands.value)
        return placement, codes

    def _reasons(self) -> tuple[tuple[FilterCode, str], ...]:
        reasons = self.refusals.reasons
        command = self._placed.command
        if command is not None and command.silent:
            silent = ' and '.join(command.silent)
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
        state = None if placement is None else placement.state
        modes, modes_age = self.modes.verdict(self.commands.value, state, now)
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
            command_publishers=2 if self.inputs.owner.is_ambiguous(now) else 1,
            modes=modes,
            modes_age=modes_age,
            modes_timeout=counted_age(
                self.settings.number('prediction_rate'),
                self.settings.number('prediction_time_limit'),
            ),
            external_faults=(*codes, *NOT_HEARD) if self.awaits_emergency_stop else codes,
        )
