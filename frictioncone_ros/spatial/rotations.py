# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Rotations as vectors: along the axis, as long as the angle.

SciPy's Rotation does the same; importing it takes half a second, which a node that gets its first
pose between two commands has not.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin

import numpy as np

from frictioncone_ros.spatial.arrays import Array

NEAR_HALF_TURN = 1e-6
"""Sine of an angle near pi below which the axis is read from the symmetric part [-]."""
SMALL_ANGLE = 1e-8
"""Angle below which its sine is the angle [rad]."""


def rotation_vector(matrix: Array) -> Array:
    """Return the vector (3,) [rad], up to pi long, of a matrix (3, 3) that turns vectors."""
    skew = 0.5 * np.array(
        (
            matrix[2, 1] - matrix[1, 2],
            matrix[0, 2] - matrix[2, 0],
            matrix[1, 0] - matrix[0, 1],
        )
    )
    sine, cosine = float(np.linalg.norm(skew)), 0.5 * (float(np.trace(matrix)) - 1.0)
    if sine < NEAR_HALF_TURN and cosine < 0.0:
        return _half_turn(matrix, skew, pi - sine)
    return skew if sine < SMALL_ANGLE else atan2(sine, cosine) / sine * skew


def rotation_matrix(vector: Array) -> Array:
    """Return the matrix (3, 3) that turns vectors along a vector (3,) [rad]."""
    angle = float(np.linalg.norm(vector))
    skew = np.cross(vector, np.eye(3)).T
    if angle < SMALL_ANGLE:
        return np.asarray(np.eye(3) + skew)
    turned = np.eye(3) + sin(angle) / angle * skew
    return np.asarray(turned + (1.0 - cos(angle)) / angle**2 * (skew @ skew))


def nearest_rotation(matrix: Array) -> Array:
    """Return the rotation (3, 3) nearest to a matrix that is one but for rounding."""
    left, _, right = np.linalg.svd(matrix)
    return np.asarray(left @ right)


def _half_turn(matrix: Array, skew: Array, angle: float) -> Array:
    """Return the vector of nearly half a turn: its axis is a column of the symmetric part."""
    symmetric = 0.5 * (matrix + matrix.T) + np.eye(3)
    column = symmetric[:, int(np.argmax(np.diag(symmetric)))]
    axis = column / np.linalg.norm(column)
    return np.asarray(angle * (-axis if axis @ skew < 0.0 else axis))
