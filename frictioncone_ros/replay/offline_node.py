# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's core between recorded messages, at the times at which they were recorded.

What a bag has of the node's own doing is done again: which snapshot it used for an answer, when
it looked at its inputs without a command, and where it had too little time to judge.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import (
    command_from_message,
    desired_mode_from_message,
    part_from_message,
)
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.pipeline.load_factors import load_factors, load_question, LoadQuestion
from frictioncone_ros.pipeline.published_margin import acted_on_only
from frictioncone_ros.replay.bag import INPUTS
from frictioncone_ros.replay.row import Published, published_of, Row, row_of
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.session.inputs.plain_inputs import PlainInputs
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.values import FramedCommand, Snapshot
from frictioncone_ros.time_budget import out_of_time

PATIENCE = 60.0
"""Processor time one answer may take [s]."""

SAME_MOMENT = 1.0
"""Receipts further than this from the times of recording are of another clock [s]."""

SAME_CLOCK = 60.0
"""Stamps further than this from the times of recording are written in another clock [s]."""

MOST_ASKED = 500
"""Rows whose load factors are asked for at once: what their contacts need is kept until then."""

Key = tuple[int, int]
"""Stamp [ns] and sequence of a command."""


class Origin(NamedTuple):
    """
    How times of a bag are counted.

    begin: time of recording of its first input [ns], from which all times in seconds count.
    offset: how far the clock of its stamps is ahead of that of the recording [s], 0 for the same
    clock; None as long as nothing with a stamp has come.
    """

    begin: int
    offset: float | None

    def seconds(self, time: int) -> float:
        """Return a time of recording [ns] as time since the beginning [s]."""
        return (time - self.begin) * NANOSECOND


