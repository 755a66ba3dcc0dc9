# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The ray along which the margin is measured, made a single least squares problem.

The margin of w is the largest t with w - t w0 = edges @ x, x >= 0. Along u, the direction of w0,
space is shrunk by a small factor s; then the combination nearest to w - T w0, T above any
margin, meets w across u but for s^2 (T - t), and reaches as far along u as it can. Its edges are
those of the face through which the ray leaves, and what it leaves open, once more shrunk, is
normal to that face.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from frictioncone_ros.analysis.feasibility.round_sets import TINY
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

RAY_SHRINK = 1e-3
"""Factor by which space is shrunk along the depth wrench: far above the square root of rounding,
and its square far below the share of an edge that is in use [-]."""
RAY_REACH = 30.0
"""How far below a wrench the shot along the ray is aimed, in sizes of the wrench [-]."""


@dataclass(frozen=True, eq=False)
class DepthRay:
    """The depth wrench as unit direction (d,) and length, and the shrunk edge wrenches (d, n)."""

    direction: Array
    length: float
    edges: Array

    def far_target(self, wrench: Array) -> Array:
        """Return the shrunk scaled wrench far below `wrench` (d,), beyond its margin."""
        along = float(self.direction @ wrench)
        beyond = RAY_REACH * largest_entry(wrench)
        aim: Array = wrench + (RAY_SHRINK * (along - beyond) - along) * self.direction
        return aim

    def normal(self, target: Array, remainder: Array) -> Array | None:
        """Return the face normal (d,) of product -1 with the depth wrench, or None.

        remainder: what of the shrunk target the edges leave open. None where they leave nothing.
        """
        along = float(self.direction @ remainder)
        # Stretched by as much as space was shrunk, a remainder is mostly along the ray.
        if not along < -FEASIBLE_RESIDUAL * largest_entry(target):
            return None
        normal: Array = remainder + (RAY_SHRINK - 1.0) * along * self.direction
        return normal / (-RAY_SHRINK * along * self.length)


def depth_ray(edge_wrenches: Array, depth_wrench: Array) -> DepthRay:
    """Prepare the ray for the scaled edge wrenches (d, n) and depth wrench (d,)."""
    length = sqrt(depth_wrench @ depth_wrench)
    direction = depth_wrench / (length + TINY)
    return DepthRay(direction, length, shrunk(edge_wrenches, direction))


def shrunk(wrenches: Array, direction: Array) -> Array:
    """Return wrenches (d, n) with their part along the unit `direction` shrunk."""
    along: Array = (RAY_SHRINK - 1.0) * direction
    return wrenches + along[:, None] * (direction @ wrenches)
