# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Sliding directions on circular cones: a Newton iteration whose every step is a balance of cones.

A contact that starts to slide with slip a exerts -mu f_n a / |a|. About slip a_0 and normal
force f_0 this is -mu f_n a_0/|a_0| - mu f_0 D a with D = (1 - a_0 a_0^T/|a_0|^2)/|a_0|: linear in
both, and D a_0 = 0. So a step is a balance again, with inequalities kept, and D acts like a
viscosity added to the inertia. On an elliptic cone a is the slip of the circle that it is when
stretched. Where contacts are redundant a step takes one of many solutions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    BALANCE_RESIDUAL,
    ForceCone,
    MotionCone,
)
from frictioncone_ros.analysis.motions.spatial.prepared.sliding_pattern import SlidingPattern
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array

SLIP_SPEED = 1e-9
"""Slip below this, relative to the largest scaled coordinate of its motion, is no slip [-]."""

LEAST_SPEED = 1e-300
"""No slip is divided by anything below this [-]."""

STEP_LIMIT = 20
"""Steps of one start; Newton's method needs about five, the plain iteration more."""


@dataclass(frozen=True, eq=False)
class Linearization:
    """
    Where a step is taken, for the sliding contacts in the pattern's order.

    directions: (s, 2) stretched unit slips, (s, 3) with spins on limit surfaces; speeds: (s,)
    their sizes; normal_forces: (s,).
    """

    directions: Array
    speeds: Array
    normal_forces: Array


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
            point = replace(point, normal_forces=np.zeros_like(point.normal_forces))
        motion_map, forces = _step_maps(problem, pattern, point)
        if sparse and answer is not start:
            forces = [cone for cone in forces if np.any(answer.forces.get(cone.contact, 0.0))]
        answer = balance(MotionCone.of(pattern.vectors, motion_map), forces, problem.target)
        point = _linearization(problem, pattern, answer)
        settled = opposed(problem, pattern, answer) if answer.holds and point else None
        if settled is not None:
            return settled
    return None


def _linearization(
    problem: SpatialProblem, pattern: SlidingPattern, answer: Balance
) -> Linearization | None:
    places = pattern.places
    slips = pattern.slips_of_motions @ answer.coordinates
    speeds = np.sqrt(np.einsum('ij,ij->i', slips, slips))
    if speeds.min() <= SLIP_SPEED * np.abs(answer.coordinates).max():
        return None
    normal_forces = np.array(
        [answer.forces[place][0] if place in answer.forces else 0.0 for place in places]
    )
    return Linearization(slips / speeds[:, None], speeds, normal_forces)


def _step_maps(
    problem: SpatialProblem, pattern: SlidingPattern, point: Linearization
) -> tuple[Array, list[ForceCone]]:
    """Return the motion map with friction's viscosity, and the forces against the slips."""
    turned = pattern.turned(point.directions)
    forces = [*pattern.other, *pattern.ray_cones(point.directions, turned)]
    rates = point.normal_forces / point.speeds
    pushes = pattern.turning_pushes(point.directions, turned, rates, pattern.slips_of_motions)
    return problem.motion_map - pushes, forces


def opposed(problem: SpatialProblem, pattern: SlidingPattern, answer: Balance) -> Balance | None:
    """Return the answer with friction exactly against its slips if it still balances."""
    forces = opposing_forces(problem, pattern, answer)
    missing = residual_of(problem, answer.coordinates, forces)
    if float(np.sqrt(missing @ missing)) > 10.0 * BALANCE_RESIDUAL:
        return None
    return Balance(True, answer.coordinates, forces, missing)


def opposing_forces(
    problem: SpatialProblem, pattern: SlidingPattern, answer: Balance
) -> dict[int, Array]:
    """Return an answer's forces by place, those of sliding contacts turned against its slips."""
    forces = dict(answer.forces)
    slips = (pattern.slips_of_motions @ answer.coordinates).tolist()
    for place, (first, second, *spin) in zip(pattern.sliding, slips, strict=True):
        if place in forces:
            found = forces[place].copy()
            law = problem.touching[place].law
            share = -law.radius * float(found[0]) / max(hypot(first, second, *spin), LEAST_SPEED)
            found[1], found[2] = share * first, law.aspect * share * second
            if law.arm:
                found[3] = law.arm * share * spin[0]
            forces[place] = found
    return forces


def residual_of(problem: SpatialProblem, coordinates: Array, forces: dict[int, Array]) -> Array:
    """Return what a motion and forces (by place) lack of the desired balance, (r,)."""
    missing: NDArray[np.float64] = problem.target - problem.motion_map @ coordinates
    for place, components in forces.items():
        missing = missing - problem.force_maps[place] @ components
    return missing