class OfflineNode:
    """
    Answers the commands of a bag.

    refusals: inputs that could not be used, when they came [s] and why.
    """

    def __init__(
        self,
        settings: NodeSettings,
        *,
        has_answers: bool,
        origin: Origin | None = None,
        now: float = 0.0,
    ) -> None:
        """
        Begin without inputs.

        has_answers: whether the node's own come among the messages. origin: of the bag, where its
        beginning is not among what comes; now: when it begins then [s].
        """
        self._rows: list[Row] = []
        self._asked: list[tuple[Row, LoadQuestion]] = []
        self.refusals: list[tuple[float, str]] = []
        # The same bag must have the same answers on any machine, however slow.
        patient = replace(settings.filter, time_budget=PATIENCE)
        settings = replace(settings, filter=patient)
        self._core = FilterCore(settings, StaticFrames(settings.placed_frames))
        self._core.activate()
        self._plain = PlainInputs()
        self._has_answers = has_answers
        self._waiting: dict[Key, tuple[float, FramedCommand]] = {}
        self._early: dict[Key, Published] = {}
        self._answered: set[Key] = set()
        self._origin = origin
        self._looked = now
        self._period = 1.0 / settings.number('watchdog_rate')
        self._snapshots: deque[tuple[float, Snapshot]] = deque()

    @property
    def rows(self) -> list[Row]:
        """What became of the commands."""
        self._settle()
        return self._rows

    @property
    def left_out(self) -> list[float]:
        """When commands came that the node did not answer [s], in a bag with answers."""
        return [now for now, _ in self._waiting.values()]

    @property
    def origin(self) -> Origin | None:
        """How times of the bag are counted, as far as what came tells."""
        return self._origin

    def take(self, role: str, time: int, message: Any) -> None:
        """Take one message at its time of recording [ns]."""
        if self._origin is None:
            self._origin = Origin(time, None)
        now = self._origin.seconds(time)
        try:
            if role == 'contacts':
                snapshot = admitted_snapshot(message, self._core.settings)
                self._clock_of(snapshot.stamp, time)
                self._snapshots.append((now, snapshot))
            elif role == 'desired':
                self._core.modes.desire(desired_mode_from_message(message.mode))
            elif role == 'filtered':
                self._take_answer(published_of(message, time), now)
            else:
                self._take_command(self._command(role, now, time, message), now)
        except InvalidInputError as error:
            self._refuse(role, now, str(error))

    def _refuse(self, role: str, now: float, reason: str) -> None:
        self.refusals.append((now, reason))
        code = FilterCode.INVALID_CONTACTS if role == 'contacts' else FilterCode.INVALID_COMMAND
        self._core.refusals.add(code, reason)

    def _command(self, role: str, now: float, time: int, message: Any) -> FramedCommand:
        if role in INPUTS:
            given = part_from_message(message, role)
            self._clock_of(given[2], time)
            return self._plain.joined(
                role, given, (now, self._stamp_clock(now)), self._core.settings
            )
        command = command_from_message(message)
        self._clock_of(command.stamp, time)
        return command

    def _take_command(self, command: FramedCommand, now: float) -> None:
        """Answer a command that was recorded now [s], or keep it until the node's answer comes."""
        key = command.stamp, command.sequence
        if not self._has_answers:
            self._watch(now)
            self._take_contacts(now, None)
            self._answer(command, now, None)
        elif key in self._early:
            answer = self._early.pop(key)
            self._answer_again(command, self._moment_of(answer, now), answer)
        elif key not in self._answered:
            self._waiting[key] = now, command

    def _take_answer(self, answer: Published, now: float) -> None:
        """Do again what the node said that it did, recorded now [s]."""
        if answer.key in self._waiting:
            _, command = self._waiting.pop(answer.key)
            self._answer_again(command, self._moment_of(answer, now), answer)
        elif answer.key in self._answered:
            self._look_again(self._moment_of(answer, now), answer)
        else:
            self._early[answer.key] = answer

    def _answer_again(self, command: FramedCommand, now: float, answer: Published) -> None:
        self._answered.add(answer.key)
        self._take_contacts(now, answer.contacts_stamp)
        with _as_late_as(answer):
            self._answer(command, now, answer)

    def _look_again(self, now: float, answer: Published) -> None:
        self._take_contacts(now, answer.contacts_stamp)
        with _as_late_as(answer):
            self._note_sent(self._look(now), now, answer)

    def _answer(self, command: FramedCommand, now: float, answer: Published | None) -> None:
        if not self._core.take_command(command, now):
            return
        with acted_on_only():
            outcome = self._core.tick(now, self._stamp_clock(now))
        self._note_sent(outcome, now, answer)
        self._looked = now
        row = row_of(now, outcome, answer)
        self._rows.append(row)
        question = None if _had_no_time(answer) else load_question(outcome.assessment)
        if question is not None:
            self._asked.append((row, question))
            if len(self._asked) == MOST_ASKED:
                self._settle()

    def _settle(self) -> None:
        """Ask for the load factors of the latest rows, all at once."""
        found = load_factors([question for _, question in self._asked])
        for (row, _), factor in zip(self._asked, found, strict=True):
            row.load_factor = factor
        self._asked.clear()

    def _look(self, now: float) -> Outcome:
        with acted_on_only():
            outcome = self._core.look(now, self._stamp_clock(now))
        self._looked = now
        return outcome

    def _note_sent(self, outcome: Outcome, now: float, answer: Published | None) -> None:
        """Let rates count from when the node published an answer."""
        if answer is not None and outcome.publish:
            self._core.note_sent(now, answer.seconds)

    def _watch(self, now: float) -> None:
        """Look at the watchdog's rate as long as nothing comes."""
        while now - self._looked > self._period:
            self._take_contacts(self._looked + self._period, None)
            self._look(self._looked + self._period)

    def _moment_of(self, answer: Published, now: float) -> float:
        """Return when the node began with an answer [s], where the bag has the same clock."""
        if abs(answer.received - answer.time) * NANOSECOND > SAME_MOMENT:
            return now
        return (
            now
            if self._origin is None
            else max(self._looked, self._origin.seconds(answer.received))
        )

    def _take_contacts(self, now: float, stamp: int | None) -> None:
        """Take the snapshots that had come, up to the one a node says it used [ns]."""
        while self._snapshots:
            received, snapshot = self._snapshots[0]
            if received > now or (stamp and snapshot.stamp > stamp):
                return
            self._snapshots.popleft()
            self._core.take_contacts(snapshot, received)

    def _clock_of(self, stamp: int, time: int) -> None:
        """Learn from the first stamp whether stamps are written in another clock."""
        if self._origin is not None and self._origin.offset is None and stamp:
            difference = (stamp - time) * NANOSECOND
            offset = difference if abs(difference) > SAME_CLOCK else 0.0
            self._origin = self._origin._replace(offset=offset)

    def _stamp_clock(self, now: float) -> float:
        begin, offset = self._origin or (0, None)
        return now + begin * NANOSECOND + (offset or 0.0)


@contextmanager
def _as_late_as(answer: Published) -> Iterator[None]:
    """Have as little time as the node had for an answer, as far as it says so."""
    if _had_no_time(answer):
        with out_of_time(whole=answer.is_overrun):
            yield
    else:
        yield


def _had_no_time(answer: Published | None) -> bool:
    return answer is not None and (answer.is_overrun or answer.is_not_judged)
