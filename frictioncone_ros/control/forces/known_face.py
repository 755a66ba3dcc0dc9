# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The face that a margin's ray met last, ready for the next ray: one product instead of a search.

While the same independent rays meet the ray, everything that decides is linear in the reaction:
the weights that the search would find, the forces that prove the margin, and what the face's
normal says. The checks are those of the search (`ray_shooting`); where one fails, it searches.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple, TYPE_CHECKING

import numpy as np

from frictioncone_ros.control.forces.ray_search import Generators, with_penalty_column
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import (
    COMMAND_FEASIBLE,
    MARGIN_ACCURACY,
    MARGIN_PROOF_SHARE,
    MARGIN_ROUNDING,
    RAY_RESIDUAL,
    ROUNDING,
    ROUNDING_FACE,
)

if TYPE_CHECKING:
    from frictioncone_ros.control.forces.force_set import ForceSet

INDEPENDENT = 1e-6
"""Singular value of the rays, beside the largest, from which on their weights are certain [-]."""


class KnownFace(NamedTuple):
    """
    d - 1 rays and the way back along -w0 that meet rays nearby: maps of a scaled reaction (d,).

    maps: (3 d + 2, d) to loads of the rays (d - 1) and the margin they prove, the margin that is
    too large and the one that the normal says, the search's weights (d), and what is between (d).
    length: of w0. steepness: of w0 against the unit normal. most: times the sum of the rays'
    weights the slack of a margin that rays beyond the face would use up [N]. share: of what a
    margin may be too low, what its proof may lose; 0 where there are no rays beyond.
    """

    maps: Array
    length: float
    steepness: float
    most: float
    share: float

    def margin(self, reaction: Array) -> float | None:
        """Return the margin [N] of a reaction (d,), proved; None where the search has to tell."""
        size = reaction.shape[0]
        found = self.maps.dot(reaction)
        between = found[-size:]
        values = found.tolist()
        proved, start, said = values[size - 1 : size + 2]
        left, whole = sqrt(between.dot(between)), sqrt(reaction.dot(reaction))
        if left <= COMMAND_FEASIBLE * (whole + abs(start) * self.length):
            return None
        loads, weights = values[: size - 1], values[size + 2 : 2 * size + 2]
        if min(weights) <= 0.0 or min(loads) < 0.0 or start < proved:
            return None
        if self.steepness * self.steepness * (start - said) <= ROUNDING_FACE * self.length * left:
            return None
        rounding, accuracy = MARGIN_ROUNDING * left / self.length, MARGIN_ACCURACY * abs(said)
        if self.most * sum(weights[:-1]) > (1.0 - MARGIN_PROOF_SHARE) * accuracy + rounding:
            return None
        return proved if proved >= said - self.share * accuracy - rounding else None


def known_face(forces: ForceSet, rays: Generators) -> KnownFace | None:
    """Return the face of d - 1 rays that have a load; None where they are no face by far."""
    line, columns = forces.depth_line, rays.columns
    size = line.inward.shape[0]
    if columns.shape[1] != size - 1:
        return None
    bordered = with_penalty_column(columns, line.direction)
    left, values, right = np.linalg.svd(bordered)
    if values[-1] <= INDEPENDENT * values[0]:
        return None
    normal = left[:size, -1]
    steepness = -float(normal.dot(line.inward))
    if steepness < 0.0:
        normal, steepness = -normal, -steepness
    if steepness <= INDEPENDENT * line.length:
        return None
    weights = (right.T / values).dot(left[:size, :size].T)
    whole = np.column_stack((columns, line.inward))
    if max(normal.dot(forces.search.flat.columns).tolist(), default=0.0) > ROUNDING:
        return None  # a ray that is always in use would have a load too
    loads = np.linalg.inv(whole)
    if np.abs(whole.dot(loads) - np.eye(size)).max() > RAY_RESIDUAL:
        return None
    start = line.outermost / line.rise
    between = np.eye(size) - np.outer(line.inward, start)
    maps = np.vstack((loads, start, normal / -steepness, weights.dot(between), between))
    most = forces.search.furthest(normal) / steepness
    share = forces.search.grows * MARGIN_PROOF_SHARE
    return KnownFace(maps, line.length, steepness, most, share)
