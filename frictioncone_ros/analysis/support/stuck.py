# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The forces if every contact presses and none slips: linear in the wrench, so prepared once.

Where they are admissible they are the forces that compliant contacts take, on one support plane
as elsewhere: there the springs' matrix falls apart into what presses and what shears.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.force_parts import ForceParts, Indices
from frictioncone_ros.analysis.support.yielding import Springs, stiffness_matrix
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SINGULAR = 1e-12
"""Eigenvalue of the springs' matrix, beside the largest, that counts as none [-]."""


class StuckForces(NamedTuple):
    """
    Contacts of which none slips, for scaled wrenches (q,).

    matrix: (k + b m + q, q) to normal forces, friction parts and what is left of the wrench.
    squeezed: (k + b m + q,) what these are under no wrench, by the preload.
    falls: (k + b m + q,) by which these fall per newton of depth. owners: (b,) of
    the parts; axes: m.
    """

    matrix: Array
    squeezed: Array
    falls: Array
    owners: Indices
    axes: int
    contact_count: int

    def margin(self, wrench: Array) -> float:
        """
        Return the depth [N] up to which they are admissible; -inf where they never are.

        For every contact the least t with |y - t y'| = N - t N', and where it parts.
        """
        values, falls = self.matrix @ wrench + self.squeezed, self.falls
        left = values[-wrench.size :]
        if largest_entry(left) > FEASIBLE_RESIDUAL * largest_entry(wrench):
            return -inf
        count = self.contact_count
        normal, fall = values[:count], falls[:count]
        depths = [np.where(fall > 0.0, normal / np.where(fall > 0.0, fall, 1.0), inf)]
        if (fall <= 0.0).any() and (normal[fall <= 0.0] < 0.0).any():
            return -inf
        balls = values[count : -wrench.size].reshape(-1, self.axes)
        ball_falls = falls[count : -wrench.size].reshape(-1, self.axes)
        depths.append(_cone_exits(balls, ball_falls, normal[self.owners], fall[self.owners]))
        found = float(min(part.min(initial=inf) for part in depths))
        # Beyond the limit pressing harder may not help, and there is no such depth.
        rounding = FEASIBLE_RESIDUAL * largest_entry(wrench)
        return found if found >= 0.0 or self.hold(wrench, found - rounding) else -inf

    def hold(self, wrench: Array, depth: float) -> bool:
        """Tell whether they are admissible `depth` [N] deep; False: some slips, or parts."""
        values = self.matrix @ wrench + self.squeezed - depth * self.falls
        normal = values[: self.contact_count]
        if normal.min() < 0.0:
            return False
        left, balls = values[-wrench.size :], values[self.contact_count : -wrench.size]
        lengths = np.square(balls).reshape(self.owners.size, self.axes).sum(axis=1)
        if (lengths > np.square(normal[self.owners])).any():
            return False
        return largest_entry(left) <= FEASIBLE_RESIDUAL * largest_entry(wrench)


def _cone_exits(balls: Array, ball_falls: Array, sizes: Array, falls: Array) -> Array:
    """Return the depth (b,) at which each part leaves its ball: roots of a square equation."""
    square = falls * falls - np.einsum('bm,bm->b', ball_falls, ball_falls)
    half = sizes * falls - np.einsum('bm,bm->b', balls, ball_falls)
    rest = sizes * sizes - np.einsum('bm,bm->b', balls, balls)
    root = np.sqrt(np.maximum(half * half - square * rest, 0.0))
    # The root on the pressing side of the double cone, in the form that does not cancel.
    near = (half > 0.0) | (square < 0.0)
    below = np.where(near & (half + root > 0.0), half + root, 1.0)
    far = np.where(sizes >= 0.0, inf, -inf)
    far = np.where(square > 0.0, (half - root) / np.where(square > 0.0, square, 1.0), far)
    return np.where(near, rest / below, far)


def _pseudo_inverse(matrix: Array) -> Array:
    """Return the pseudo-inverse of a symmetric matrix; a third of the time of np.linalg.pinv."""
    values, vectors = np.linalg.eigh(matrix)
    sizes = np.abs(values)
    large = sizes > SINGULAR * sizes.max()
    inverse = np.where(large, 1.0 / np.where(large, values, 1.0), 0.0)
    return np.asarray((vectors * inverse).dot(vectors.T))


def stuck_forces(parts: ForceParts, springs: Springs, depths: Array) -> StuckForces | None:
    """
    Return the linear map of contacts; None where there is none.

    depths: (k,) normal force by which each friction set moves per newton of depth.
    """
    count, axes = parts.normals.shape[0], parts.friction.shape[1]
    if not count:
        return None
    matrix = stiffness_matrix(parts, springs)
    inverse = _pseudo_inverse(matrix)
    rows = np.vstack(
        (
            springs.normal[:, None] * parts.normals,
            np.repeat(springs.tangential, axes)[:, None] * parts.flat,
            matrix,
        )
    )
    found = rows @ inverse
    found[-matrix.shape[0] :] -= np.eye(matrix.shape[0])
    if not springs.preload.any():
        nothing = np.zeros(found.shape[0])
        return StuckForces(
            found, nothing, found @ (depths @ parts.normals), parts.owners, axes, count
        )
    squeezed = -found @ (springs.preload @ parts.normals)
    squeezed[:count] += springs.preload
    falls = np.zeros(found.shape[0])
    # A preload is lowered by the depth, and so is the wrench: nothing is strained by it.
    falls[:count] = depths
    return StuckForces(found, squeezed, falls, parts.owners, axes, count)
