# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Sliding directions near a start: Newton's method that moves motion and forces as little as it can.

Where contacts are redundant there are many solutions; steps of least length end at one near the
start, where steps that choose new forces each time may cycle. Inequalities are judged at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    ForceCone,
    MotionCone,
    non_negative,
)
from frictioncone_ros.analysis.motions.spatial.directions import (
    LEAST_SPEED,
    linearized_at,
    opposed,
    SLIP_SPEED,
)
from frictioncone_ros.analysis.motions.spatial.least_squares import shortest_solution
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.sliding_pattern import COMPONENTS, SlidingPattern
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import SAME_MOTION

STEPS = 8
"""Steps of one start: from near a solution Newton's method needs about four."""
SETTLED = 1e-13
"""Residual of the balance, relative to the desired wrench, at which steps end [-]."""


@dataclass(frozen=True, eq=False)
class SteppedPoint:
    """
    A motion with forces, between two steps.

    coordinates: (w,). slips: (s, 2) stretched slips of the sliding contacts, speeds: (s,) their
    sizes. sliding: (s, 4) components of their forces. others: those of the other contacts along
    their bases, one after the other. residual: (r,) what the balance lacks.
    """

    coordinates: Array
    slips: Array
    speeds: Array
    sliding: Array
    others: Array
    residual: Array


def nearest_directions(
    problem: SpatialProblem, pattern: SlidingPattern, start: Balance
) -> Balance | None:
    """Return a motion of the pattern near a start with friction against its slips, or None."""
    motion_columns = problem.motion_map.dot(pattern.span)
    point = _started(pattern, start)
    for _ in range(STEPS):
        if point.speeds.min() <= SLIP_SPEED * np.abs(point.coordinates).max():
            return None
        point = _step(problem, pattern, motion_columns, point)
        if sqrt(point.residual.dot(point.residual)) <= SETTLED:
            return _judged(problem, pattern, point)
    return None


def _started(pattern: SlidingPattern, start: Balance) -> SteppedPoint:
    """Return a balance as the point of a first step."""
    slips = pattern.slip_maps.dot(start.coordinates)
    sliding = np.zeros((len(slips), COMPONENTS))
    for row, place in zip(sliding, pattern.places, strict=True):
        force = start.forces.get(place)
        if force is not None:
            row[: len(force)] = force
    others = [np.zeros(0)]
    for cone, block in zip(pattern.other, pattern.blocks, strict=True):
        force = start.forces.get(cone.contact)
        others.append(np.zeros(block.shape[1]) if force is None else force.dot(block))
    speeds = np.sqrt(np.einsum('ij,ij->i', slips, slips))
    return SteppedPoint(
        start.coordinates, slips, speeds, sliding, np.concatenate(others), start.residual
    )


def _step(
    problem: SpatialProblem, pattern: SlidingPattern, motion_columns: Array, point: SteppedPoint
) -> SteppedPoint:
    """Return the point nearest to a point that solves the balance linearised there."""
    directions = point.slips / point.speeds[:, None]
    rays, free = pattern.rays(directions), pattern.free_moments
    across = directions[:, ::-1] * (-1.0, 1.0)
    viscosity = (pattern.radii * point.sliding[:, 0] / point.speeds)[:, None, None]
    pushes = (pattern.tangential_maps @ (across[:, :, None] * viscosity))[:, :, 0]
    turning = (across[:, None, :] @ pattern.span_slip_maps)[:, 0]
    ray_columns = (pattern.force_maps @ rays[:, :, None])[:, :, 0].T
    moving = motion_columns - pushes.T.dot(turning)
    matrix = np.concatenate(
        (moving, ray_columns, pattern.moment_columns, pattern.other_columns), axis=1
    )
    along, moments = np.einsum('ij,ij->i', rays, point.sliding), point.sliding[free, 3]
    unknowns = np.concatenate(
        (pattern.span.T.dot(point.coordinates), along, moments, point.others)
    )
    missing = problem.target - matrix.dot(unknowns)
    unknowns += shortest_solution(matrix, missing)
    return _opposing(problem, pattern, rays, unknowns)


