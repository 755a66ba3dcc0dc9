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

from frictioncone_ros.analysis.motions.least_squares import shortest_solution
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
from frictioncone_ros.analysis.motions.spatial.laws.limit_surface import SurfacePatch
from frictioncone_ros.analysis.motions.spatial.prepared.sliding_pattern import SlidingPattern
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import SAME_MOTION

STEPS = 7
"""Steps of one start: from near a solution Newton's method needs about four."""
SETTLED = 1e-13
"""Residual of the balance, relative to the desired wrench, at which steps end [-]."""


@dataclass(frozen=True, eq=False)
class SteppedPoint:
    """
    A motion with forces against its slips, between two steps.

    unknowns: coordinates on the span of the motions (n,), forces along the rays (s,), free
    moments, forces of the others along their bases. directions: (s, 2) stretched unit slips, or
    (s, 3) with spins on limit surfaces; speeds: (s,) their sizes; normal: (s,) normal forces.
    turned: (s, r, 2) friction of unit normal forces along and across the slips; columns: (r, s)
    of the unit rays; lengths: (s,) of rays of unit normal force. residual: (r,) what is missing.
    """

    unknowns: Array
    directions: Array
    speeds: Array
    normal: Array
    turned: Array
    columns: Array
    lengths: Array
    residual: Array


@dataclass(frozen=True, eq=False)
class SlidingSteps:
    """Newton's method for one pattern; motion_columns: (r, n) of the span's coordinates."""

    problem: SpatialProblem
    pattern: SlidingPattern
    motion_columns: Array

    @classmethod
    def of(cls, problem: SpatialProblem, pattern: SlidingPattern) -> SlidingSteps:
        """Return the method for a problem."""
        if problem.rows.moves:
            return cls(problem, pattern, problem.motion_map.dot(pattern.span))
        return cls(problem, pattern, pattern.motion_columns)

    def start(self, balance: Balance) -> SteppedPoint:
        """Return the point with the motion of a balance, its forces projected to their spans."""
        pattern, found = self.pattern, balance.forces
        motion = pattern.span.T.dot(balance.coordinates)
        parts, along, free, normal = [motion], [], [], []
        directions = self._slips(motion)[0]
        tangential = (pattern.stretches * directions).tolist()
        for place, (first, second, *spin), (low, high) in zip(
            pattern.places, tangential, pattern.sliding.values(), strict=True
        ):
            force = [*found[place].tolist(), 0.0] if place in found else [0.0] * 4
            normal.append(force[0])
            along.append(force[0] - force[1] * first - force[2] * second)
            if spin:
                along[-1] -= force[3] * spin[0]
            if low < high:
                free.append(force[3])
            else:
                along[-1] += force[3] * low
        parts += [np.array(along), np.array(free)]
        for cone, block in zip(pattern.other, pattern.blocks, strict=True):
            given = found.get(cone.contact)
            parts.append(np.zeros(block.shape[1]) if given is None else given.dot(block))
        return self._point(np.concatenate(parts), np.array(normal), directed=False)

    def step(self, point: SteppedPoint) -> SteppedPoint:
        """Return the point nearest to a point that solves the balance linearised there."""
        pattern, size, count = self.pattern, self.motion_columns.shape[1], len(point.speeds)
        rates, maps = point.normal / point.speeds, pattern.contact_slip_maps
        pushes = pattern.turning_pushes(point.directions, point.turned, rates, maps)
        moving = self.motion_columns - pushes
        matrix = np.concatenate((moving, point.columns, pattern.fixed_columns), axis=1)
        # A motion does not turn its own slips: what lacks is the same as before linearising.
        unknowns = point.unknowns + shortest_solution(matrix, point.residual)
        return self._point(unknowns, unknowns[size : size + count] / point.lengths, directed=True)

    def _point(self, unknowns: Array, normal: Array, directed: bool) -> SteppedPoint:
        """
        Return the point of some unknowns, with normal forces (s,), and what it lacks.

        directed: whether forces along earlier rays are turned against the slips; else they are
        products with rays of unit normal force, still to be divided by their lengths.
        """
        pattern, size, count = self.pattern, self.motion_columns.shape[1], len(normal)
        directions, speeds = self._slips(unknowns[:size])
        turned, lengths = pattern.turned(directions), pattern.ray_lengths(directions)
        columns = ((pattern.normal_columns - turned[:, :, 0]) / lengths[:, None]).T
        along = unknowns[size : size + count]
        along[:] = normal * lengths if directed else along / lengths
        residual = self.problem.target - self.motion_columns.dot(unknowns[:size])
        residual -= columns.dot(along)
        if pattern.fixed_columns.shape[1]:
            residual -= pattern.fixed_columns.dot(unknowns[size + count :])
        return SteppedPoint(
            unknowns, directions, speeds, normal, turned, columns, lengths, residual
        )

    def _slips(self, motion: Array) -> tuple[Array, Array]:
        """Return stretched unit slips (s, 2 or 3) and their sizes (s,) of coordinates."""
        slips, sizes = self.pattern.sized_slips(motion)
        speeds = np.maximum(sizes, LEAST_SPEED)
        return slips / speeds[:, None], speeds

    def slides(self, point: SteppedPoint) -> bool:
        """Whether every sliding contact of the pattern has a slip with a direction."""
        motion = point.unknowns[: self.motion_columns.shape[1]]
        least = min(point.speeds.tolist())
        if least > SLIP_SPEED * sqrt(motion.dot(motion)):
            return True  # no coordinate is larger than all of them together
        return bool(least > SLIP_SPEED * np.abs(self.pattern.span.dot(motion)).max())

    def as_balance(self, point: SteppedPoint) -> Balance:
        """Return a point with its forces by place."""
        pattern, size = self.pattern, self.motion_columns.shape[1]
        free = iter(point.unknowns[size + len(point.normal) :].tolist())
        forces: dict[int, Array] = {}
        tangential = (-point.normal[:, None] * pattern.stretches * point.directions).tolist()
        for (place, (low, high)), normal, (first, second, *spin) in zip(
            pattern.sliding.items(), point.normal.tolist(), tangential, strict=True
        ):
            force = [normal, first, second]
            law = self.problem.touching[place].law
            if law.arm:
                force.append(spin[0])
            elif law.component_count > 3:
                force.append(next(free) if low < high else normal * low)
            forces[place] = np.array(force)
        start = len(point.unknowns) - sum([block.shape[1] for block in pattern.blocks])
        for cone, block in zip(pattern.other, pattern.blocks, strict=True):
            end = start + block.shape[1]
            forces[cone.contact] = block.dot(point.unknowns[start:end])
            start = end
        return Balance(False, pattern.span.dot(point.unknowns[:size]), forces, point.residual)


