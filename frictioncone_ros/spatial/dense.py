# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Small dense systems by LAPACK itself: the routines behind `np.linalg`, without its checks.

For matrices of a handful of rows `np.linalg` spends more time on the way to the routine than in
it. Shapes and kinds of arrays are the caller's to know. Matrices come row by row, as those of
`np.linalg`: the last bits of a product depend on how its factors lie in memory.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack

LARGEST_DIRECT = 64
"""Most columns that are handed over directly: LAPACK's own workspace is too small for more."""
REGULAR_PIVOT = 1e-5
"""Pivot, beside the largest, from which on a small matrix is regular by far [-]."""


def solved(matrix: Array, right: Array) -> Array:
    """Return the solution of a square system (n, n); LinAlgError where it is singular."""
    _, _, solution, failed = lapack.dgesv(matrix, right)
    if failed:
        raise np.linalg.LinAlgError('Singular matrix')
    found: Array = solution
    return found


def least_squares(matrix: Array, right: Array, rank_tolerance: float) -> Array:
    """
    Return the least of the vectors (n,) that bring matrix (m, n) nearest to `right` (m,).

    rank_tolerance: singular values below this fraction of the largest count as none.
    """
    rows, columns = matrix.shape
    if rows < columns or not columns:
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=rank_tolerance)[0])
    work, whole_work = _workspace(rows, columns)
    found, _, _, failed = lapack.dgelsd(matrix, right, work, whole_work, rank_tolerance)
    if failed:
        raise np.linalg.LinAlgError('SVD did not converge in Linear Least Squares')
    solution: Array = found[:columns]
    return solution


def regular_solution(matrix: Array, right: Array) -> Array | None:
    """
    Return the solution of a square system (n, n) that is regular by far, else None.

    By the pivots of its elimination, in a third of the time of least squares.
    """
    table, order, failed = lapack.dgetrf(matrix)
    pivots = [abs(one) for one in table.diagonal().tolist()]
    if failed or not min(pivots) > REGULAR_PIVOT * max(pivots):
        return None
    solution: Array = lapack.dgetrs(table, order, right)[0]
    return solution


def eigenpairs(matrix: Array) -> tuple[Array, Array]:
    """Return eigenvalues (n,), rising, and eigenvectors (n, n) of a symmetric matrix."""
    values, vectors, failed = lapack.dsyevd(matrix, lower=1)
    if failed:
        raise np.linalg.LinAlgError('Eigenvalues did not converge')
    return values, np.ascontiguousarray(vectors)


def whitening(matrix: Array, rank_tolerance: float) -> tuple[Array, float]:
    """
    Return rows W (r, n) with W M W^T = 1 for a positive semi-definite matrix M (n, n) of rank r.

    W^T W is its pseudo-inverse. The second is the least eigenvalue that counts, beside the
    largest: 0 where none does. rank_tolerance: those below this fraction count as none.
    """
    values, vectors = eigenpairs(matrix)
    largest = float(values[-1])
    large = values > max(rank_tolerance * largest, 0.0)
    kept = values[large]
    rows = np.ascontiguousarray((vectors[:, large] / np.sqrt(kept)).T)
    return rows, float(kept[0]) / largest if kept.size else 0.0


def singular_parts(matrix: Array, complete: bool = False) -> tuple[Array, Array, Array]:
    """
    Return left vectors (m, r), falling values (r,) and rows of right vectors (r, n), r the least.

    complete: whether the vectors are to be complete bases, (m, m) and (n, n).
    """
    if max(matrix.shape) > LARGEST_DIRECT or not matrix.size:
        left, values, right = np.linalg.svd(matrix, full_matrices=complete)
        return left, values, right
    left, values, right, failed = lapack.dgesdd(matrix, full_matrices=complete)
    if failed:
        raise np.linalg.LinAlgError('SVD did not converge')
    return np.ascontiguousarray(left), values, np.ascontiguousarray(right)


@lru_cache(maxsize=64)
def _workspace(rows: int, columns: int) -> tuple[int, int]:
    """Return how many numbers and how many whole numbers `dgelsd` needs to work with."""
    work, whole_work, _ = lapack.dgelsd_lwork(rows, columns, 1)
    return int(work), int(whole_work)