def _opposing(
    problem: SpatialProblem, pattern: SlidingPattern, rays: Array, unknowns: Array
) -> SteppedPoint:
    """Return the point of a step with friction turned against its slips, and what it lacks."""
    size, count = pattern.span.shape[1], len(rays)
    coordinates = pattern.span.dot(unknowns[:size])
    sliding = rays * unknowns[size : size + count, None]
    others = unknowns[size + count + pattern.moment_columns.shape[1] :]
    sliding[pattern.free_moments, 3] = unknowns[size + count : len(unknowns) - len(others)]
    slips = pattern.slip_maps.dot(coordinates)
    speeds = np.sqrt(np.einsum('ij,ij->i', slips, slips))
    shares = sliding[:, 0] / np.maximum(speeds, LEAST_SPEED)
    sliding[:, 1:3] = -pattern.stretches * slips * shares[:, None]
    supplied = (pattern.force_maps @ sliding[:, :, None])[:, :, 0].sum(axis=0)
    residual = problem.target - problem.motion_map.dot(coordinates) - supplied
    residual -= pattern.other_columns.dot(others)
    return SteppedPoint(coordinates, slips, speeds, sliding, others, residual)


def _as_balance(pattern: SlidingPattern, point: SteppedPoint) -> Balance:
    """Return a point with its forces by place."""
    forces, start = {}, 0
    for place, force in zip(pattern.places, point.sliding, strict=True):
        forces[place] = force[: pattern.ground.touching[place].law.component_count]
    for cone, block in zip(pattern.other, pattern.blocks, strict=True):
        end = start + block.shape[1]
        forces[cone.contact] = block.dot(point.others[start:end])
        start = end
    return Balance(False, point.coordinates, forces, point.residual)


def _judged(
    problem: SpatialProblem, pattern: SlidingPattern, point: SteppedPoint
) -> Balance | None:
    """Return a point if its forces are in their cones, or others are that go with its motion."""
    if point.speeds.min() <= SLIP_SPEED * np.abs(point.coordinates).max():
        return None
    answer = _as_balance(pattern, point)
    if _pressing(pattern, point) and all(
        _inside(cone, answer.forces[cone.contact]) for cone in pattern.other
    ):
        return replace(answer, holds=True)
    maps = linearized_at(problem, pattern, answer)
    if maps is None:
        return None
    alone = MotionCone.of(answer.coordinates[None], problem.motion_map)
    answer = balance(alone, maps[1], problem.target)
    return opposed(problem, pattern, answer) if answer.holds else None


def _pressing(pattern: SlidingPattern, point: SteppedPoint) -> bool:
    """Whether sliding contacts press, and bear moments within their limits."""
    normal, moments = point.sliding[:, 0], point.sliding[:, 3]
    if normal.min() < 0.0:
        return False
    if not pattern.free_moments.any():
        return True
    slack = SAME_MOTION * np.abs(point.sliding).max(axis=1)
    low, high = pattern.torsion.T * normal
    within = (moments >= low - slack) & (moments <= high + slack)
    return bool((within | ~pattern.free_moments).all())


def _inside(cone: ForceCone, force: Array) -> bool:
    """Whether a force (c,) is in a cone: by its radius if it is a whole round one."""
    slack = SAME_MOTION * float(np.abs(force).max())
    arc, option = cone.option.arc, cone.option
    if len(option.corners) == 1:
        ray = option.corners[0]
        beside = force - max(float(force.dot(ray)) / float(ray.dot(ray)), 0.0) * ray
        return sqrt(beside.dot(beside)) <= slack
    if arc is None or arc[1] < 2.0 * np.pi:
        _, missing = non_negative(option.corners.T, force)
        return missing <= slack
    low, high = (moment * force[0] for moment in option.torsion)
    within = len(force) < 4 or low - slack <= force[3] <= high + slack
    return within and hypot(force[1], force[2] / option.aspect) <= arc[2] * force[0]
