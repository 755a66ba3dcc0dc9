# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a planner and a controller beside the filter say and hear, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.estimation.plausibility import SeenContact
from frictioncone_ros.messages.numbers import (
    six_from_message,
    three_from_message,
    time_from_message,
)
from frictioncone_ros.msg import (
    ContactMode,
    ContactModePrediction,
    ContactPoint,
    ContactState,
    ContactStateArray,
    FilteredCommand,
)
from frictioncone_ros.spatial import Array
from frictioncone_ros.srv import SetDesiredMode


@dataclass(frozen=True, eq=False)
class FilteredAnswer:
    """
    What the filter answered to one command.

    sequence: of the command. contacts_stamp: of the snapshot it was judged with [ns]. wrench,
    twist: (6,) as commanded. margin: not a number where it was not judged. feasible: whether the
    contacts can carry the command. codes: all that hold, code the worst. compute_time [s].
    """

    sequence: int
    contacts_stamp: int
    wrench: Array
    twist: Array
    margin: float
    feasible: bool
    code: int
    codes: frozenset[int]
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
        frozenset(map(int, message.status.codes)),
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


@dataclass(frozen=True, eq=False)
class ReceivedContacts:
    """
    What an estimator tells of contacts that touch.

    positions: (k, 3) in the snapshot's frame [m]. forces: (k, 3) on the moving body [N], None
    where one of them was not measured. stamp: of the measurement [ns].
    """

    names: tuple[str, ...]
    positions: Array
    forces: Array | None
    stamp: int


def received_contacts_from_message(message: ContactStateArray) -> ReceivedContacts:
    """Return the contacts that touch, candidates left out."""
    touching = [contact for contact in message.contacts if contact.in_contact]
    positions = [
        three_from_message(one.point.position, 'position', one.point.name) for one in touching
    ]
    forces = [
        three_from_message(one.force, 'force', one.point.name) for one in touching if one.has_force
    ]
    return ReceivedContacts(
        tuple(str(contact.point.name) for contact in touching),
        np.reshape(positions, (-1, 3)),
        np.reshape(forces, (-1, 3)) if len(forces) == len(touching) else None,
        time_from_message(message.header.stamp),
    )


@dataclass(frozen=True, eq=False)
class UncheckedSnapshot:
    """What was told at once: frame, stamp [ns], and the contacts, candidates among them."""

    frame: str
    stamp: int
    contacts: tuple[SeenContact, ...]


def seen_from_message(message: ContactStateArray) -> UncheckedSnapshot:
    """Return a snapshot as it was told, whatever may be wrong with it."""
    return UncheckedSnapshot(
        str(message.header.frame_id),
        time_from_message(message.header.stamp),
        tuple(_seen(contact) for contact in message.contacts),
    )


def _seen(contact: ContactState) -> SeenContact:
    point = contact.point
    slippery = point.friction_model == ContactPoint.FRICTIONLESS
    return SeenContact(
        str(point.name),
        bool(contact.in_contact),
        np.array((point.position.x, point.position.y, point.position.z)),
        np.array((point.normal.x, point.normal.y, point.normal.z)),
        None if slippery else float(point.friction_coefficient),
        float(contact.distance) if contact.has_distance else None,
        np.array((contact.force.x, contact.force.y, contact.force.z))
        if contact.has_force
        else None,
    )
