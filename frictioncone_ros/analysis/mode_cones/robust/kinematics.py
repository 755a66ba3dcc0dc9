# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whether a body can move at all under signs of its contact accelerations, errors included.

A mode that wants sliding, opening or approach wants an acceleration other than zero; scaled so
that its largest component is one, it is on one of the sides of a cube. On each side the
conditions, relaxed by their rows' largest errors, are linear. If no side has a solution, only
rest is left, whatever the true rows are.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from frictioncone_ros.analysis.mode_cones.least_distance import Bounds, nearest_point
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import Rows
from frictioncone_ros.spatial import Array


def may_move(signed: Rows) -> bool:
    """
    Tell whether some a != 0 may have row . a >= 0 for true rows within the errors.

    signed: (n, d) in comparable units, so that the components of a are alike.
    """
    size = signed.nominal.shape[1]
    lengths = np.linalg.norm(signed.nominal, axis=1)
    bounds = Bounds(signed.nominal / lengths[:, None], -signed.errors.sum(axis=1) / lengths)
    # No component of a is larger than one.
    box = bounds.and_also(np.vstack((np.eye(size), -np.eye(size))), -1.0)
    return any(not nearest_point(box.and_also(side, 1.0), side).is_empty for side in _sides(size))


def _sides(size: int) -> Iterator[Array]:
    for axis in np.eye(size):
        yield axis
        yield -axis
