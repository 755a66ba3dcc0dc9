# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What the outside world looks like at one tick; all clocks are arguments.

What is known of the contact modes that a command can produce, and what is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError


@dataclass(frozen=True)
class ModeVerdict:
    """
    What a mode prediction, made at its own rate, says about the present command.

    consistent_count: number of contact modes found that the command can produce; least_margin:
    the least of their distances to their own conditions [N]; desired_is_consistent: None where no
    mode is desired, or where it is not known; exhaustive: whether every mode was judged. reason:
    why it was not, or why nothing at all is known; for people.
    """

    consistent_count: int
    least_margin: float = inf
    desired_is_consistent: bool | None = None
    exhaustive: bool = True
    reason: str = ''

    @property
    def code(self) -> FilterCode:
        """
        OK only where exactly one mode is possible, all were judged, and it is the desired.

        What was found is certain, however early the search ended; what was not found is certain
        only where every mode was judged.
        """
        if self.exhaustive and self.desired_is_consistent is False:
            return FilterCode.MODE_INCONSISTENT
        if self.consistent_count > 1:
            return FilterCode.AMBIGUOUS_MODE
        if not self.exhaustive:
            return FilterCode.MODE_UNKNOWN
        return FilterCode.OK if self.consistent_count else FilterCode.NO_MODE


def unknown_modes(reason: str) -> ModeVerdict:
    """Return the verdict that nothing is known, and why."""
    return ModeVerdict(0, exhaustive=False, reason=reason)


MODE_CODES = frozenset(
    (
        FilterCode.MODE_UNKNOWN,
        FilterCode.AMBIGUOUS_MODE,
        FilterCode.NO_MODE,
        FilterCode.MODE_INCONSISTENT,
    )
)
"""What a mode prediction can say against a command; none of them makes an input invalid."""

NOT_PREDICTED = unknown_modes('no prediction of this command has been made')
"""In force until the first prediction."""


@dataclass(frozen=True)
class Situation:
    """
    What the outside world looks like at one tick.

    now: [s] of a clock that never jumps; receipts are measured with it.
    stamp_clock: [s] now, of the clock the stamps are written in (simulated time may stand still
        or jump back).
    command_received, contacts_received: [s] of the first clock, None: never.
    command_stamp, contacts_stamp: [s] of the second clock, None: the message has none.
    active: the node's lifecycle; enabled: its service. emergency_stop: asserted now; reset: asked
    for since the last tick. command_publishers: how many command at once.
    modes: the last prediction, None where there is none; modes_age: [s] since it was asked for;
        modes_timeout: [s] age up to which it counts.
    external_faults: conditions found outside that forbid to follow (a frame is unknown).
    """

    now: float = 0.0
    stamp_clock: float = 0.0
    command_received: float | None = None
    command_stamp: float | None = None
    contacts_received: float | None = None
    contacts_stamp: float | None = None
    active: bool = True
    enabled: bool = True
    emergency_stop: bool = False
    reset: bool = False
    command_publishers: int = 1
    modes: ModeVerdict | None = None
    modes_age: float = 0.0
    modes_timeout: float = 0.0
    external_faults: tuple[FilterCode, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a clock that does not tell the time."""
        if not (isfinite(self.now) and isfinite(self.stamp_clock)):
            raise InvalidInputError('clock', (self.now, self.stamp_clock), 'finite seconds')

    @property
    def current_modes(self) -> ModeVerdict | None:
        """The last prediction, None where it is too old: it was of another moment."""
        # Written so that an age that is not a number makes it old.
        return self.modes if abs(self.modes_age) <= self.modes_timeout else None

    @property
    def known_modes(self) -> ModeVerdict:
        """What is known of the modes now: the last prediction, or why there is none."""
        if self.modes is None:
            return NOT_PREDICTED
        return self.current_modes or unknown_modes(
            f'the last prediction is older than {self.modes_timeout:g} s'
        )
