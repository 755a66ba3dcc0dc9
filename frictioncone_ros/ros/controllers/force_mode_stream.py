# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which service call is due where a stream of wrenches feeds a controller that takes calls."""

from __future__ import annotations

from enum import Enum

import numpy as np

from frictioncone_ros.spatial import Array


class Call(Enum):
    """The two services of a force mode."""

    START = 'start_force_mode'
    STOP = 'stop_force_mode'


class ForceModeStream:
    """
    One call at a time, always with the newest wrench.

    force_step [N], moment_step [N m]: smaller changes than these are not sent. What a call that
    failed has left behind is not known: the next start is due at once, and so is a stop.
    """

    def __init__(self, force_step: float, moment_step: float) -> None:
        """Begin with force mode off."""
        self._steps = force_step, moment_step
        self._wanted: Array | None = None
        self._applied: Array | None = None
        self._pending: Call | None = None
        self._may_be_on = False

    @property
    def desired(self) -> Array | None:
        """The newest wrench (6,) on the environment [N, N m]; None: force mode is to end."""
        return self._wanted

    def want(self, wrench: Array | None) -> None:
        """Take the newest wrench (6,) [N, N m], None to end force mode."""
        self._wanted = wrench

    def due(self) -> Call | None:
        """Return the call to make now, None where there is none."""
        if self._pending is not None:
            return None
        if self._wanted is None:
            return Call.STOP if self._may_be_on else None
        return Call.START if self._is_new(self._wanted) else None

    def sent(self, call: Call) -> None:
        """Note that a call is under way."""
        self._pending = call
        if call is Call.START:
            self._applied, self._may_be_on = self._wanted, True

    def answered(self, succeeded: bool) -> None:
        """Note the answer of the call under way, or that none came."""
        if not succeeded:
            self._applied = None
        elif self._pending is Call.STOP:
            self._applied, self._may_be_on = None, False
        self._pending = None

    def _is_new(self, wrench: Array) -> bool:
        if self._applied is None:
            return True
        change = np.abs(wrench - self._applied)
        return bool(
            change[:3].max() > self._steps[0]
            or change[3:].max() > self._steps[1]
            # The last step to rest is sent, however small.
            or (not wrench.any() and self._applied.any())
        )
