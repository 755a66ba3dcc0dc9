# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Triangular roots of metrics, in which projections are orthogonal.

In the metric's root L (metric = L L^T) a basis is orthonormalised itself. The normal equations of
a basis square what tells its columns apart, which is little where the reference point is far away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack
from frictioncone_ros.tolerances import ROUNDING

EXPECTED = 'a positive definite matrix and independent basis columns'


class MetricRoot(NamedTuple):
    """
    L (d, d) with L L^T the metric: lower triangular for an inertia, upper for a mobility.

    Linear components are eliminated first from an inertia and last from a mobility: what is left
    for the angular ones is then about the centre of mass, wherever the reference point is.
    """

    root: Array
    is_lower: bool

    def solved(self, right: Array) -> Array:
        """Return L^-1 times columns (d, n) or a vector (d,)."""
        return np.asarray(lapack.dtrtrs(self.root, right, lower=int(self.is_lower))[0])

    def transposed_solved(self, right: Array) -> Array:
        """Return L^-T times columns (d, n) or a vector (d,)."""
        found = lapack.dtrtrs(self.root, right, lower=int(self.is_lower), trans=1)[0]
        return np.asarray(found)

    def projector(self, directions: Array) -> Array:
        """Return L Q Q^T L^-1 (d, d), with Q the span of directions (d, n) in root coordinates."""
        span = _orthonormal(directions)
        return np.asarray(self.root.dot(span).dot(self.transposed_solved(span).T))


def metric_root(metric: Array, what: str, for_mobility: bool = False) -> MetricRoot:
    """Return the root of a symmetric matrix (d, d); InvalidInputError where it has none."""
    table = metric[::-1, ::-1] if for_mobility else metric
    root, failed = lapack.dpotrf(np.ascontiguousarray(table), lower=1, clean=1)
    if failed or not np.isfinite(root).all():
        raise InvalidInputError(what, metric.tolist(), EXPECTED)
    if for_mobility:
        root = root[::-1, ::-1]
    return MetricRoot(np.asfortranarray(root), not for_mobility)


def _orthonormal(columns: Array) -> Array:
    """Return orthonormal columns (d, n) of the same span; their lengths and units do not count."""
    if not columns.shape[1]:
        return columns
    lengths = np.sqrt(np.einsum('ij,ij->j', columns, columns))
    if lengths.all() and columns.shape[1] <= columns.shape[0]:
        span, triangle = np.linalg.qr(columns / lengths)
        if np.abs(triangle.diagonal()).min() > ROUNDING:
            return np.asarray(span)
    raise InvalidInputError('basis', columns.tolist(), 'independent columns')
