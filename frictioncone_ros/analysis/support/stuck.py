# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The forces if every contact presses and none slips: linear in the wrench, so prepared once.

Where they are admissible they are the forces that compliant contacts take, on one support plane
as elsewhere: there the springs' matrix falls apart into what presses and what shears.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, sqrt
from operator import mul
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.force_parts import ForceParts, Indices
from frictioncone_ros.analysis.support.yielding import energy_rows, Springs, stiffness_matrix
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

ALONG = 1e-12
"""Difference of two squares, beside one of them, that is none [-]."""


@dataclass(frozen=True, eq=False)
class StuckForces:
    """
    Contacts of which none slips, for scaled wrenches (q,).

    matrix: (k + b m + q, q) to normal forces, friction parts and what is left of the wrench.
    squeezed: (k + b m + q,) what these are under no wrench, by the preload; None for nothing.
    falls: (k + b m + q,) by which these fall per newton of depth. owners: (b,) of
    the parts; axes: m.
    """

    matrix: Array
    squeezed: Array | None
    falls: Array
    owners: Indices
    axes: int
    contact_count: int

    def margin(self, wrench: Array) -> float:
        """
        Return the depth [N] up to which they are admissible; -inf where they never are.

        For every contact the least t with |y - t y'| = N - t N', and where it parts.
        """
        values = self._under(wrench)
        forces, size, count = values.tolist(), largest_entry(wrench), self.contact_count
        left = max(map(abs, forces[-wrench.size :]))
        # Of numbers beyond floats nothing is known, which is what is said of springs that slip.
        if left > FEASIBLE_RESIDUAL * size or not isfinite(values.dot(values)):
            return -inf
        found = inf
        for force, fall in zip(forces, self._normal_falls, strict=False):
            if fall > 0.0:
                found = min(found, force / fall)
            elif force < 0.0:
                return -inf
        axes, place = self.axes, count
        for part in self._parts:
            ball = forces[place : place + axes]
            found = min(found, _cone_exit(part, ball, forces[part.owner]))
            place += axes
        # Beyond the limit pressing harder may not help, and there is no such depth.
        rounding = FEASIBLE_RESIDUAL * size
        if found == -inf:
            return -inf
        return found if found >= 0.0 or self.hold(wrench, found - rounding) else -inf

    def hold(self, wrench: Array, depth: float) -> bool:
        """Tell whether they are admissible `depth` [N] deep; False: some slips, or parts."""
        forces = (self._under(wrench) - depth * self.falls).tolist()
        axes, place = self.axes, self.contact_count
        if min(forces[:place]) < 0.0:
            return False
        for part in self._parts:
            ball, normal = forces[place : place + axes], forces[part.owner]
            if sum(map(mul, ball, ball)) > normal * normal:
                return False
            place += axes
        left = max(map(abs, forces[-wrench.size :]))
        return left <= FEASIBLE_RESIDUAL * largest_entry(wrench)

    def pressing(self, wrench: Array) -> Array | None:
        """Return normal forces (k,) as if friction had no limit; None where a contact parts."""
        values, count = self._under(wrench), self.contact_count
        forces = values.tolist()
        if min(forces[:count]) < 0.0:
            return None
        left = max(map(abs, forces[-wrench.size :]))
        return values[:count] if left <= FEASIBLE_RESIDUAL * largest_entry(wrench) else None

    def _under(self, wrench: Array) -> Array:
        """Return normal forces, friction parts and what is left under a wrench (q,)."""
        under: Array = self.matrix.dot(wrench)
        return under if self.squeezed is None else under + self.squeezed

    # On plain floats: for a handful of contacts arrays would cost several times as much.
    @cached_property
    def _normal_falls(self) -> list[float]:
        """By how much each normal force falls per newton of depth."""
        return self.falls[: self.contact_count].tolist()

    @cached_property
    def _parts(self) -> list[_PartFalls]:
        """How each part of friction and its owner's normal force fall per newton of depth."""
        axes, place, parts = self.axes, self.contact_count, []
        falls = self.falls.tolist()
        for owner in self.owners.tolist():
            ball, fall = falls[place : place + axes], falls[owner]
            square = fall * fall - sum(map(mul, ball, ball))
            # What falls along the side of its double cone does so whatever the last bits are.
            square = square if abs(square) > ALONG * fall * fall else 0.0
            parts.append(_PartFalls(owner, ball, fall, square))
            place += axes
        return parts


class _PartFalls(NamedTuple):
    """
    One part of friction per newton of depth: by how much it falls, and its owner's normal force.

    square: that of the owner's fall less that of the part's.
    """

    owner: int
    ball: list[float]
    normal: float
    square: float


def _cone_exit(part: _PartFalls, ball: list[float], normal: float) -> float:
    """Return the depth at which a part leaves its ball [N]: the root of a square equation."""
    half = normal * part.normal - sum(map(mul, ball, part.ball))
    rest = normal * normal - sum(map(mul, ball, ball))
    root = sqrt(max(half * half - part.square * rest, 0.0))
    # The root on the pressing side of the double cone, in the form that does not cancel.
    if half > FEASIBLE_RESIDUAL * abs(normal * part.normal) or part.square < 0.0:
        return rest / (half + root) if half + root > 0.0 else rest
    if part.square > 0.0:
        return (half - root) / part.square
    # Along the double cone's side: what is outside never comes in on the pressing side.
    inside = normal >= 0.0 and rest >= -FEASIBLE_RESIDUAL * normal * normal
    return inf if inside else -inf


def stuck_forces(parts: ForceParts, springs: Springs, depths: Array) -> StuckForces | None:
    """
    Return the linear map of contacts; None where there is none.

    depths: (k,) normal force by which each friction set moves per newton of depth.
    """
    count, axes = parts.normals.shape[0], parts.friction.shape[1]
    if not count:
        return None
    matrix = stiffness_matrix(parts, springs)
    inverse = springs.inverse
    if inverse is None:
        white = energy_rows(parts, springs)
        inverse = white.T.dot(white)
    stiffness = np.concatenate((springs.normal, springs.tangential.repeat(axes)))
    found = np.concatenate((stiffness[:, None] * parts.rows, matrix)).dot(inverse)
    found[count + parts.flat.shape[0] :].flat[:: matrix.shape[0] + 1] -= 1.0
    if not any(springs.preload.tolist()):
        falls = found.dot(depths.dot(parts.normals))
        return StuckForces(found, None, falls, parts.owners, axes, count)
    squeezed = -found @ (springs.preload @ parts.normals)
    squeezed[:count] += springs.preload
    falls = np.zeros(found.shape[0])
    # A preload is lowered by the depth, and so is the wrench: nothing is strained by it.
    falls[:count] = depths
    return StuckForces(found, squeezed, falls, parts.owners, axes, count)
