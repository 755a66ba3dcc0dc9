# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The mean of the last readings of a sensor at rest."""

from __future__ import annotations

from collections import deque

import numpy as np

from frictioncone_ros.estimation.calibration import CalibrationPose
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array

LEAST_READINGS = 10
LARGEST_TURN = 0.01
"""Gravity may turn by so much within the window: half a degree, more than any encoder's noise."""
MOST_READINGS = 10_000


class PoseRecorder:
    """Keeps the readings of the last `window` seconds."""

    def __init__(self, window: float) -> None:
        """Begin with none."""
        self._window = window
        self._kept: deque[tuple[float, Array, Array]] = deque(maxlen=MOST_READINGS)

    def add(self, time: float, wrench: Array, gravity: Array) -> None:
        """Take a reading (6,) [N, N m] and gravity (3,) along the sensor's axes, at a time [s]."""
        self._kept.append((time, wrench, gravity))
        while self._kept[0][0] < time - self._window:
            self._kept.popleft()

    def pose(self, now: float) -> CalibrationPose:
        """Return the mean of the window that ends now, or say why there is none."""
        kept = [entry for entry in self._kept if entry[0] >= now - self._window]
        if len(kept) < LEAST_READINGS:
            raise InvalidInputError(
                f'number of readings in {self._window:g} s', len(kept), f'{LEAST_READINGS} or more'
            )
        gravities = np.array([gravity for _, _, gravity in kept])
        mean = gravities.mean(axis=0)
        turn = float(np.linalg.norm(gravities - mean, axis=1).max() / np.linalg.norm(mean))
        if turn > LARGEST_TURN:
            raise InvalidInputError(
                'turn of the sensor', f'{turn:.3g} rad', f'at most {LARGEST_TURN}: hold it still'
            )
        return CalibrationPose(mean, np.mean([wrench for _, wrench, _ in kept], axis=0))
