# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The margin by Newton's method on the distance, from outside along the depth wrench.

The remainder r of the nearest forces to w - t w0 is normal to the composite cone, r . x <= 0 on
it, so t <= (r . w) / (r . w0). Each step is such a bound; with finitely many faces the steps end
at the face the ray leaves through, after three of them as a rule.
"""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.cones import largest_entry
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
