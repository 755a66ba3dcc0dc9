# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One command of a bag, what the filter answers to it now, and what the node answered then.

What a node published, as a bag has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.messages.constants import CARRIED_NOT_KNOWN
from frictioncone_ros.messages.numbers import NANOSECONDS, six_from_message, time_from_message
from frictioncone_ros.session.outcome import Outcome, output_parts
from frictioncone_ros.session.values import PARTS
from frictioncone_ros.spatial.arrays import Array

OVERRUN = int(FilterCode.OVERRUN)


@dataclass(frozen=True, eq=False)
class Published:
    """
    What the node sent: parts (6,) each, the worst code; margin [N], load factor if judged.

    time: of recording [ns]. key: stamp [ns] and sequence of the command. is_overrun: whether the
    time for an answer was over, is_not_judged: that for what compliant contacts carry, or that
    could not be asked. contacts_stamp: of the snapshot it used [ns], 0 for none or one without a
    stamp. received: when the command came by the node's clock [ns], within the microsecond.
    seconds: until it was answered [s].
    """

    time: int
    key: tuple[int, int]
    parts: dict[str, Array]
    code: int
    margin: float | None
    text: str
    load_factor: float | None
    is_overrun: bool
    is_not_judged: bool
    contacts_stamp: int
    received: int
    seconds: float


@dataclass(frozen=True)
class Prediction:
    """A published prediction: when [ns], its modes, a letter a contact, and whether it has all."""

    time: int
    modes: tuple[str, ...]
    exhaustive: bool


def published_of(message: Any, time: int) -> Published:
    """Return what a FilteredCommand that was recorded at a time [ns] says was sent."""
    parts = {
        part: six_from_message(getattr(message, part), part, 'filtered command')
        for part in PARTS
        if getattr(message, f'has_{part}')
    }
    margin = float(message.margin) if message.has_margin else None
    factor = float(message.load_factor) if message.has_load_factor else None
    sent = time_from_message(message.header.stamp, 'filtered command')
    return Published(
        time,
        (
            time_from_message(message.command_stamp, 'filtered command'),
            int(message.command_sequence),
        ),
        parts,
        int(message.status.code),
        margin,
        str(message.status.text),
        factor,
        OVERRUN in bytes(message.status.codes),
        int(message.will_be_carried) == CARRIED_NOT_KNOWN,
        time_from_message(message.contacts_stamp, 'filtered command'),
        sent - round(float(message.compute_time) * NANOSECONDS),
        float(message.compute_time),
    )


def prediction_of(message: Any, time: int) -> Prediction:
    """Return what a ContactModePrediction that was recorded at a time [ns] says can happen."""
    modes = tuple(str(mode.text) for mode in message.modes)
    return Prediction(time, modes, bool(message.exhaustive))


LAST_DIGITS = 1e-9
"""Differences below this are of rounding [N, Nm, m/s, ...]."""


@dataclass(eq=False)
class Row:
    """
    One command and its answer.

    time: since the beginning of the bag [s]. key: stamp [ns] and sequence of the command.
    asked, sent: parts (6,) each. code, margin, text: of the answer. touched: the contacts and
    their forces (c,) [N], None where none ever came. published: what the node answered; None
    where the bag has no answer to it. load_factor: of the answer; None where it is not known.
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

    def sends_the_same(self, other: Row) -> bool:
        """Tell whether another row answers the same command with the same numbers and status."""
        return (
            (self.time, self.key, self.code) == (other.time, other.key, other.code)
            and self.sent.keys() == other.sent.keys()
            and all(
                values.tobytes() == other.sent[name].tobytes()
                for name, values in self.sent.items()
            )
        )

    @property
    def identical(self) -> bool:
        """Whether every number is the published one, bit for bit, and no part is missing."""
        if self.published is None or self.sent.keys() != self.published.parts.keys():
            return False
        return all(
            self.sent[name].tobytes() == values.tobytes()
            for name, values in self.published.parts.items()
        )


def row_of(now: float, outcome: Outcome, answer: Published | None) -> Row:
    """
    Return the row of an answer given at a time [s], beside the one that was published.

    Its load factor is asked for later, with that of others.
    """
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
        outcome.removed_fraction,
        assessment.text,
        touched,
        answer,
    )
