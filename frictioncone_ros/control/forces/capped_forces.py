# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A force set whose normal forces are bounded: each contact's normal force and a slack add up.

With one more row a contact (normal force + slack = the largest) the bounded problem is a cone
again, in d + k dimensions, and the solver of the unbounded one answers it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.forces.generators import Generators
from frictioncone_ros.spatial.arrays import Array

CAP_WEIGHT = 1e2
"""
How much more a newton too much at a contact counts than a newton missing in the wrench.

What it leaves of a bound (its inverse square) is scaled away; a larger one makes the rows of the
least-squares problem too unequal.
"""


def capped_forces(forces: ForceSet, reaction: Array, largest_normal: float) -> Array:
    """
    Return contact forces (c,) for a reaction (d,) with normal forces at most largest_normal [N].

    Where none give the reaction, those of the nearest one.
    """
    rows = forces.normal_rows
    weight = CAP_WEIGHT * _newton(forces)
    count = forces.wrench_matrix.shape[1]
    capped = _with_slacks(forces, weight)
    bounds = np.full(rows.shape[0], largest_normal)
    found = capped.nearest(np.concatenate((reaction, bounds))).contact_forces[:count]
    largest = float(found[rows].max(initial=0.0))
    return found if largest <= largest_normal else found * (largest_normal / largest)


def _newton(forces: ForceSet) -> float:
    """Return the mean scaled length of the wrench of one newton of normal force."""
    wrenches = forces.scale.dot(forces.wrench_matrix[:, forces.normal_rows])
    return float(np.sqrt(np.einsum('dk,dk->k', wrenches, wrenches)).mean())


def _with_slacks(forces: ForceSet, weight: float) -> ForceSet:
    """Return the set in d + k dimensions, its contact forces followed by the slacks (c + k,)."""
    size, count = forces.wrench_matrix.shape
    rows = forces.normal_rows
    bounded = rows.shape[0]
    matrix = np.zeros((size + bounded, count + bounded))
    matrix[:size, :count] = forces.wrench_matrix
    matrix[size + np.arange(bounded), rows] = 1.0
    matrix[size:, count:] = np.eye(bounded)
    scale = np.zeros((size + bounded, size + bounded))
    scale[:size, :size] = forces.scale
    scale[size:, size:] = weight * np.eye(bounded)
    slacks = np.vstack((np.zeros((count, bounded)), np.eye(bounded)))
    outcome = np.hstack((_padded(forces.pool.outcome.T, bounded).T, slacks))
    columns = scale.dot(matrix.dot(outcome))
    sizes = np.sqrt(np.einsum('dm,dm->m', columns, columns))
    return replace(
        forces,
        wrench_matrix=matrix,
        scale=scale,
        pool=Generators(columns / sizes, outcome / sizes),
        further=forces.further.padded(bounded),
        round_axes=_padded(forces.round_axes, bounded),
        round_tangents=_padded(forces.round_tangents, bounded),
        depth_forces=_padded(forces.depth_forces, bounded),
        direct=None,
    )


def _padded(forces: Array, count: int) -> Array:
    """Return contact forces (..., c) followed by zero slacks (..., c + count)."""
    return np.concatenate((forces, np.zeros((*forces.shape[:-1], count))), axis=-1)
