# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The margin in one shot along the depth wrench, or no answer where one is not proved.

One least squares problem (`problem.DepthRay`) proposes the face. With finitely many edges, and
wherever the circles do not reach beyond the polygons' face, one linear solve gives margin and
forces on it. Else its modes start Newton's method for the circles (`limit_newton`); should that
not settle, the edges that the face is missing are added. An answer is returned only with both
halves of its proof: admissible forces that end on the limit, and a twist on which no force gains.

The margin by Newton's method on the distance, from outside along the depth wrench.

The remainder r of the nearest forces to w - t w0 is normal to the composite cone, r . x <= 0 on
it, so t <= (r . w) / (r . w0). Each step is such a bound; with finitely many faces the steps end
at the face the ray leaves through, after three of them as a rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.limit_newton import (
    Limit,
    limit_modes,
    LimitEquations,
    Probe,
)
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem, shrunk
from frictioncone_ros.analysis.feasibility.round_sets import EDGE_GAIN
from frictioncone_ros.cones import largest_entry, proposed_weights
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

RAY_ROUNDS = 60
"""Steps along the depth wrench after which the solver gives up; four are usual."""
MARGIN_WIDTH = 1e-10
"""What is added to the upper end of a bracket for a margin, relative to the bracket [-]."""
MARGIN_DOUBLINGS = 40
"""Doublings of a bracket for a margin after which the wrench counts as out of reach."""
MARGIN_HALVINGS = 40
"""Halvings of a bracket for a margin where steps do not settle."""


class Depth(NamedTuple):
    """Margin [N] of a scaled wrench, forces (c,) that attain it, and the limiting twist (d,).

    contact_forces: None where the margin is -inf. limit: scaled twist, of non-negative power on
    every admissible force, on which the wrench does the least; zero where the margin is inf.
    proved: whether no admissible force gains on the limit to rounding.
    """

    margin: float
    contact_forces: Array | None
    limit: Array
    proved: bool = False


