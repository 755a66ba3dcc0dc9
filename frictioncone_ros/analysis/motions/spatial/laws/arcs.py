# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Arcs of the unit circle: polygons around them, their point nearest to another."""

from __future__ import annotations

from math import pi

import numpy as np

from frictioncone_ros.spatial import Array

OUTER_STEP = np.pi / 4.0
"""Angle of a circular cone that one edge of the polygon around it spans at most [rad]."""


def points_around_arc(start: float, width: float) -> Array:
    """Return points (n, 2) whose hull contains an arc of the unit circle, touching every step."""
    if width == 0.0:
        return np.array([[np.cos(start), np.sin(start)]])
    step = width / max(np.ceil(width / OUTER_STEP), 1.0)
    middles = start + np.arange(step / 2.0, width, step)
    ends = np.array([[start], [start + width]]) if width < 2.0 * np.pi else np.zeros((0, 1))
    bulge = 1.0 / np.cos(step / 2.0)
    return np.vstack(
        [
            np.hstack((np.cos(ends), np.sin(ends))),
            bulge * np.column_stack((np.cos(middles), np.sin(middles))),
        ]
    )


def nearest_on_arc(angle: float, width: float) -> float:
    """Return the angle in [0, width] nearest to an angle, both counted from an arc's start."""
    past = angle % (2.0 * pi)
    if past <= width:
        return past
    return 0.0 if 2.0 * pi - past < past - width else width