def nearest_directions(
    problem: SpatialProblem, pattern: SlidingPattern, start: Balance
) -> Balance | None:
    """Return a motion of the pattern near a start with friction against its slips, or None."""
    steps = SlidingSteps.of(problem, pattern)
    point = steps.start(start)
    for _ in range(STEPS):
        if not steps.slides(point):
            return None
        point = steps.step(point)
        if sqrt(point.residual.dot(point.residual)) <= SETTLED:
            return _judged(steps, point) if steps.slides(point) else None
    return None


def _judged(steps: SlidingSteps, point: SteppedPoint) -> Balance | None:
    """Return a point if its forces are in their cones, or others are that go with its motion."""
    problem, pattern, answer = steps.problem, steps.pattern, steps.as_balance(point)
    if _pressing(pattern, answer) and all(
        _inside(cone, answer.forces[cone.contact]) for cone in pattern.other
    ):
        return replace(answer, holds=True)
    maps = linearized_at(problem, pattern, answer)
    if maps is None:
        return None
    alone = MotionCone.of(answer.coordinates[None], problem.motion_map)
    answer = balance(alone, maps[1], problem.target)
    return opposed(problem, pattern, answer) if answer.holds else None


def _pressing(pattern: SlidingPattern, answer: Balance) -> bool:
    """Whether sliding contacts press, and bear moments within their limits."""
    for place, (low, high) in pattern.sliding.items():
        force = answer.forces[place].tolist()
        if force[0] < 0.0:
            return False
        if low < high:
            slack = SAME_MOTION * max(map(abs, force))
            if not low * force[0] - slack <= force[3] <= high * force[0] + slack:
                return False
    return True


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
    if isinstance(option, SurfacePatch):
        return (
            hypot(force[1], force[2] / option.aspect, force[3] / option.arm) <= arc[2] * force[0]
        )
    low, high = (moment * force[0] for moment in option.torsion)
    within = len(force) < 4 or low - slack <= force[3] <= high + slack
    return within and hypot(force[1], force[2] / option.aspect) <= arc[2] * force[0]
