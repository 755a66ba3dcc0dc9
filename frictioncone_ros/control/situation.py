# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the outside world looks like at one tick; all clocks are arguments."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from frictioncone_ros.control.mode_verdict import ModeVerdict, NOT_PREDICTED, unknown_modes
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError


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
