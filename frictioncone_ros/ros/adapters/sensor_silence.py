# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""When a simulated sensor that speaks only of contact has been silent for so long."""

from __future__ import annotations

from frictioncone_ros.session.inputs.latest_input import NANOSECOND


class SensorSilence:
    """
    Judges silence by two clocks: the steady one [s], and the node's own [ns], often simulated.

    By the steady clock alone a simulation that is slower than real time would be silent between
    two messages, and one that stands still for as long as it does; by the simulated clock alone
    one that is faster would be silent while its messages are on their way.
    """

    def __init__(self, timeout: float, now: float, clock: int) -> None:
        """Begin to listen; timeout [s] by either clock."""
        self._timeout = timeout
        self._said = clock
        self.end(now, clock)

    def end(self, now: float, clock: int) -> None:
        """Note that a message came."""
        self._since, self._clock_then = now, clock

    def is_to_be_said(self, now: float, clock: int) -> bool:
        """Tell whether silence is to be said now: once at each reading of the node's clock."""
        # A simulation that was reset counts from its beginning.
        self._clock_then = min(self._clock_then, clock)
        elapsed = min(now - self._since, (clock - self._clock_then) * NANOSECOND)
        if elapsed < self._timeout or clock == self._said:
            return False
        self._said = clock
        return True
