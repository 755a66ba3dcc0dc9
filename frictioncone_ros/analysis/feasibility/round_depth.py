# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The exact margin where friction sets are round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.feasibility.edge_search import EdgeSearch
from frictioncone_ros.analysis.feasibility.limit_newton import (
    Limit,
    limit_by_newton,
    limit_modes,
    LimitModes,
)
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.ray_steps import (
    Depth,
    depth_by_bisection,
    depth_by_steps,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import (
    FEASIBLE_RESIDUAL,
    POLYGON_SLIDING_FORCE,
    RAY_ROUNDS,
    SETTLED_RAISE,
    SLIDING_FORCE,
)


def depth_of_round(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the depth of a scaled wrench in a composite cone with round friction sets.

    The limit of the polygons inside tells as a rule what each contact does at the limit of the
    circles, and Newton's method takes it there. Where it does not, edges are added step by step.
    """
    assert problem.round_sets is not None
    polygonal = depth_by_steps(replace(problem, round_sets=None), wrench)
    assert polygonal.contact_forces is not None
    forces = polygonal.contact_forces - polygonal.margin * problem.depth_forces
    modes = limit_modes(problem.round_sets, forces, POLYGON_SLIDING_FORCE)
    start = Limit(polygonal.margin, forces, -polygonal.limit)
    exact = _exact(problem, wrench, modes, start)
    return _by_search(problem, wrench) if exact is None else exact


def _exact(problem: ContactWrenchProblem, wrench: Array, modes: LimitModes, start: Limit
           ) -> Depth | None:
    """Return the depth by Newton's method from an approximate limit, None if its modes fail."""
    assert problem.round_sets is not None
    if problem.round_sets.starts.size < problem.state.contact_count:
        return None  # the limit equations know round contacts only
    limit = limit_by_newton(problem, wrench, modes, start)
    if limit is None:
        return None
    forces = limit.contact_forces + limit.margin * problem.depth_forces
    return Depth(limit.margin, forces, -limit.direction)


def _by_search(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down as `depth_by_steps`, adding edges of the round sets at the same time.

    The remainder r of finitely many edges has a product h_i > 0 with the best edge of each
    circle; a force of normal part N_i gains at most h_i N_i there, by which the bound is raised.
    The end is reached where plain edges, whose forces are inside their sets, leave nothing and
    the last raise was so small that its square is rounding.
    """
    assert problem.ceiling is not None and problem.round_sets is not None
    axis, starts = problem.depth_wrench, problem.round_sets.starts
    search = EdgeSearch(problem.round_sets, problem.edge_wrenches, problem.edge_forces)
    limit, raised, previous = problem.ceiling, 0.0, None
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
        modes = limit_modes(problem.round_sets, found.contact_forces, SLIDING_FORCE)
        if modes.same_as(previous):
            exact = _exact(problem, wrench, modes, Limit(margin, found.contact_forces, -limit))
            if exact is not None:
                return exact
        previous = modes
        raised = float(np.maximum(support, 0.0) @ found.contact_forces[starts]) / abs(slope)
        margin = float(limit @ wrench) + raised
    return depth_by_bisection(problem, wrench)
