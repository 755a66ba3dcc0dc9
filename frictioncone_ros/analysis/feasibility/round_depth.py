# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The margin of round friction sets step by step: flat cones and mixed models."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.feasibility.edge_search import EdgeSearch
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.ray_steps import (
    Depth,
    depth_by_bisection,
    RAY_ROUNDS,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SETTLED_RAISE = 1e-5
"""Estimated rise of a margin bound, relative to the wrench, whose square is rounding [-]."""
MARGIN_LOOK_AHEAD = 1e-7
"""How far beyond a margin it is looked whether more is possible, relative to the wrench [-]."""


def depth_of_round(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down as `depth_by_steps`, adding edges of the round sets at the same time.

    The remainder r of finitely many edges has a product h_i > 0 with the best edge of each
    circle; a force of normal part N_i gains at most h_i N_i there, by which the bound is raised.
    The end is reached where plain edges, whose forces are inside their sets, leave nothing and
    the last raise was so small that its square is rounding. In flat cones the N_i may grow on the
    way, and the bound fall short of the margin: whether more is possible is looked at last.
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
            if settled and _ends_at(problem, wrench, margin, size):
                return Depth(margin, found.contact_forces + margin * problem.depth_forces, limit)
            if settled:
                break
            margin += raised
            continue
        support = search.refine(found)
        slope = float(found.remainder @ axis)
        limit = found.remainder / slope
        raised = float(np.maximum(support, 0.0) @ found.contact_forces[starts]) / abs(slope)
        margin = float(limit @ wrench) + raised
    return depth_by_bisection(problem, wrench)


def _ends_at(problem: ContactWrenchProblem, wrench: Array, margin: float, size: float) -> bool:
    """Tell whether a little below the margin the wrench is outside."""
    step = MARGIN_LOOK_AHEAD * size / largest_entry(problem.depth_wrench)
    below = wrench - (margin + step) * problem.depth_wrench
    remainder = nearest_forces(problem, below).remainder
    return largest_entry(remainder) > FEASIBLE_RESIDUAL * largest_entry(below)
