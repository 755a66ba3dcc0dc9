# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact forces whose wrench is nearest to a desired one: the solver under every question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from frictioncone_ros.analysis.feasibility.edge_search import EdgeSearch, NearestForces
from frictioncone_ros.cones import largest_entry, nonnegative_weights
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import ROUNDING

if TYPE_CHECKING:
    from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.round_sets import EDGE_GAIN

EDGE_ROUNDS = 60
"""Rounds of adding edges after which the solver gives up; five are usual."""


def nearest_forces(
    problem: ContactWrenchProblem, target: Array, factor: Array | None = None
) -> NearestForces:
    """Return the forces whose scaled wrench is nearest to the scaled `target` (d,).

    The distance is Euclidean in scaled wrenches, or |factor (x - target)| for a (d, d) factor;
    the remainder is then factor (target - wrench of the forces).
    """
    edges, sets = problem.edge_wrenches, problem.round_sets
    if factor is not None:
        edges, target = factor @ edges, factor @ target
    if edges.shape[1] == 0:
        return NearestForces(np.zeros(0), target)
    if sets is None:
        weights, remainder = nonnegative_weights(edges, target)
        return NearestForces(problem.edge_forces @ weights, remainder)
    if factor is not None:
        sets = sets.transformed(factor)
    return _searched(EdgeSearch(sets, edges, problem.edge_forces), target)


def _searched(search: EdgeSearch, target: Array) -> NearestForces:
    """Add edges until the remainder gains nothing from any edge of any circle.

    Rounding may leave more than nothing: forces that squeeze much harder than the target is large
    leave their own, and so do long edges. That is an answer too, but only when no better comes.
    """
    size, poor = largest_entry(target), None
    for _ in range(EDGE_ROUNDS):
        found = search.solve(target)
        gap = largest_entry(found.remainder)
        admissible = search.sets.overshoot(found.contact_forces) <= EDGE_GAIN * size
        if gap <= EDGE_GAIN * size and admissible:
            return found
        support = search.refine(found)
        slack = EDGE_GAIN * gap + ROUNDING * size
        if max(support.tolist()) <= slack and admissible:
            return found
        squeezed = gap <= EDGE_GAIN * size + ROUNDING * largest_entry(found.contact_forces)
        if admissible and (squeezed or (support <= slack * search.newest_lengths()).all()):
            poor = found
    if poor is not None:
        return poor
    raise NumericalError(f'{EDGE_ROUNDS} rounds of edges did not find the nearest forces')
