# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A ray of loads on friction of given size, and where it ends."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.spatial.arrays import Array


class LoadRay(NamedTuple):
    """Sizes of the balls (b,) and load (q,), each with its growth per unit along the ray."""

    sizes: Array
    size_growth: Array
    load: Array
    load_growth: Array


class RayLimit(NamedTuple):
    """
    Where a ray ends: lower bound with its balls (b, m), upper bound with its slip (q,).

    residual: what the balls leave open of the load at the lower bound, beside the load [-].
    """

    value: float
    upper: float
    balls: Array
    slip: Array
    residual: float

    @property
    def gap(self) -> float:
        """Relative distance of both bounds, or the residual where that is more [-]."""
        return max(abs(self.upper - self.value) / max(1.0, abs(self.value)), self.residual)
