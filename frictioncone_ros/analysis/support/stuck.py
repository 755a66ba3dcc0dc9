# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The forces if every contact presses and none slips: linear in the wrench, so prepared once.

Where they are admissible they are the forces that compliant contacts take, on one support plane
as elsewhere: there the springs' matrix falls apart into what presses and what shears.
"""

from __future__ import annotations

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
    Contacts of which none slips, for scaled wrenches (q,); nothing squeezes them.

    matrix: (k + b m + q, q) to normal forces, friction parts and what is left of the wrench.
    falls: (k + b m + q,) by which these fall per newton of depth. owners: (b,) of
    the parts; axes: m.
    """

    matrix: Array
    falls: Array
    owners: Indices
    axes: int
    contact_count: int

    def hold(self, wrench: Array, depth: float) -> bool:
        """Tell whether they are admissible `depth` [N] deep; False: some slips, or parts."""
        values = self.matrix @ wrench - depth * self.falls
        normal = values[: self.contact_count]
        if normal.min() < 0.0:
            return False
        left, balls = values[-wrench.size :], values[self.contact_count : -wrench.size]
        lengths = np.square(balls).reshape(self.owners.size, self.axes).sum(axis=1)
        if (lengths > np.square(normal[self.owners])).any():
            return False
        return largest_entry(left) <= FEASIBLE_RESIDUAL * largest_entry(wrench)


def stuck_forces(parts: ForceParts, springs: Springs, depth_wrench: Array) -> StuckForces | None:
    """Return the linear map of contacts without preload; None where there is no contact."""
    count, axes = parts.normals.shape[0], parts.friction.shape[1]
    if not count:
        return None
    matrix = stiffness_matrix(parts, springs)
    inverse = np.linalg.pinv(matrix, rcond=SINGULAR, hermitian=True)
    rows = np.vstack(
        (
            springs.normal[:, None] * parts.normals,
            np.repeat(springs.tangential, axes)[:, None] * parts.flat,
            matrix,
        )
    )
    found = rows @ inverse
    found[-matrix.shape[0] :] -= np.eye(matrix.shape[0])
    return StuckForces(found, found @ depth_wrench, parts.owners, axes, count)
