# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a node published, as a bag has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.messages.constants import CARRIED_NOT_KNOWN
from frictioncone_ros.messages.numbers import NANOSECONDS, six_from_message, time_from_message
from frictioncone_ros.session.values import PARTS
from frictioncone_ros.spatial.arrays import Array


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
        FilterCode.OVERRUN in message.status.codes,
        int(message.will_be_carried) == CARRIED_NOT_KNOWN,
        time_from_message(message.contacts_stamp, 'filtered command'),
        sent - round(float(message.compute_time) * NANOSECONDS),
        float(message.compute_time),
    )


def prediction_of(message: Any, time: int) -> Prediction:
    """Return what a ContactModePrediction that was recorded at a time [ns] says can happen."""
    modes = tuple(str(mode.text) for mode in message.modes)
    return Prediction(time, modes, bool(message.exhaustive))
