# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a planner and a controller beside the filter say and hear, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.msg import ContactMode, ContactModePrediction, FilteredCommand
from frictioncone_ros.ros.conversions.geometry import six_from_message, time_from_message
from frictioncone_ros.spatial import Array
from frictioncone_ros.srv import SetDesiredMode


@dataclass(frozen=True, eq=False)
class FilteredAnswer:
    """
    What the filter answered to one command.

    sequence: of the command. contacts_stamp: of the snapshot it was judged with [ns]. wrench,
    twist: (6,) as commanded. margin: not a number where it was not judged. feasible: whether the
    contacts can carry the command. compute_time [s].
    """

    sequence: int
    contacts_stamp: int
    wrench: Array
    twist: Array
    margin: float
    feasible: bool
    code: int
    compute_time: float


@dataclass(frozen=True)
class PredictedMode:
    """One predicted mode; contact_names is empty where the order is the snapshot's."""

    text: str
    contact_names: tuple[str, ...]


def answer_from_message(message: FilteredCommand) -> FilteredAnswer:
    """Return the part of an answer that a controller needs."""
    return FilteredAnswer(
        int(message.command_sequence),
        time_from_message(message.contacts_stamp),
        six_from_message(message.wrench, 'wrench'),
        six_from_message(message.twist, 'twist'),
        float(message.margin) if message.has_margin else float('nan'),
        bool(message.command_feasible),
        int(message.status.code),
        float(message.compute_time),
    )


def modes_from_message(message: ContactModePrediction) -> tuple[PredictedMode, ...]:
    """Return all predicted modes."""
    return tuple(
        PredictedMode(str(mode.text), tuple(str(name) for name in mode.contact_names))
        for mode in message.modes
    )


def mode_request(text: str, contact_names: tuple[str, ...]) -> SetDesiredMode.Request:
    """Return the request for a desired mode of named contacts."""
    return SetDesiredMode.Request(mode=ContactMode(text=text, contact_names=list(contact_names)))
