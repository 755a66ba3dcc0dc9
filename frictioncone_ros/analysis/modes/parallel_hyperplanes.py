# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hyperplanes that coincide within a cone, so that only one of them need divide it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.arrangement import ARRANGEMENT_SIDE, DividedCone


@dataclass(frozen=True, eq=False)
class ParallelHyperplanes:
    """
    Hyperplanes that coincide within a cone.

    hyperplanes: (n,) indices; first: (n,) the first of those each coincides with, itself where
    there is no earlier one; sign: (n,) 1 or -1 with the same or opposite positive side.
    """

    hyperplanes: NDArray[np.intp]
    first: NDArray[np.intp]
    sign: NDArray[np.int8]


def parallel_hyperplanes(cone: DividedCone, hyperplanes: NDArray[np.intp]) -> ParallelHyperplanes:
    """
    Find the hyperplanes that take proportional values on all generators of a cone.

    Each is reduced to a unit vector of values; equal ones have equal products with a vector in
    general position and so are neighbours when sorted by it. Missing a pair would cost time only.
    """
    if not len(hyperplanes):
        return ParallelHyperplanes(hyperplanes, hyperplanes, np.zeros(0, dtype=np.int8))
    values = np.concatenate((cone.rays, cone.lines))[:, cone.vector_size + hyperplanes]
    lengths = np.sqrt(np.einsum('ij,ij->j', values, values))
    lengths[lengths <= ARRANGEMENT_SIDE] = 1.0
    general = np.sin(1.0 + 1.7 * np.arange(len(values)))
    products = general @ values / lengths
    sign = np.where(products < 0.0, -1, 1).astype(np.int8)
    order = np.argsort(np.abs(products), kind='stable')
    units = (values / (lengths * sign))[:, order]
    apart = np.abs(units[:, 1:] - units[:, :-1]).max(axis=0, initial=0.0)
    starts = np.concatenate(([0], np.flatnonzero(apart > ARRANGEMENT_SIDE) + 1))
    sizes = np.diff(np.append(starts, len(order)))
    first = np.empty_like(order)
    first[order] = np.repeat(np.minimum.reduceat(order, starts), sizes)
    return ParallelHyperplanes(hyperplanes, hyperplanes[first], sign * sign[first])
