# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is re-expressed from tick to tick: parts published, seen from another frame and point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from records import Array, Pose

PLANE = np.array([0, 1, 5])
"""Where the planar components (x, y, about z) stand among six."""


class Published(NamedTuple):
    """Six numbers of each part along a frame's axes about its origin."""

    parts: Mapping[str, Array]
    frame: Pose

    def seen_from(self, frame: Pose, dimension: int) -> dict[str, Array]:
        """Return every part (d,) along the axes of another frame about its origin."""
        turn = frame.axes @ self.frame.axes.T
        way = self.frame.axes @ (frame.origin - self.frame.origin)
        return {
            part: _reduced(_turned(turn, _shifted(part, six, way)), dimension)
            for part, six in self.parts.items()
        }


def six_numbers(values: Array) -> Array:
    """Return a planar part as six numbers, a spatial one as it is."""
    if values.shape[0] == 6:
        return values
    six = np.zeros(6)
    six[PLANE] = values
    return six


def _shifted(part: str, six: Array, way: Array) -> Array:
    """Return the part about a point moved by way [m]: moments lack its arm, velocities gain it."""
    first, second = six[:3], six[3:]
    if part == 'wrench':
        return np.concatenate((first, second - np.cross(way, first)))
    return np.concatenate((first + np.cross(second, way), second))


def _turned(turn: Array, six: Array) -> Array:
    return np.concatenate((turn @ six[:3], turn @ six[3:]))


def _reduced(six: Array, dimension: int) -> Array:
    return six[PLANE] if dimension == 3 else six
