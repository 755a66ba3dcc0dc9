# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Sliding directions near a start: Newton's method that moves motion and forces as little as it can.

Where contacts are redundant there are many solutions; steps of least length end at one near the
start, where steps that choose new forces each time may cycle. Inequalities are judged at the end.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import Balance, balance, MotionCone
from frictioncone_ros.analysis.motions.spatial.directions import (
    linearized_at,
    opposed,
    opposing_forces,
    residual_of,
    SlidingPattern,
)
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import SAME_MOTION

STEPS = 8
"""Steps of one start: from near a solution Newton's method needs about four."""
SETTLED = 1e-13
"""Residual of the balance, relative to the desired wrench, at which steps end [-]."""


def nearest_directions(
    problem: SpatialProblem, pattern: SlidingPattern, start: Balance
) -> Balance | None:
    """Return a motion of the pattern near a start with friction against its slips, or None."""
    span = _span(pattern.vectors)
    answer: Balance | None = start
    for _ in range(STEPS):
        if answer is None:
            return None
        if answer is not start and float(np.linalg.norm(answer.residual)) <= SETTLED:
            return _judged(problem, pattern, answer)
        answer = _step(problem, pattern, span, answer)
    return None


def _step(
    problem: SpatialProblem, pattern: SlidingPattern, span: Array, point: Balance
) -> Balance | None:
    """Return the point nearest to a point that solves the balance linearised there."""
    maps = linearized_at(problem, pattern, point)
    if maps is None:
        return None
    motion_map, cones = maps
    # Forces may go anywhere in the span of their set: along a ray, in a plane, or freely.
    blocks = [cone.option.span for cone in cones]
    before = [span.T @ point.coordinates]
    for cone, block in zip(cones, blocks, strict=True):
        force = point.forces.get(cone.contact, np.zeros(len(block)))
        before.append(block.T @ force)
    maps_of_all = [cone.force_map @ block for cone, block in zip(cones, blocks, strict=True)]
    matrix, unknowns = np.hstack([motion_map @ span, *maps_of_all]), np.concatenate(before)
    missing = problem.target - matrix @ unknowns
    unknowns = unknowns + np.linalg.lstsq(matrix, missing, rcond=SAME_MOTION)[0]
    parts = np.split(unknowns, np.cumsum([len(part) for part in before])[:-1])
    forces = {
        cone.contact: block @ part
        for cone, block, part in zip(cones, blocks, parts[1:], strict=True)
    }
    return _opposing(problem, pattern, Balance(False, span @ parts[0], forces, missing))


def _opposing(problem: SpatialProblem, pattern: SlidingPattern, point: Balance) -> Balance | None:
    """Return a point with friction turned against its slips, and what the balance then lacks."""
    forces = opposing_forces(problem, pattern, point)
    missing = residual_of(problem, point.coordinates, forces)
    return replace(point, forces=forces, residual=missing)


def _judged(problem: SpatialProblem, pattern: SlidingPattern, point: Balance) -> Balance | None:
    """Return the balance of a point's motion alone if forces within their cones make it."""
    maps = linearized_at(problem, pattern, point)
    if maps is None:
        return None
    alone = MotionCone.of(point.coordinates[None], problem.motion_map)
    answer = balance(alone, maps[1], problem.target)
    return opposed(problem, pattern, answer) if answer.holds else None


def _span(vectors: Array) -> Array:
    """Return an orthonormal basis (w, n) of the span of some vectors (m, w)."""
    _, values, right = np.linalg.svd(vectors)
    return np.asarray(right[: int((values > SAME_MOTION * values.max(initial=0.0)).sum())].T)
