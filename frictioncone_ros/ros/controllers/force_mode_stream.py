# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which service call is due where a stream of wrenches feeds a controller that takes calls."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.spatial import Array


class Call(Enum):
    """The two services of a force mode."""

    START = 'start_force_mode'
    STOP = 'stop_force_mode'


class Target(NamedTuple):
    """A wrench (6,) on the environment [N, N m], along and about the task frame of this name."""

    frame: str
    wrench: Array


class ForceModeStream:
    """
    One start at a time, always with the newest wrench; a stop waits for nothing.

    force_step [N], moment_step [N m]: smaller changes than these are not sent. refresh_period [s]:
    how often the same wrench is sent again, for the controller takes the pose of the task frame
    once a call and a frame of the tool turns; inf: never. What a call that failed has left behind
    is not known: the next start is due at once, and so is a stop.
    """

    def __init__(self, force_step: float, moment_step: float, refresh_period: float = inf) -> None:
        """Begin with force mode off."""
        self._steps, self._refresh = (force_step, moment_step), refresh_period
        self._target: Target | None = None
        self._applied: Target | None = None
        self._sent_at = -inf
        self._pending: set[Call] = set()
        self._may_be_on = False
        self._overtook = False

    @property
    def target(self) -> Target | None:
        """The newest wrench; None: force mode is to end."""
        return self._target

    @property
    def is_at_rest(self) -> bool:
        """Whether force mode has ended for certain, or was never begun."""
        return self._target is None and not self._may_be_on and not self._pending

    def set_target(self, target: Target | None) -> None:
        """Take the newest wrench, None to end force mode."""
        self._target = target

    def due(self, now: float) -> Call | None:
        """Return the call to make now [s], None where there is none."""
        if self._target is None:
            is_under_way = Call.STOP in self._pending
            # It may be carried out before the start that it overtook: one more follows that one.
            waits = self._overtook and Call.START in self._pending
            return Call.STOP if self._may_be_on and not (is_under_way or waits) else None
        if self._pending:
            return None
        return Call.START if self._is_new(self._target, now) else None

    def sent(self, call: Call, now: float) -> None:
        """Note that a call is under way since now [s]."""
        if call is Call.START:
            self._applied, self._may_be_on, self._sent_at = self._target, True, now
        else:
            self._overtook = Call.START in self._pending
        self._pending.add(call)

    def answered(self, call: Call, succeeded: bool) -> None:
        """Note the answer of a call under way, or that none came."""
        self._pending.discard(call)
        if call is Call.START:
            self._applied = self._applied if succeeded else None
        elif succeeded:
            self._applied, self._may_be_on = None, self._overtook

    def _is_new(self, target: Target, now: float) -> bool:
        applied = self._applied
        if applied is None or target.frame != applied.frame:
            return True
        change = np.abs(target.wrench - applied.wrench)
        return bool(
            change[:3].max() > self._steps[0]
            or change[3:].max() > self._steps[1]
            # The last step to rest is sent, however small.
            or (not target.wrench.any() and applied.wrench.any())
            or now - self._sent_at >= self._refresh
        )
