# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The margin of round friction sets step by step: flat cones and mixed models."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.feasibility.edge_search import EdgeSearch
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.ray_steps import (
    Depth,
    depth_by_bisection,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import (
    FEASIBLE_RESIDUAL,
    RAY_ROUNDS,
    SETTLED_RAISE,
)


def depth_of_round(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down as `depth_by_steps`, adding edges of the round sets at the same time.

    The remainder r of finitely many edges has a product h_i > 0 with the best edge of each
    circle; a force of normal part N_i gains at most h_i N_i there, by which the bound is raised.
    The end is reached where plain edges, whose forces are inside their sets, leave nothing and
    the last raise was so small that its square is rounding.
    """
    assert problem.ceiling is not None and problem.round_sets is not None
    axis, starts = problem.depth_wrench, problem.round_sets.starts
    search = EdgeSearch(problem.round_sets, problem.edge_wrenches, problem.edge_forces)
    limit, raised = problem.ceiling, 0.0
    margin = float(limit @ wrench)
    for _ in range(RAY_ROUNDS):
        below = wrench - margin * axis
        size = max(largest_entry(wrench), largest_entry(below))
        settled = raised * largest_entry(axis) <= SETTLED_RAISE * size
        found = search.solve(below, bent=not settled)
        if largest_entry(found.remainder) <= FEASIBLE_RESIDUAL * size:
            if settled:
                return Depth(margin, found.contact_forces + margin * problem.depth_forces, limit)
            margin += raised
            continue
        support = search.refine(found)
        slope = float(found.remainder @ axis)
        limit = found.remainder / slope
        raised = float(np.maximum(support, 0.0) @ found.contact_forces[starts]) / abs(slope)
        margin = float(limit @ wrench) + raised
    return depth_by_bisection(problem, wrench)
