# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The newest message of one input, and whether the next one is newer still.

Contacts that came again as they were.

What depends on the contacts only takes longer to work out than an answer takes. Sources that
publish at a rate, whether or not something moved, would have it worked out for nothing.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Generic, TypeVar

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState
from frictioncone_ros.session.values import FramedCommand, Snapshot

Value = TypeVar('Value', FramedCommand, Snapshot)

NANOSECOND = 1e-9
"""Stamps are counted in nanoseconds [s]."""


class LatestInput(Generic[Value]):
    """
    The last accepted value, when it was received, and the order of what came.

    value, received [s, steady clock]: None until the first one; value also after `drop`. count:
    how many came; out_of_order: how many of them were dropped because a newer one had come before.
    """

    def __init__(self) -> None:
        """Begin without a value."""
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget the value and the counts, as after activation."""
        self.count = 0
        self.out_of_order = 0
        self.value: Value | None = None
        self.received: float | None = None
        self._order_counts = False

    def drop(self) -> None:
        """Hold no value any more; when the last one came, and how many, is still known."""
        self.value = None

    def forget_order(self) -> None:
        """Take whatever comes next: after a jump back of the clock every new stamp looks old."""
        self._order_counts = False

    def take(self, value: Value, now: float, timeout: float, *, in_order: bool = False) -> bool:
        """
        Take a value received now [s]; False where an older one came after a newer.

        in_order: whether that was judged already.

        After a timeout [s] without a newer one the order counts no more: a sender that was
        started again counts from the beginning.
        """
        self.count += 1
        in_time = self.received is not None and now - self.received <= timeout
        if (
            self._order_counts
            and not in_order
            and in_time
            and self.value is not None
            and _is_older(value, self.value)
        ):
            self.out_of_order += 1
            return False
        self.value, self.received, self._order_counts = value, now, True
        return True

    @property
    def stamp(self) -> float | None:
        """When it was sent [s, the senders' clock]; None where it does not say."""
        return (
            None if self.value is None or not self.value.stamp else (self.value.stamp * NANOSECOND)
        )

    def age(self, now: float) -> float | None:
        """How long ago it was received [s]; None before the first."""
        return None if self.received is None else now - self.received


def _is_older(new: FramedCommand | Snapshot, last: FramedCommand | Snapshot) -> bool:
    """Tell whether a message was sent before the last one: by stamp, else by sequence."""
    if new.stamp and last.stamp and new.stamp != last.stamp:
        return new.stamp < last.stamp
    if new.sequence and last.sequence:
        return new.sequence < last.sequence
    return False


def with_known_state(snapshot: Snapshot, previous: Snapshot | None) -> Snapshot:
    """Return a snapshot with the state of the previous one where both are equal in every bit."""
    if previous is None or not same_state(snapshot.state, previous.state):
        return snapshot
    return replace(snapshot, state=previous.state)


def same_state(one: ContactState, other: ContactState) -> bool:
    """Tell whether two states are equal in every bit."""
    if one is other:
        return True
    if len(one.contacts) != len(other.contacts):
        return False
    # Positions first: of a body that moves they differ, and nothing else is looked at.
    return all(map(_same_point, one.contacts, other.contacts)) and _same_fields(
        one, other, _STATE_FIELDS
    )


def _same_point(one: ContactPoint, other: ContactPoint) -> bool:
    return _same_fields(one, other, _POINT_FIELDS)


def _same_fields(one: object, other: object, names: tuple[str, ...]) -> bool:
    mine, others = one.__dict__, other.__dict__
    return all(_same(mine[name], others[name]) for name in names)


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray):
        # Bits, not values: minus zero divides otherwise than zero.
        return (
            isinstance(other, np.ndarray)
            and one.shape == other.shape
            and one.tobytes() == other.tobytes()
        )
    return type(one) is type(other) and one == other


_POINT_FIELDS = tuple(entry.name for entry in fields(ContactPoint))
_STATE_FIELDS = tuple(entry.name for entry in fields(ContactState) if entry.name != 'contacts')
