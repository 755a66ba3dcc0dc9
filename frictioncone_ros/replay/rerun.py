# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter run once more over recorded inputs, at the times at which they were recorded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import command_from_message, part_from_message
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.replay.answers import Published, published_of
from frictioncone_ros.replay.bag import INPUT_ROLES, INPUTS, Recording
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.session.inputs.plain_inputs import PlainInputs
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.sent_parts import output_parts
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial.arrays import Array

PATIENCE = 60.0
"""Processor time one answer may take [s]."""


LAST_DIGITS = 1e-9
"""Differences below this are of rounding [N, Nm, m/s, ...]."""

FACTOR_PERIOD = 0.25
"""How often the load factor is worked out, which takes longer than the answer [s]."""

SAME_MOMENT = 1.0
"""Receipts further than this from the times of recording are of another clock [s]."""

SAME_CLOCK = 60.0
"""Stamps further than this from the times of recording are written in another clock [s]."""


@dataclass(eq=False)
class Row:
    """
    One command and its answer.

    time: since the beginning of the bag [s]. key: stamp [ns] and sequence of the command.
    asked, sent: parts (6,) each. code, margin, text: of the answer. touched: the contacts and
    their forces (c,) [N], None where none ever came. published: what the node answered; None
    where the bag has no answer to it. load_factor: of the answer; None where it is not known or
    was not worked out: of a few commands a second it is.
    """

    time: float
    key: tuple[int, int]
    asked: dict[str, Array]
    sent: dict[str, Array]
    code: FilterCode
    margin: float | None
    removed_fraction: float
    text: str
    touched: tuple[ContactState, Array] | None = None
    published: Published | None = None
    load_factor: float | None = None

    @cached_property
    def margins(self) -> dict[str, float]:
        """Slip margin [N] of each contact by name, computed when it is first asked for."""
        if self.touched is None:
            return {}
        state, forces = self.touched
        # Not whole reports of contacts: ten minutes have a million contact forces.
        components = forces.tolist()
        return {
            contact.name: contact.friction.slip_margin(components[part])
            for contact, part in zip(state.contacts, component_slices(state), strict=True)
        }

    @cached_property
    def used_friction(self) -> dict[str, float]:
        """Which part of its friction each contact uses, by name: 1 is about to slip [-]."""
        if self.touched is None:
            return {}
        state, forces = self.touched
        components = forces.tolist()
        return {
            contact.name: contact.friction.utilisation(components[part])
            for contact, part in zip(state.contacts, component_slices(state), strict=True)
        }

    @property
    def difference(self) -> float | None:
        """Largest difference of any component from what was published; None without answer."""
        if self.published is None:
            return None
        zero = np.zeros(6)
        names = {*self.sent, *self.published.parts}
        pairs = [(self.sent.get(n, zero), self.published.parts.get(n, zero)) for n in names]
        return max((float(np.abs(one - other).max()) for one, other in pairs), default=0.0)

    @property
    def differs_in_last_digits(self) -> bool:
        """Whether it is the published answer but for rounding, where another start led to it."""
        difference = self.difference
        return difference is not None and not self.identical and difference <= LAST_DIGITS

    @property
    def identical(self) -> bool:
        """Whether every number is the published one, bit for bit, and no part is missing."""
        if self.published is None or self.sent.keys() != self.published.parts.keys():
            return False
        return all(
            self.sent[name].tobytes() == values.tobytes()
            for name, values in self.published.parts.items()
        )


def rerun(
    recording: Recording, settings: NodeSettings, progress: Callable[[int], None] = lambda _: None
) -> list[Row]:
    """
    Return a row for each command the filter took; refused inputs count as faults.

    Where the bag has answers, commands without one are left out: the node did not get them, as
    only the newest counts, and what it did not get does not move its memory. Ctrl-C ends it with
    the rows that there are, and it is among the faults.
    """
    offline = _Offline(settings, _answers(recording))
    try:
        for count, (role, time, message) in enumerate(recording.messages(INPUT_ROLES)):
            offline.take(role, time, message)
            progress(count)
    except KeyboardInterrupt:
        recording.interrupted = True
        recording.faults.append(f'interrupted: {len(offline.rows)} commands were filtered')
    if offline.refused:
        recording.faults.append(
            f'{offline.refused} inputs refused, the first: {offline.first_refusal}'
        )
    recording.left_out = offline.left_out
    return offline.rows


def _answers(recording: Recording) -> dict[tuple[int, int], Published]:
    """Return the first answer to each command, by the command's stamp and sequence."""
    found: dict[tuple[int, int], Published] = {}
    for _, _, message in recording.messages({'filtered'}):
        key = (time_from_message(message.command_stamp), int(message.command_sequence))
        if key not in found:
            found[key] = published_of(message)
    return found


