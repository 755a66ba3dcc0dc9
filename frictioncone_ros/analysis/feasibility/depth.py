# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How deep inside its composite cone a wrench lies: the ray along the depth wrench.

The margin of w is the largest t with w - t w0 in the composite cone, w0 the wrench of the forces
one newton inside every friction set. With known faces it is the least of a few dot products; else
`ray_shooting` finds it wherever the face is plain, in flat cones within their span. What is
left, degenerate cones and mixed models, goes in steps: `depth_by_steps`, and below
`depth_of_round` for round sets.
"""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.analysis.feasibility.nearest_forces import EdgeSearch, nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.ray_shooting import (
    Depth,
    depth_by_bisection,
    depth_by_ray_shooting,
    depth_by_steps,
    RAY_ROUNDS,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.exceptions import NumericalError
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
    """Tell whether a little below the margin the wrench is outside, or nothing can be told."""
    step = MARGIN_LOOK_AHEAD * size / largest_entry(problem.depth_wrench)
    below = wrench - (margin + step) * problem.depth_wrench
    try:
        remainder = nearest_forces(problem, below).remainder
    except NumericalError:
        # Of friction of hundreds floats cannot tell; forces prove the margin, and no more.
        return True
    return largest_entry(remainder) > FEASIBLE_RESIDUAL * largest_entry(below)


def depth(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the depth of a scaled contact wrench (d,) in the composite cone."""
    if problem.faces is None and problem.has_depth_ray:
        found = depth_by_ray_shooting(problem, wrench)
        if found is not None:
            return found
    astray = problem.unreachable @ (problem.unreachable.T @ wrench)
    if largest_entry(astray) > FEASIBLE_RESIDUAL * largest_entry(wrench):
        return Depth(-inf, None, -astray)
    if problem.ceiling is None:
        return _boundless(problem, wrench)
    if problem.faces is not None:
        return _by_faces(problem, wrench)
    is_flat = problem.has_depth_ray and problem.unreachable.shape[1] > 0
    flat = _by_ray_in_span(problem, wrench) if is_flat else None
    if flat is not None:
        return flat
    if problem.round_sets is not None:
        return depth_of_round(problem, wrench)
    return depth_by_steps(problem, wrench)


def judged_depth(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the depth with forces only where the wrench is feasible.

    A margin that is zero but for rounding is zero.
    """
    found = depth(problem, wrench)
    if found.contact_forces is None or found.margin >= 0.0:
        return found
    if _is_outside(problem, wrench, found.margin):
        return _denied(problem, wrench, found)
    return Depth(0.0, found.contact_forces - found.margin * problem.depth_forces, found.limit)


def _is_outside(problem: ContactWrenchProblem, wrench: Array, margin: float) -> bool:
    """Tell whether a margin [N] of a wrench (d,) is below zero by more than rounding."""
    slack = FEASIBLE_RESIDUAL * largest_entry(wrench)
    return margin < 0.0 and margin * largest_entry(problem.depth_wrench) < -slack


def _denied(problem: ContactWrenchProblem, wrench: Array, found: Depth) -> Depth:
    """Return the depth of a wrench below zero with a twist that separates it, if any does.

    The limit of a search in round sets is normal to the circles only nearly; what the nearest
    forces leave is so to rounding. Where they leave nothing, the search was off by rounding.
    """
    if found.proved or problem.round_sets is None:
        return Depth(found.margin, None, found.limit)
    forces, remainder = nearest_forces(problem, wrench)
    if largest_entry(remainder) <= FEASIBLE_RESIDUAL * largest_entry(wrench):
        return Depth(0.0, forces, found.limit)
    return Depth(found.margin, None, -remainder)


def _by_faces(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the least of the faces' bounds, and inside the forces on the boundary below it."""
    assert problem.faces is not None
    bounds = problem.faces.depth_rows @ wrench
    closest = int(bounds.argmin())
    margin = float(bounds[closest])
    if _is_outside(problem, wrench, margin):
        return Depth(margin, None, problem.faces.depth_rows[closest])
    below = wrench - margin * problem.depth_wrench
    edges = problem.face_edges(closest)
    forces = None if edges is None else edges.forces_of(below)
    if forces is None:
        forces = nearest_forces(problem, below).contact_forces
    forces = forces + margin * problem.depth_forces
    return Depth(margin, forces, problem.faces.depth_rows[closest])


def _by_ray_in_span(problem: ContactWrenchProblem, wrench: Array) -> Depth | None:
    """Return the proved depth in a flat cone, where only a part of wrench space is reached."""
    basis, reduced = problem.within_span
    found = depth_by_ray_shooting(reduced, basis.T @ wrench)
    return None if found is None else found._replace(limit=basis @ found.limit)


def _boundless(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the answer where the contacts can press on each other without limit.

    The cone is then a subspace and the wrench in it; the forces returned are as deep inside their
    sets as the wrench is large.
    """
    inside = largest_entry(wrench)
    forces, _ = nearest_forces(problem, wrench - inside * problem.depth_wrench)
    return Depth(inf, forces + inside * problem.depth_forces, np.zeros(problem.dimension))
