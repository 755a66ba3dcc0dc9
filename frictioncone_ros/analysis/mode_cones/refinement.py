# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From clearance by rows to clearance by distance.

The distance of a point x from a convex cone is u . x, with u the unit vector from the nearest
point of the cone to x, and no less than u . y is the distance of any other y. So asking u . y >=
clearance instead of a row keeps the cone as far away and lets the point move on: each step brings
it nearer to what is preferred, until the directions u no longer change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.analysis.mode_cones.least_distance import Bounds, nearest_point
from frictioncone_ros.analysis.mode_cones.scaled_rows import ScaledRows
from frictioncone_ros.spatial import Array

REFINEMENT_GAIN = 1e-9
"""A step that gains less than this part of the distance ends a refinement [-]."""

STEP_LIMIT = 30
"""Steps after which a refinement is taken as it is; each is valid by itself."""


def distance_from_cone(rows: ScaledRows, point: Array) -> float:
    """Return the distance of a scaled point (d,) from a cone, 0 inside [N]."""
    return _nearest_of_cone(rows, point)[1]


def refined_point(
    base: Bounds, others: Sequence[ScaledRows], start: Array, wish: tuple[Array, float]
) -> Array:
    """
    Return a point as clear of the others as `start`, and nearer to the preferred one.

    base: what it must obey. wish: (preferred point, clearance); start is as clear as that.
    """
    preferred, clearance = wish
    point = start
    for _ in range(STEP_LIMIT):
        directions = [_away(rows, point) for rows in others]
        bounds = base.and_also(np.array(directions), clearance) if directions else base
        answer = nearest_point(bounds, preferred)
        gain = float(np.linalg.norm(point - preferred)) - answer.distance
        if answer.is_empty or gain <= REFINEMENT_GAIN * max(clearance, answer.distance):
            break
        point = answer.point
    return point


def _away(rows: ScaledRows, point: Array) -> Array:
    nearest, distance = _nearest_of_cone(rows, point)
    return (point - nearest) / distance


def _nearest_of_cone(rows: ScaledRows, point: Array) -> tuple[Array, float]:
    inside = -rows.clearances()
    answer = nearest_point(Bounds(inside, np.zeros(len(inside))), point)
    return answer.point, answer.distance
