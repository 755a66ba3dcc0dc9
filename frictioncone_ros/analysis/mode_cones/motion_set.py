# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The accelerations that a mode allows, as rays, with the strict conditions each ray fulfils."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial import Array

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MotionSet:
    """
    A cone of twist rates {rays a + lines b, a >= 0} and what it fulfils strictly.

    rays (d, n) and lines (d, l) [m/s^2, rad/s^2]. strict (c, n): which ray makes the c-th strict
    condition of the mode positive; on all other rays and on the lines it is zero.
    """

    rays: Array
    lines: Array
    strict: Flags

    @property
    def is_possible(self) -> bool:
        """Whether one acceleration fulfils all strict conditions: the sum of the rays does."""
        return bool(self.strict.any(axis=1).all())
