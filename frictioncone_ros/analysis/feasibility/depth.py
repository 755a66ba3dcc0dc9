# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How deep inside its composite cone a wrench lies: the ray shot along the depth wrench.

The margin of w is the largest t with w - t w0 in the composite cone, w0 the wrench of the forces
one newton inside every friction set. With known faces it is the least of a few dot products. Else
it is found from outside by Newton's method on the distance: the remainder r of the nearest forces
to w - t w0 is normal to the cone, r . x <= 0 on it, so t <= (r . w) / (r . w0). Each step is such
a bound, and with finitely many faces the steps end at the face the ray leaves through.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.edge_search import EdgeSearch
from frictioncone_ros.analysis.feasibility.limit_newton import (
    Limit,
    limit_by_newton,
    limit_modes,
)
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL, RAY_ROUNDS, SETTLED_RAISE


class Depth(NamedTuple):
    """Margin [N] of a scaled wrench, forces (c,) that attain it, and the limiting twist (d,).

    contact_forces: None where the margin is -inf. limit: scaled twist, of non-negative power on
    every admissible force, on which the wrench does the least; zero where the margin is inf.
    """

    margin: float
    contact_forces: Array | None
    limit: Array


def depth(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the depth of a scaled contact wrench (d,) in the composite cone."""
    astray = problem.unreachable @ (problem.unreachable.T @ wrench)
    if largest_entry(astray) > FEASIBLE_RESIDUAL * largest_entry(wrench):
        return Depth(-inf, None, -astray)
    if problem.ceiling is None:
        return _boundless(problem, wrench)
    if problem.faces is not None:
        return _by_faces(problem, wrench)
    if problem.round_sets is not None:
        return _by_search(problem, wrench)
    return _by_steps(problem, wrench)


def judged_depth(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the depth with forces only where the wrench is feasible.

    A margin that is zero but for rounding is zero.
    """
    found = depth(problem, wrench)
    if found.contact_forces is None or found.margin >= 0.0:
        return found
    slack = FEASIBLE_RESIDUAL * largest_entry(wrench)
    if found.margin * largest_entry(problem.depth_wrench) < -slack:
        return Depth(found.margin, None, found.limit)
    return Depth(0.0, found.contact_forces - found.margin * problem.depth_forces, found.limit)


def _by_faces(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the least of the faces' bounds and the forces on the boundary below it."""
    assert problem.faces is not None
    bounds = problem.faces.depth_rows @ wrench
    closest = int(bounds.argmin())
    margin = float(bounds[closest])
    found = nearest_forces(problem, wrench - margin * problem.depth_wrench)
    forces = found.contact_forces + margin * problem.depth_forces
    return Depth(margin, forces, problem.faces.depth_rows[closest])


def _by_steps(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down from the ceiling until the wrench below is inside; every step is a bound."""
    assert problem.ceiling is not None
    limit = problem.ceiling
    margin = float(limit @ wrench)
    size = largest_entry(wrench)
    for _ in range(RAY_ROUNDS):
        below = wrench - margin * problem.depth_wrench
        forces, remainder = nearest_forces(problem, below)
        if largest_entry(remainder) <= FEASIBLE_RESIDUAL * max(size, largest_entry(below)):
            return Depth(margin, forces + margin * problem.depth_forces, limit)
        slope = float(remainder @ problem.depth_wrench)
        limit = remainder / slope
        margin = float(limit @ wrench)
    raise NumericalError(f'no margin found in {RAY_ROUNDS} steps along the depth wrench')


def _by_search(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down as `_by_steps`, adding edges of the round sets at the same time.

    The remainder r of finitely many edges has a product h_i > 0 with the best edge of each
    circle; a force of normal part N_i gains at most h_i N_i there, by which the bound is raised.
    The end is reached where plain edges, whose forces are inside their sets, leave nothing and
    the last raise was so small that its square is rounding.
    """
    assert problem.ceiling is not None and problem.round_sets is not None
    axis, starts = problem.depth_wrench, problem.round_sets.starts
    search = EdgeSearch(problem.round_sets, problem.edge_wrenches, problem.edge_forces)
    limit, raised, previous = problem.ceiling, 0.0, None
    round_only = starts.size == problem.state.contact_count
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
        modes = limit_modes(problem.round_sets, found.contact_forces)
        if round_only and modes.same_as(previous):
            start = Limit(margin, found.contact_forces, -limit)
            exact = limit_by_newton(problem, wrench, modes, start)
            if exact is not None:
                forces = exact.contact_forces + exact.margin * problem.depth_forces
                return Depth(exact.margin, forces, -exact.direction)
        previous = modes
        raised = float(np.maximum(support, 0.0) @ found.contact_forces[starts]) / abs(slope)
        margin = float(limit @ wrench) + raised
    raise NumericalError(f'no margin found in {RAY_ROUNDS} rounds of edges')


def _boundless(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the answer where the contacts can press on each other without limit.

    The cone is then a subspace and the wrench in it; the forces returned are as deep inside their
    sets as the wrench is large.
    """
    inside = largest_entry(wrench)
    forces, _ = nearest_forces(problem, wrench - inside * problem.depth_wrench)
    return Depth(inf, forces + inside * problem.depth_forces, np.zeros(problem.dimension))
