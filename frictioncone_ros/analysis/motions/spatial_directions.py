# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Sliding directions on circular cones: a Newton iteration whose every step is a balance of cones.

A contact that starts to slide with slip a exerts -mu f_n a / |a|. About slip a_0 and normal
force f_0 this is -mu f_n a_0/|a_0| - mu f_0 D a with D = (1 - a_0 a_0^T/|a_0|^2)/|a_0|: linear in
both, and D a_0 = 0. So a step is a balance again, with inequalities kept, and D acts like a
viscosity added to the inertia. Where contacts are redundant a step takes one of many solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.spatial_balance import (
    Balance,
    balance,
    ForceCone,
    MotionCone,
)
from frictioncone_ros.analysis.motions.spatial_problem import SpatialProblem
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import BALANCE_RESIDUAL, SLIP_SPEED

STEP_LIMIT = 20
"""Steps of one start; Newton's method needs about five, the plain iteration more."""


@dataclass(frozen=True, eq=False)
class SlidingPattern:
    """
    Which contacts start to slide on circular cones, and what the others do.

    vectors: (m, w) generators of the motions of the pattern. sliding: places of the contacts
    whose direction is sought, with their moments about the normal; other: forces of the rest.
    """

    vectors: Array
    sliding: dict[int, tuple[float, float]]
    other: tuple[ForceCone, ...]


@dataclass(frozen=True, eq=False)
class Linearization:
    """Unit slip directions and normal forces about which a step is taken, by contact place."""

    directions: dict[int, Array]
    speeds: dict[int, float]
    normal_forces: dict[int, float]


def solve_directions(
    problem: SpatialProblem, pattern: SlidingPattern, start: Balance
) -> Balance | None:
    """Return motion and forces with friction against the slip of the motion itself, or None."""
    for viscous, sparse in ((True, False), (True, True), (False, False)):
        answer = _iterate(problem, pattern, start, (viscous, sparse))
        if answer is not None:
            return answer
    return None


def linearized_at(
    problem: SpatialProblem, pattern: SlidingPattern, answer: Balance
) -> tuple[Array, list[ForceCone]] | None:
    """Return motion map and force cones linearised at an answer; None where a slip vanishes."""
    point = _linearization(problem, pattern, answer)
    return None if point is None else _step_maps(problem, pattern, point)


def _iterate(
    problem: SpatialProblem, pattern: SlidingPattern, start: Balance, manner: tuple[bool, bool]
) -> Balance | None:
    """
    Iterate from a start, None where that leads nowhere.

    manner: whether friction turns with the slip within a step, and whether only the contacts
    that carried the first step carry on: redundant ones share the load at will, and steps that
    choose anew each time may cycle.
    """
    viscous, sparse = manner
    point, answer = _linearization(problem, pattern, start), start
    for _ in range(STEP_LIMIT):
        if point is None:
            return None
        if not viscous:
            still = dict.fromkeys(point.normal_forces, 0.0)
            point = Linearization(point.directions, point.speeds, still)
        motion_map, forces = _step_maps(problem, pattern, point)
        if sparse and answer is not start:
            forces = [cone for cone in forces if np.any(answer.forces.get(cone.contact, 0.0))]
        answer = balance(MotionCone.of(pattern.vectors, motion_map), forces, problem.target)
        point = _linearization(problem, pattern, answer)
        settled = _opposed(problem, answer, point) if answer.holds and point else None
        if settled is not None:
            return settled
    return None


def _linearization(
    problem: SpatialProblem, pattern: SlidingPattern, answer: Balance
) -> Linearization | None:
    directions, speeds, normal_forces = {}, {}, {}
    slips = problem.slip_maps @ answer.coordinates
    limit = SLIP_SPEED * float(np.abs(answer.coordinates).max(initial=0.0))
    for place in pattern.sliding:
        slip = slips[place]
        speed = hypot(slip[0], slip[1])
        if speed <= limit:
            return None
        directions[place], speeds[place] = slip / speed, speed
        force = answer.forces.get(place)
        normal_forces[place] = 0.0 if force is None else float(force[0])
    return Linearization(directions, speeds, normal_forces)


def _step_maps(
    problem: SpatialProblem, pattern: SlidingPattern, point: Linearization
) -> tuple[Array, list[ForceCone]]:
    motion_map = problem.motion_map.copy()
    forces = list(pattern.other)
    for place, direction in point.directions.items():
        law, force_map = problem.touching[place].law, problem.force_maps[place]
        option = law.sliding_option(direction, pattern.sliding[place])
        forces.append(ForceCone.of(place, option, force_map))
        across = np.array([-direction[1], direction[0]])
        turning = np.outer(across, across @ problem.slip_maps[place]) / point.speeds[place]
        viscosity = law.radius * point.normal_forces[place]
        motion_map -= viscosity * force_map[:, 1:3] @ turning
    return motion_map, forces


def _opposed(problem: SpatialProblem, answer: Balance, point: Linearization) -> Balance | None:
    """Return the answer with friction exactly against its slips if it still balances."""
    forces = dict(answer.forces)
    for place, direction in point.directions.items():
        found = np.array(forces.get(place, np.zeros(problem.force_maps[place].shape[1])))
        found[1:3] = -problem.touching[place].law.radius * found[0] * direction
        forces[place] = found
    missing = residual_of(problem, answer.coordinates, forces)
    if float(np.sqrt(missing @ missing)) > 10.0 * BALANCE_RESIDUAL:
        return None
    return Balance(True, answer.coordinates, forces, missing)


def residual_of(problem: SpatialProblem, coordinates: Array, forces: dict[int, Array]) -> Array:
    """Return what a motion and forces (by place) lack of the wanted balance, (r,)."""
    missing: NDArray[np.float64] = problem.target - problem.motion_map @ coordinates
    for place, components in forces.items():
        missing = missing - problem.force_maps[place] @ components
    return missing
