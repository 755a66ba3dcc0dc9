# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The nearest wrench the contacts can carry with a margin, in a stated metric."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.feasibility import ContactWrenchProblem, nearest_forces
from frictioncone_ros.cones import metric_factor
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_finite_number, as_wrench
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL


@checked_fields
@dataclass(frozen=True, eq=False)
class ProjectedWrench:
    """A wrench inside the composite cone shrunk by a margin, nearest to a desired one.

    contact_wrench: (d,) the answer, the desired wrench itself where that was inside already.
    removed: (d,) desired minus answer. contact_forces: (c,) whose wrench is the answer, each at
    least `margin` [N] inside its friction set. limiting_twist: (d,), zero where nothing was
    removed: no admissible force does negative work on it, and the answer as little as the margin
    allows, which proves that no nearer wrench is inside.
    """

    contact_wrench: Array
    removed: Array
    contact_forces: Array
    limiting_twist: Array
    margin: float

    @property
    def changed(self) -> bool:
        """Whether anything had to be removed."""
        return bool(self.removed.any())


@checked
def project_wrench(
    problem: ContactWrenchProblem,
    contact_wrench: ArrayLike,
    metric: ArrayLike | None = None,
    margin: float = 0.0,
) -> ProjectedWrench:
    """Return the wrench nearest to `contact_wrench` that the contacts can carry with `margin` [N].

    metric: (d, d) symmetric positive definite, distance sqrt(x' metric x) of wrenches [N, Nm];
    by default moments count divided by the state's characteristic length. The wrenches of margin
    m are the composite cone moved by m times the depth wrench; that set is never empty.
    """
    wrench = as_wrench(contact_wrench, problem.dimension, 'contact wrench')
    depth = as_finite_number(margin, 'margin')
    factor = None
    if metric is not None:
        factor = metric_factor(metric, problem.dimension) / problem.scaling
    target = problem.scaling * wrench - depth * problem.depth_wrench
    forces, remainder = nearest_forces(problem, target, factor)
    forces += depth * problem.depth_forces
    normal = -remainder if factor is None else -(factor.T @ remainder)
    nearest = (problem.force_matrix @ forces) / problem.scaling
    gap = np.abs(problem.scaling * (wrench - nearest)).max()
    if gap <= FEASIBLE_RESIDUAL * float(np.abs(target).max()):
        nearest, normal = wrench, np.zeros(problem.dimension)
    result = ProjectedWrench(nearest, wrench - nearest, forces, problem.scaling * normal, depth)
    for array in (nearest, result.removed, forces, result.limiting_twist):
        array.setflags(write=False)
    return result
