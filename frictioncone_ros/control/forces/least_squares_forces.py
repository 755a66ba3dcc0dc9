# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The short way: forces by one matrix product, and their depth inside the friction sets.

Most commands lie well inside the cones. Then the contact forces of least square sum are inside
their friction sets too, and no inequality has to be solved for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from operator import sub

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.spatial.arrays import Array, frozen_array, numerical_rank
from frictioncone_ros.spatial.dense import singular_parts
from frictioncone_ros.tolerances import CONSTRAINT_RANK

MOST_READINGS = 100_000
"""
A table of depths with more entries is not made: it costs more than the solver it would spare.

64 contacts with round friction have half as many, 64 polygons of 64 edges eight times as many.
"""


@dataclass(frozen=True, eq=False)
class DepthScale:
    """
    How deep contact forces lie in their friction sets; no geometry is in it.

    readings: (q + p + t p, c). Of readings @ forces the first q entries are the depths [N] below
    the flat sides, the next p those of the normal forces of round sets, and of the last t p the
    lengths over t half axes are to be taken off those: both tangents, and torsion where a limit
    surface is among the sets. used: (c,) components friction has.
    """

    readings: Array
    round_count: int
    half_axis_count: int
    used: NDArray[np.bool_]

    @cached_property
    def _unused(self) -> NDArray[np.intp] | None:
        """Indices of components that friction has not, None where it has all."""
        return None if self.used.all() else np.flatnonzero(~self.used)

    def uses(self, contact_forces: Array) -> bool:
        """Tell whether contact forces (c,) have only components that friction has."""
        return self._unused is None or not contact_forces[self._unused].any()

    def depth(self, contact_forces: Array) -> float:
        """Return the depth [N] at which the shallowest contact force lies; negative: outside."""
        # On plain floats: for a handful of contacts arrays would cost several times as much.
        read = self.readings.dot(contact_forces).tolist()
        count = self.round_count
        if not count:
            return min(read, default=inf)
        first = len(read) - self.half_axis_count * count
        second, third = first + count, first + 2 * count
        lengths = map(_length, read[first:second], read[second:third])
        if self.half_axis_count > 2:
            lengths = map(_length, lengths, read[third:])
        flat = first - count
        return min(read[:flat] + list(map(sub, read[flat:first], lengths)))


def _length(one: float, other: float) -> float:
    """Return the length of two parts across each other, to the last bit as `np.hypot` has it."""
    return abs(complex(one, other))


@dataclass(frozen=True, eq=False)
class LeastSquaresForces:
    """
    Contact forces of least square sum for a reaction, and how deep they are in their sets.

    inverse: (c, d), from a reaction to contact forces. unique: whether no others give the same.
    projector: (d, d) onto what those forces carry of a reaction; remainder: (d, d), the scaled
    rest of it.
    """

    inverse: Array
    unique: bool
    projector: Array
    remainder: Array
    scale: DepthScale

    def depth(self, contact_forces: Array) -> float:
        """Return the depth [N] at which the shallowest contact force lies; negative: outside."""
        return self.scale.depth(contact_forces)


def least_squares_forces(
    state: ContactState, matrix: Array, scale: Array
) -> LeastSquaresForces | None:
    """
    Return the short way for all contacts of a state, or None where there is none.

    matrix: (d, c) wrench matrix; scale: (d, d) the metric in which its rank is judged.
    """
    depths = _depth_scale(state.frictions, state.dimension)
    if depths is None:
        return None
    inverse, unique = _least_square_inverse(matrix, scale, depths.used)
    projector = matrix.dot(inverse)
    return LeastSquaresForces(inverse, unique, projector, scale - scale.dot(projector), depths)


def _least_square_inverse(
    matrix: Array, scale: Array, used: NDArray[np.bool_]
) -> tuple[Array, bool]:
    has_all = False not in used.tolist()
    scaled = scale.dot(matrix if has_all else matrix[:, used])
    left, values, right = singular_parts(scaled)
    rank = numerical_rank(values, CONSTRAINT_RANK)
    found = (right[:rank].T / values[:rank]).dot(left[:, :rank].T.dot(scale))
    if not has_all:
        inverse = np.zeros((matrix.shape[1], matrix.shape[0]))
        inverse[used] = found
        found = inverse
    return found, rank == scaled.shape[1]


# Contacts move with every snapshot; what they are made of stays.
@lru_cache(maxsize=64)
def _depth_scale(frictions: tuple[FrictionModel, ...], dimension: int) -> DepthScale | None:
    """Return the depth scale of contacts with these frictions; None where there is none."""
    counts = [friction.component_count(dimension) for friction in frictions]
    facets: list[Array] = []
    for friction in frictions:
        facets.append(friction.facets(dimension))
        if sum(map(len, facets)) * sum(counts) > MOST_READINGS:
            return None
    turning = any(friction.round_torsion(dimension) for friction in frictions)
    flat, rounds = [], []
    used = np.zeros(sum(counts), dtype=bool)
    start = 0
    for friction, sides, count in zip(frictions, facets, counts, strict=True):
        part = slice(start, start + count)
        start += count
        for component in friction.transmitted_components(dimension):
            used[part.start + component] = True
        per_newton = 1.0 / friction.depth_shift(dimension)
        flat.append(_widened(per_newton * sides, part, used.size))
        around = _round_readings(friction, dimension, turning)
        if around is not None:
            rounds.append(_widened(per_newton * around, part, used.size))
    if not used.any():
        return None
    # All normal forces first, then all parts across: each is one block of the product.
    ordered = np.stack(rounds, axis=1).reshape(-1, used.size) if rounds else flat[0][:0]
    readings = frozen_array(np.vstack([*flat, ordered]))
    return DepthScale(readings, len(rounds), 3 if turning else 2, used)


def _round_readings(friction: FrictionModel, dimension: int, turning: bool) -> Array | None:
    """Return rows (1 + t, components): normal force and parts across of a round set; else None."""
    limits = friction.round_limits(dimension)
    if limits is None:
        return None
    rows = np.zeros((4 if turning else 3, friction.component_count(dimension)))
    rows[0, 0], rows[1, 1], rows[2, 2] = 1.0, 1.0 / limits[0], 1.0 / limits[1]
    torsion = friction.round_torsion(dimension)
    if torsion:
        rows[3, 3] = 1.0 / torsion
    return rows


def _widened(rows: Array, part: slice, total: int) -> Array:
    """Return rows of one contact's components as rows of all components."""
    wide = np.zeros((rows.shape[0], total))
    wide[:, part] = rows
    return wide
