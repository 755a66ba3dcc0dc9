# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whether a body can move at all under signs of its contact accelerations, errors included.

A mode that wants sliding, opening or approach wants an acceleration other than zero; scaled so
that its largest component is one, it is on one of the six sides of a cube. On each side the
conditions, relaxed by their rows' largest errors, are linear. If no side has a solution, only
rest is left, whatever the true rows are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from frictioncone_ros.analysis.mode_cones.least_distance import Bounds, nearest_point
from frictioncone_ros.spatial import Array

Signed = tuple[int, float]
"""A row's index and the sign it must not have the opposite of: sign * row . a >= 0."""


def may_move(rows: Array, errors: Array, conditions: Iterable[Signed]) -> bool:
    """
    Tell whether some a != 0 may fulfil sign * row . a >= 0, for true rows within the errors.

    rows, errors: (n, 3) in comparable units, so that the components of a are alike.
    """
    wanted = list(conditions)
    index = [row for row, _ in wanted]
    signed = rows[index] * np.array([sign for _, sign in wanted])[:, None]
    lengths = np.linalg.norm(signed, axis=1)
    bounds = Bounds(signed / lengths[:, None], -errors[index].sum(axis=1) / lengths)
    # No component of a is larger than one.
    box = bounds.and_also(np.vstack((np.eye(3), -np.eye(3))), -1.0)
    return any(
        not nearest_point(box.and_also(side, 1.0), side).is_empty for side in _sides()
    )


def _sides() -> Iterator[Array]:
    for axis in np.eye(3):
        yield axis
        yield -axis
