# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Convex sets from points and directions: what is redundant, and the dimension."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.motions.result import MotionPolytope
from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.tolerances import SAME_MOTION


def motion_polytope(points: Array, directions: Array, units: Array) -> MotionPolytope:
    """
    Return conv(points) + cone(directions) with nothing redundant, in given units.

    points (count, d), directions (count, d): dimensionless. units (d,): of the result's
    components. A direction that is zero beside the others is dropped.
    """
    if points.shape[0] == 1 and directions.shape[0] == 0:
        return MotionPolytope(points * units)
    lengths = np.linalg.norm(directions, axis=1)
    kept = lengths > SAME_MOTION
    generators = np.vstack(
        (
            np.column_stack((points, np.ones(points.shape[0]))),
            np.column_stack((directions[kept] / lengths[kept, None], np.zeros(kept.sum()))),
        )
    )
    extreme = _irredundant(generators)
    vertices = extreme[extreme[:, -1] > 0.0, :-1]
    rays = extreme[extreme[:, -1] == 0.0, :-1]
    dimension = _rank(np.vstack((vertices - vertices[0], rays)))
    return MotionPolytope(vertices * units, _unit_rows(rays * units), dimension)


def _irredundant(generators: Array) -> Array:
    """Drop, one by one, every generator that the remaining ones combine to."""
    remaining = list(range(generators.shape[0]))
    for candidate in range(generators.shape[0]):
        others = [index for index in remaining if index != candidate]
        if not others:
            break
        scale = max(1.0, float(np.abs(generators[candidate]).max()))
        _, remainder = nonnegative_weights(generators[others].T, generators[candidate])
        if np.linalg.norm(remainder) <= SAME_MOTION * scale:
            remaining = others
    return generators[remaining]


def _rank(rows: Array) -> int:
    scale = max(1.0, largest_magnitude(rows))
    return int(np.linalg.matrix_rank(rows, tol=SAME_MOTION * scale))


def _unit_rows(rows: Array) -> Array:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
