# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How times of a bag are counted, and which clock its stamps are written in."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.session.inputs.latest_input import NANOSECOND

SAME_CLOCK = 60.0
"""Stamps further than this from the times of recording are written in another clock [s]."""


class Origin(NamedTuple):
    """
    How times of a bag are counted.

    begin: time of recording of its first input [ns], from which all times in seconds count.
    offset: how far the clock of its stamps is ahead of that of the recording [s], 0 for the same
    clock; None as long as nothing with a stamp has come. lead: how far the first stamp was [s].
    """

    begin: int
    offset: float | None
    lead: float = 0.0

    def seconds(self, time: int) -> float:
        """Return a time of recording [ns] as time since the beginning [s]."""
        return (time - self.begin) * NANOSECOND

    def told(self, stamp: int, time: int) -> Origin:
        """Return what the first stamp tells, of a message recorded at a time [ns]."""
        lead = (stamp - time) * NANOSECOND
        return self._replace(offset=lead if abs(lead) > SAME_CLOCK else 0.0, lead=lead)

    def stamp_clock(self, now: float) -> float:
        """Return the clock of stamps [s] at a time since the beginning [s]."""
        return now + self.begin * NANOSECOND + (self.offset or 0.0)
