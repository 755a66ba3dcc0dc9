# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The last measured pose of the controlled frame, for as long as it counts."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.spatial import RigidTransform


class _Measured(NamedTuple):
    frame: str
    pose: RigidTransform
    stamp: int
    received: float


class MeasuredPose:
    """A pose as seen from a frame; old by its receipt or by its stamp it is none."""

    def __init__(self) -> None:
        """Begin without a pose."""
        self._last: _Measured | None = None

    def take(
        self,
        placed: tuple[str, RigidTransform, int],
        received: float,
        stamp_clock: float,
        timeout: float,
    ) -> None:
        """
        Take a frame, a pose as seen from it and its stamp [ns, 0: none]; or raise.

        received, stamp_clock [s]: when it came, and the time of the clock stamps are written in.
        A pose that comes late would pull what is sent back to where the arm was.
        """
        frame, pose, stamp = placed
        age = stamp_clock - stamp * NANOSECOND
        if stamp and age > timeout:
            expected = f'at most transform_timeout = {timeout:g} s'
            raise InvalidInputError('header.stamp', f'{age:.3f} s old', expected, 'pose')
        last = self._last
        in_time = last is not None and received - last.received <= timeout
        if last is not None and in_time and 0 < stamp < last.stamp:
            raise InvalidInputError('header.stamp', stamp, 'a stamp after the last one', 'pose')
        self._last = _Measured(frame, pose, stamp, received)

    def at(self, now: float, timeout: float) -> tuple[str, RigidTransform] | None:
        """Return frame and pose, None where the last one is older than a timeout [s]."""
        if self._last is None or now - self._last.received > timeout:
            return None
        return self._last.frame, self._last.pose