class _Offline:
    """The filter's core between recorded messages."""

    def __init__(
        self, settings: NodeSettings, published: dict[tuple[int, int], Published]
    ) -> None:
        self.rows: list[Row] = []
        self.published = published
        self.refused, self.first_refusal, self.left_out = 0, '', 0
        # The same bag must have the same answers on any machine, however slow.
        patient = replace(settings.filter, time_budget=PATIENCE)
        settings = replace(settings, filter=patient)
        self._core = FilterCore(settings, StaticFrames(settings.placed_frames))
        self._core.activate()
        self._plain = PlainInputs()
        self._begin: int | None = None
        self._offset: float | None = None
        self._looked = 0.0
        self._next_factor = 0.0
        self._period = 1.0 / settings.number('watchdog_rate')
        self._snapshots: deque[tuple[float, Snapshot]] = deque()

    def take(self, role: str, time: int, message: Any) -> None:
        """Take one message at its time of recording [ns]."""
        if self._begin is None:
            self._begin = time
        now = (time - self._begin) * NANOSECOND
        try:
            if role == 'contacts':
                snapshot = admitted_snapshot(message, self._core.settings)
                self._clock_of(snapshot.stamp, time)
                self._snapshots.append((now, snapshot))
            else:
                self._take_command(role, now, time, message)
        except InvalidInputError as error:
            self.refused += 1
            self.first_refusal = self.first_refusal or str(error)
            code = (
                FilterCode.INVALID_CONTACTS if role == 'contacts' else FilterCode.INVALID_COMMAND
            )
            self._core.refusals.add(code, str(error))

    def _take_command(self, role: str, now: float, time: int, message: Any) -> None:
        if role in INPUTS:
            given = part_from_message(message, role)
            self._clock_of(given[2], time)
            command = self._plain.joined(role, given, now, self._core.settings)
        else:
            command = command_from_message(message)
            self._clock_of(command.stamp, time)
        answer = self.published.get((command.stamp, command.sequence))
        if self.published and answer is None:
            self.left_out += 1
            return
        if answer is not None:
            now = self._moment_of(answer, time, now)
        self._watch(now)
        self._take_contacts(now, None if answer is None else answer.contacts_stamp)
        if self._core.take_command(command, now):
            self._answer(now, answer)

    def _answer(self, now: float, answer: Published | None) -> None:
        outcome = self._core.tick(now, self._stamp_clock(now))
        self._looked = now
        row = _row(now, outcome, answer)
        if now >= self._next_factor:
            row.load_factor = outcome.assessment.load_factor
            self._next_factor = now + FACTOR_PERIOD
        self.rows.append(row)

    def _moment_of(self, answer: Published, time: int, now: float) -> float:
        """Return when the node received the command [s], where the bag has the same clock."""
        difference = (answer.received - time) * NANOSECOND
        return now if abs(difference) > SAME_MOMENT else max(self._looked, now + difference)

    def _take_contacts(self, now: float, stamp: int | None) -> None:
        """Take the snapshots that had come, up to the one a node says it used [ns]."""
        while self._snapshots:
            received, snapshot = self._snapshots[0]
            if received > now or (stamp and snapshot.stamp > stamp):
                return
            self._snapshots.popleft()
            self._core.take_contacts(snapshot, received)

    def _watch(self, now: float) -> None:
        """Tick at the watchdog's rate as long as nothing comes."""
        while now - self._looked > self._period:
            self._looked += self._period
            self._take_contacts(self._looked, None)
            self._core.tick(self._looked, self._stamp_clock(self._looked))

    def _clock_of(self, stamp: int, time: int) -> None:
        """Learn from the first stamp whether stamps are written in another clock."""
        if self._offset is None and stamp:
            difference = (stamp - time) * NANOSECOND
            self._offset = difference if abs(difference) > SAME_CLOCK else 0.0

    def _stamp_clock(self, now: float) -> float:
        return now + (self._begin or 0) * NANOSECOND + (self._offset or 0.0)


def _row(now: float, outcome: Outcome, answer: Published | None) -> Row:
    assessment, command = outcome.assessment, outcome.command
    codes, prepared = outcome.codes, assessment.prepared
    touched = None if prepared is None else (prepared.state, assessment.contact_forces)
    return Row(
        now,
        (command.stamp, command.sequence),
        dict(command.parts),
        output_parts(outcome),
        codes[0] if codes else FilterCode.OK,
        assessment.margin,
        assessment.removed_fraction,
        assessment.text,
        touched,
        answer,
    )
