# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How deep inside its composite cone a wrench lies: the ray along the depth wrench.

The margin of w is the largest t with w - t w0 in the composite cone, w0 the wrench of the forces
one newton inside every friction set. With known faces it is the least of a few dot products; else
`ray_shooting` finds it wherever the face is plain, in flat cones within their span. What is
left, degenerate cones and mixed models, goes in steps (`ray_steps`, `round_depth`).
"""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.ray_shooting import depth_by_ray_shooting
from frictioncone_ros.analysis.feasibility.ray_steps import Depth, depth_by_steps
from frictioncone_ros.analysis.feasibility.round_depth import depth_of_round
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL


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
    slack = FEASIBLE_RESIDUAL * largest_entry(wrench)
    if found.margin * largest_entry(problem.depth_wrench) < -slack:
        return Depth(found.margin, None, _separating(problem, wrench, found))
    return Depth(0.0, found.contact_forces - found.margin * problem.depth_forces, found.limit)


def _separating(problem: ContactWrenchProblem, wrench: Array, found: Depth) -> Array:
    """Return the limiting twist, or for the limit of a search the one of the nearest forces.

    That one is normal to the circles to rounding; the limit of a search is so only nearly.
    """
    if found.proved or problem.round_sets is None:
        return found.limit
    return -nearest_forces(problem, wrench).remainder


def _by_faces(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Return the least of the faces' bounds and the forces on the boundary below it."""
    assert problem.faces is not None
    bounds = problem.faces.depth_rows @ wrench
    closest = int(bounds.argmin())
    margin = float(bounds[closest])
    found = nearest_forces(problem, wrench - margin * problem.depth_wrench)
    forces = found.contact_forces + margin * problem.depth_forces
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
