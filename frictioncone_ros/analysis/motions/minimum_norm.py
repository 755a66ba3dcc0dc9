# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The contact forces of least norm that produce a wrench, inside a mode's friction limits."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array, largest_magnitude, numerical_rank
from frictioncone_ros.tolerances import SAME_MOTION

WEIGHT_ROUNDING = 1e-12
"""Dimensionless weights and determinants below this are rounding [-]."""


def minimum_norm_forces(wrench_columns: Array, limits: Array, desired: Array) -> Array | None:
    """
    Return the shortest vector u with wrench_columns @ u = desired and limits @ u >= 0.

    wrench_columns (d, c), limits (l, c), desired (d,): dimensionless. A least-distance problem:
    u = u0 + Z z with u0 the shortest solution of the equations alone and Z an orthonormal basis
    of their null space, so that |u|^2 = |u0|^2 + |z|^2; the shortest z with
    (limits Z) z >= -limits u0 follows from one non-negative least squares problem (Lawson and
    Hanson). None where rounding leaves no point in a feasible set without interior, and where
    columns that are nearly dependent have to make up what only huge forces do.
    """
    shortest, free = _solutions(wrench_columns, desired)
    missed = largest_magnitude(wrench_columns @ shortest - desired)
    if missed > SAME_MOTION * max(1.0, largest_magnitude(shortest)):
        return None
    slack = limits @ shortest
    if slack.min(initial=0.0) >= -WEIGHT_ROUNDING:
        return shortest
    if free.shape[1] == 0:
        return None
    left = np.vstack(((limits @ free).T, -slack))
    right = np.zeros(left.shape[0])
    right[-1] = 1.0
    lengths = np.linalg.norm(left, axis=0)
    try:
        _, remainder = nonnegative_weights(left / np.where(lengths > 0.0, lengths, 1.0), right)
    except NumericalError:
        return None
    residual = -remainder
    if abs(residual[-1]) <= SAME_MOTION:
        return None
    forces = shortest - free @ (residual[:-1] / residual[-1])
    return forces if (limits @ forces).min() >= -SAME_MOTION else None


def _solutions(matrix: Array, desired: Array) -> tuple[Array, Array]:
    """Return the shortest solution of the equations and a basis of their null space."""
    left, values, right = np.linalg.svd(matrix)
    rank = numerical_rank(values, SAME_MOTION)
    shortest = right[:rank].T @ ((left[:, :rank].T @ desired) / values[:rank])
    return shortest, right[rank:].T
