# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One motion or many, one distribution of forces or many: the solution sets of one mode."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.modes.arrangement import DividedCone
from frictioncone_ros.analysis.motions.least_squares import shortest_solution
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone, MotionCone, unit_columns
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial.arrays import Array, numerical_rank, row_magnitudes
from frictioncone_ros.tolerances import SAME_MOTION

PUSH_WEIGHT = 1e-4
"""Weight of a trial push on a solution, against the balance that it must not upset [-]."""
PUSH_RESPONSE = 1e-3
"""A solution that follows a trial push by more than this share of it is not unique [-]."""

APART = 0.1
"""Sine of the angle from which motions and forces are told apart without trial pushes [-]."""

PUSHES = np.random.default_rng(0).uniform(0.5, 1.5, (2, 256)) * (
    1.0 - 2.0 * np.random.default_rng(1).integers(0, 2, (2, 256))
)
"""Fixed directions in general position: a set that none of them moves along is one point."""


def stacked(forces: Sequence[ForceCone], row_count: int) -> Array:
    """Return the balance's columns (r, corners) of all corners of some forces, as given."""
    blocks = [cone.columns * cone.sizes for cone in forces]
    return np.concatenate([np.zeros((row_count, 0)), *blocks], axis=1)


def are_apart(span: Array, forces: Array) -> bool:
    """
    Whether what motions and forces (r, n) bring to the balance is far from parallel.

    span: (r, m) independent columns of the motions. Then no change of forces makes up for a
    change of motion, and the motion is the only one.
    """
    if not forces.shape[1] or not span.shape[1]:
        return False
    supplied, _ = unit_columns(forces)
    left = span - supplied.dot(shortest_solution(supplied, span))
    # What forces cannot make of any motion, beside it: all sines are above APART.
    excess = left.T.dot(left) - APART**2 * span.T.dot(span)
    return bool(np.linalg.eigvalsh(excess)[0] > 0.0)


def spanning_columns(columns: Array) -> Array:
    """Return an orthonormal basis (r, rank) of the span of unit columns (r, n)."""
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(left[:, : numerical_rank(values, SAME_MOTION)])


def is_single(columns: Array, target: Array, quantities: Array) -> bool:
    """
    Whether all x >= 0 with columns @ x = target agree in the given linear quantities @ x.

    Each solution is pushed both ways along two fixed general directions of the quantities: a
    weak pull beside the balance moves x only where the balance leaves it free.
    """
    if columns.shape[1] == 0 or not quantities.size:
        return True
    if columns.shape[1] <= columns.shape[0]:
        values = np.linalg.svd(unit_columns(columns)[0], compute_uv=False)
        if values[-1] > SAME_MOTION * values[0]:
            return True
    columns, lengths = unit_columns(columns)
    weights, _ = nonnegative_weights(columns, target)
    return not any(
        _moves(columns, target, weights, push[: len(quantities)].dot(quantities) / lengths)
        for push in PUSHES
    )


def _moves(columns: Array, target: Array, weights: Array, functional: Array) -> bool:
    """Whether a functional of weights of unit columns is free to change from a solution's."""
    size = sqrt(functional.dot(functional))
    if size == 0.0:
        return False
    pull = PUSH_WEIGHT * functional / size
    scale = max(sqrt(weights.dot(weights)), 1.0)
    pulled = np.concatenate((columns, pull[None]))
    for direction in (scale, -scale):
        desired = float(pull.dot(weights)) + PUSH_WEIGHT * direction
        moved, _ = nonnegative_weights(pulled, np.append(target, desired))
        if abs(float(pull.dot(moved - weights))) > PUSH_WEIGHT * PUSH_RESPONSE * scale:
            return True
    return False


def solutions(columns: Array, target: Array) -> tuple[Array, Array]:
    """
    Return vertices and rays of {x >= 0: columns @ x = target}, (count, n) each.

    With a last unknown that multiplies the target the set is a cone in a null space; its
    extreme rays are found by bounding that space with x >= 0.
    """
    homogeneous = np.column_stack((columns, -target))
    _, values, right = np.linalg.svd(homogeneous)
    rank = numerical_rank(values, SAME_MOTION)
    free = right[rank:].T
    lengths = np.linalg.norm(free, axis=1)
    lengths[lengths <= SAME_MOTION] = 1.0
    bounds = free / lengths[:, None]
    cone = DividedCone.whole_space(bounds).bounded(range(len(bounds)))
    found = np.clip(cone.ray_vectors @ free.T, 0.0, None)
    scales = found[:, -1]
    finite = scales > SAME_MOTION * row_magnitudes(found)
    return found[finite, :-1] / scales[finite, None], found[~finite, :-1]


def motion_solutions(
    motions: MotionCone, motion_map: Array, forces: Array, target: Array
) -> tuple[Array, Array]:
    """
    Return vertices (count, w) and rays of the motions whose remainder some forces supply.

    motion_map (r, w); forces (r, n) columns. The faces of the cone of forces bound the motions,
    so that no vertex of the forces is met: where contacts are redundant these are too many.
    """
    supplied = PolyhedralCone.from_generators(forces)
    allowed = PolyhedralCone.from_generators(motions.vectors.T)
    balance_rows = np.column_stack((-motion_map, target))
    scale_row = np.append(np.zeros(motion_map.shape[1]), -1.0)
    found = PolyhedralCone.from_faces(
        np.vstack((supplied.faces @ balance_rows, _extended(allowed.faces), scale_row)),
        np.vstack((supplied.equalities @ balance_rows, _extended(allowed.equalities))),
    )
    generators = np.hstack((found.generators, found.lineality, -found.lineality)).T
    scales = generators[:, -1]
    finite = scales > SAME_MOTION * row_magnitudes(generators)
    return generators[finite, :-1] / scales[finite, None], generators[~finite, :-1]


def _extended(rows: Array) -> Array:
    return np.column_stack((rows, np.zeros(len(rows))))