def depth_by_steps(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Step down from the ceiling until the wrench below is inside.

    For finite edges; those of round sets are taken as they stand in the problem's polygons.
    """
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
    return depth_by_bisection(problem, wrench)


def depth_by_bisection(problem: ContactWrenchProblem, wrench: Array) -> Depth:
    """Halve a bracket of the margin: slow, and right wherever membership is.

    For cones so nearly flat or lineal that steps along normals do not settle.
    """
    assert problem.ceiling is not None
    limit, high = problem.ceiling, float(problem.ceiling @ wrench)
    step = max(abs(high), largest_entry(wrench) / largest_entry(problem.depth_wrench))
    high += MARGIN_WIDTH * step
    for _ in range(MARGIN_DOUBLINGS):
        low = high - step
        forces, remainder = _below(problem, wrench, low)
        if forces is not None:
            break
        limit, step = remainder / float(remainder @ problem.depth_wrench), 2.0 * step
    else:
        raise NumericalError('no depth, however negative, brings the wrench into the cone')
    for _ in range(MARGIN_HALVINGS):
        middle = 0.5 * (low + high)
        inner, remainder = _below(problem, wrench, middle)
        if inner is None:
            high, limit = middle, remainder / float(remainder @ problem.depth_wrench)
        else:
            low, forces = middle, inner
    assert forces is not None
    return Depth(low, forces + low * problem.depth_forces, limit)


def _below(
    problem: ContactWrenchProblem, wrench: Array, margin: float
) -> tuple[Array | None, Array]:
    """Return forces for the wrench `margin` below the given one, or None, and the remainder."""
    below = wrench - margin * problem.depth_wrench
    forces, remainder = nearest_forces(problem, below)
    inside = largest_entry(remainder) <= FEASIBLE_RESIDUAL * largest_entry(below)
    return (forces if inside else None), remainder


SHOT_ROUNDS = 12
"""Polygons tried by the shot before slower ways take over; one is usual."""
WELL_CONDITIONED = 1e6
"""Largest entry of an inverse, for unit edges, up to which one linear solve is relied on [-]."""


class _Edges(NamedTuple):
    """Edges in use: wrenches (d, n), the same shrunk along the ray, forces (c, n)."""

    wrenches: Array
    shrunk: Array
    forces: Array


def depth_by_ray_shooting(problem: ContactWrenchProblem, wrench: Array) -> Depth | None:
    """Return the proved depth of a scaled contact wrench (d,), or None."""
    ray, sets = problem.depth_ray, problem.round_sets
    if sets is not None and sets.starts.size < problem.state.contact_count:
        return None  # the limit equations know round contacts only
    if sets is not None and sets.is_coupled:
        return None  # nor limit surfaces
    if not ray.edges.shape[1]:
        return None
    edges = _Edges(problem.edge_wrenches, ray.edges, problem.edge_forces)
    target = ray.far_target(wrench)
    for _ in range(SHOT_ROUNDS):
        weights = proposed_weights(edges.shrunk, target)
        if weights is None:
            return None
        normal = ray.normal(target, target - edges.shrunk @ weights)
        if normal is None:
            return None
        if sets is None:
            return _at_face(problem, wrench, edges, weights)
        probe = Probe.of(sets, normal)
        if probe.largest_gain <= EDGE_GAIN * probe.size:
            return _at_face(problem, wrench, edges, weights)
        equations = LimitEquations(
            sets, problem.depth_wrench, limit_modes(sets, edges.forces @ weights, probe)
        )
        found = _at_circles(problem, wrench, equations)
        if found is not None:
            return found
        nearby = normal if equations.direction is None else equations.direction
        edges = _refined(problem, edges, np.array((normal, nearby)))
    return None


def _at_face(
    problem: ContactWrenchProblem, wrench: Array, edges: _Edges, weights: Array
) -> Depth | None:
    """Return the depth where the edges in use span the face that the ray leaves through.

    With them and w0 as columns of B, the loads and the margin are B^-1 w, and the last row of
    B^-1 is the face's normal.
    """
    used = weights.nonzero()[0]
    size = wrench.size
    if used.size != size - 1:
        return None
    basis = np.empty((size, size))
    basis[:, :-1] = edges.wrenches[:, used]
    basis[:, -1] = problem.depth_wrench
    try:
        inverse = np.linalg.inv(basis)
    except np.linalg.LinAlgError:
        return None
    if not max(map(abs, inverse.ravel().tolist())) <= WELL_CONDITIONED:
        return None
    loads = inverse @ wrench
    *shares, margin = loads.tolist()
    if min(shares, default=0.0) < -EDGE_GAIN * max(map(abs, shares), default=0.0):
        return None
    forces = edges.forces[:, used] @ loads[:-1]
    return _proved(problem, Limit(margin, forces, -inverse[-1]))


def _at_circles(
    problem: ContactWrenchProblem, wrench: Array, equations: LimitEquations
) -> Depth | None:
    """Return the depth at which Newton's method ends, if its forces are admissible and add up."""
    limit = equations.solve(wrench, problem.depth_forces.size)
    sets = problem.round_sets
    if limit is None or sets is None:
        return None
    total = limit.contact_forces + limit.margin * problem.depth_forces
    gap = problem.force_matrix @ total - wrench
    slack = EDGE_GAIN * (largest_entry(wrench) + largest_entry(limit.contact_forces))
    fits = largest_entry(gap) <= slack and sets.overshoot(limit.contact_forces) <= slack
    return _proved(problem, limit) if fits else None


def _proved(problem: ContactWrenchProblem, limit: Limit) -> Depth | None:
    """Return the depth if no admissible force gains on the limiting twist."""
    size = largest_entry(limit.direction)
    if not size * largest_entry(problem.depth_wrench) <= WELL_CONDITIONED:
        return None
    if problem.round_sets is None:
        gain = max((limit.direction @ problem.edge_wrenches).tolist())
    else:
        gain = Probe.of(problem.round_sets, limit.direction).largest_gain
    if not gain <= EDGE_GAIN * size:
        return None
    forces = limit.contact_forces + limit.margin * problem.depth_forces
    return Depth(limit.margin, forces, -limit.direction, proved=True)


def _refined(problem: ContactWrenchProblem, edges: _Edges, normals: Array) -> _Edges:
    """Return the edges with those of the circles added that reach farthest beyond faces (r, d)."""
    assert problem.round_sets is not None
    wrenches, forces = problem.round_sets.reaching_columns(normals, problem.depth_forces.size)
    added = shrunk(wrenches, problem.depth_ray.direction)
    return _Edges(
        np.concatenate((edges.wrenches, wrenches), axis=1),
        np.concatenate((edges.shrunk, added), axis=1),
        np.concatenate((edges.forces, forces), axis=1),
    )
