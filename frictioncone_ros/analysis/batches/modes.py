# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which contact modes each of many wrenches is consistent with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.batches.verdicts import Flags
from frictioncone_ros.analysis.batches.wrenches import _in_range
from frictioncone_ros.analysis.mode_cones import ModeCone
from frictioncone_ros.tolerances import CONE_MEMBERSHIP


def possible_modes_many(cones: Sequence[ModeCone], external_wrenches: ArrayLike) -> Flags:
    """
    Tell of (n, d) wrenches which of m mode cones hold each, (n, m), as `ModeCone.contains`.

    cones: of one contact set, as `possible_mode_cones` returns them.
    """
    if not cones:
        return np.zeros((len(np.atleast_2d(external_wrenches)), 0), dtype=bool)
    wrenches = _in_range(external_wrenches, cones[0].dimension)
    held = np.ones((len(wrenches), len(cones)), dtype=bool)
    for column, cone in enumerate(cones):
        rows = cone.rows
        scaled = wrenches * rows.scale
        slack = CONE_MEMBERSHIP * np.abs(scaled).max(axis=1, initial=0.0)[:, None]
        inside = (scaled @ rows.faces.T <= slack).all(axis=1)
        held[:, column] = inside & (np.abs(scaled @ rows.equalities.T) <= slack).all(axis=1)
    return held
