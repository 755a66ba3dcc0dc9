# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How far the inverse of a matrix moves when every entry may be off by a known bound.

With R = A^-1 and |D| <= E entry by entry, (A + D)^-1 = (I + R D)^-1 R. If the non-negative matrix
P = |R| E has spectral radius below one, the series converges whatever D is, and
|(A + D)^-1 - R| <= (P + P^2 + ...) |R| = (I - P)^-1 P |R|. No sampling: it holds for all of them.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.spatial import Array

REGULAR_SYSTEM = 1e-9
"""Ratio of least to largest singular value above which equations have one solution [-]."""


def series_sum(bound: Array) -> Array | None:
    """
    Return P + P^2 + ... for a non-negative matrix, or None where it does not converge.

    It converges if and only if I - P has a non-negative inverse.
    """
    size = len(bound)
    try:
        total = np.linalg.inv(np.eye(size) - bound)
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(total).all() or total.min(initial=0.0) < 0.0:
        return None
    return total @ bound


def inverse_with_bound(matrix: Array, errors: Array) -> tuple[Array, Array] | None:
    """
    Return the inverse and how far its entries may be off; None where the matrix may be singular.

    errors: bounds (n, n) >= 0 on the entries of the difference from the true matrix.
    """
    lengths = np.linalg.norm(matrix, axis=1)
    if (lengths == 0.0).any():
        return None
    values = np.linalg.svd(matrix / lengths[:, None], compute_uv=False)
    if values[-1] <= REGULAR_SYSTEM * values[0]:
        return None
    inverse = np.asarray(np.linalg.inv(matrix), dtype=np.float64)
    series = series_sum(np.abs(inverse) @ errors)
    if series is None:
        return None
    bound: Array = series @ np.abs(inverse)
    return inverse, bound
