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
from typing import Any

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
from frictioncone_ros.replay.exchange import Exchange
from frictioncone_ros.replay.origin import Origin
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

MOST_ASKED = 500
"""Rows whose load factors are asked for at once: what their contacts need is kept until then."""

OLD_COMMAND = 'commands have an older stamp or sequence than one before, and are not taken'
OLD_CONTACTS = 'snapshots have an older stamp than one before, and are not taken'
UNUSED_CONTACTS = 'snapshots have a later stamp than the one the node used after them'
"""What is passed over, in words."""


class OfflineNode:
    """
    Answers the commands of a bag.

    refusals: inputs that could not be used, when they came [s] and why. passed: messages that
    could, and were not, likewise; why is one of a few sentences.
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
        self.passed: list[tuple[float, str]] = []
        # The same bag must have the same answers on any machine, however slow.
        patient = replace(settings.filter, time_budget=PATIENCE)
        settings = replace(settings, filter=patient)
        self._core = FilterCore(settings, StaticFrames(settings.placed_frames))
        self._core.activate()
        self._plain = PlainInputs()
        self._has_answers = has_answers
        self._exchange = Exchange()
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
        return self._exchange.left_out

    @property
    def alone(self) -> list[float]:
        """When answers came whose command is not in the bag [s]."""
        return self._exchange.alone

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
                self._require_not_ahead(snapshot.stamp, now, 'contacts')
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
            self._require_not_ahead(given[2], now, f'{role} command')
            return self._plain.joined(
                role, given, (now, self._stamp_clock(now)), self._core.settings
            )
        command = command_from_message(message)
        self._clock_of(command.stamp, time)
        self._require_not_ahead(command.stamp, now, 'command')
        return command

    def _take_command(self, command: FramedCommand, now: float) -> None:
        """Answer a command that was recorded now [s], or keep it until the node's answer comes."""
        if not self._has_answers:
            self._watch(now)
            self._take_contacts(now, None)
            self._answer(command, now, None)
            return
        answer = self._exchange.ask(command, now)
        if answer is not None:
            self._answer_again(command, self._moment_of(answer, now), answer)

    def _take_answer(self, answer: Published, now: float) -> None:
        """Do again what the node said that it did, recorded now [s]."""
        when = self._moment_of(answer, now)
        command = self._exchange.answer(answer, when, now)
        if command is not None:
            self._answer_again(command, when, answer)
        elif self._exchange.knows(answer.key):
            self._look_again(when, answer)

    def _answer_again(self, command: FramedCommand, now: float, answer: Published) -> None:
        self._take_contacts(now, answer.contacts_stamp)
        with _as_late_as(answer):
            self._answer(command, now, answer)

    def _look_again(self, now: float, answer: Published) -> None:
        self._take_contacts(now, answer.contacts_stamp)
        with _as_late_as(answer):
            self._note_sent(self._look(now), now, answer)

    def _answer(self, command: FramedCommand, now: float, answer: Published | None) -> None:
        if not self._core.take_command(command, now):
            self.passed.append((now, OLD_COMMAND))
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
        used = self._place_of(stamp, now) if stamp else -1
        while self._snapshots:
            received, snapshot = self._snapshots[0]
            is_later = stamp is not None and stamp != 0 and snapshot.stamp > stamp
            if received > now or (is_later and used < 0):
                return
            self._snapshots.popleft()
            used -= 1
            if is_later:
                self.passed.append((received, UNUSED_CONTACTS))
            elif not self._core.take_contacts(snapshot, received):
                self.passed.append((received, OLD_CONTACTS))

    def _place_of(self, stamp: int, now: float) -> int:
        """Return where a snapshot waits that had come by now [s]; -1 where it does not."""
        places = enumerate(self._snapshots)
        return max((n for n, (at, one) in places if at <= now and one.stamp == stamp), default=-1)

    def _require_not_ahead(self, stamp: int, now: float, where: str) -> None:
        """
        Refuse a stamp [ns] far ahead of the clock as the node does, where no answers tell.

        The recorder's clock may be behind the node's; stamps of another clock run otherwise.
        """
        origin = self._origin
        if self._has_answers or origin is None or origin.offset != 0.0:
            return
        clock = self._stamp_clock(now)
        if stamp * NANOSECOND - clock > max(origin.lead, 0.0) + SAME_MOMENT:
            self._core.require_not_ahead(stamp, clock, where)

    def _clock_of(self, stamp: int, time: int) -> None:
        """Learn from the first stamp whether stamps are written in another clock."""
        if self._origin is not None and self._origin.offset is None and stamp:
            self._origin = self._origin.told(stamp, time)

    def _stamp_clock(self, now: float) -> float:
        return now if self._origin is None else self._origin.stamp_clock(now)


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
