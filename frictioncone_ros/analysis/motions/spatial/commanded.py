# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Quasi-static motion that is imposed: whether contact forces hold the wrench meanwhile."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.motions.result import ImpossibleMode, MotionSet
from frictioncone_ros.analysis.motions.spatial.answer import (
    contact_mode,
    ModeSolution,
    spatial_motion,
    state_slips,
)
from frictioncone_ros.analysis.motions.spatial.balance import Balance, balance, MotionCone
from frictioncone_ros.analysis.motions.spatial.pattern import NO_BALANCE
from frictioncone_ros.analysis.motions.spatial.posing import commanded_problem
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import Array


def judge_commanded_twist(
    state: ContactState, wrench: Array, twist: Array, contact_limit: int
) -> MotionSet:
    """Return the one motion of a commanded twist (6,) if forces balance the wrench (6,)."""
    problem = commanded_problem(state, wrench, twist, contact_limit)
    coordinates = _coordinates(problem, twist)
    forces = [
        problem.force_cone(place, (0,) * len(contact.free))
        for place, contact in enumerate(problem.touching)
    ]
    none = MotionCone.of(np.zeros((0, len(coordinates))), problem.motion_map)
    found = balance(none, forces, problem.target - problem.motion_map @ coordinates)
    if not found.holds:
        mode = contact_mode(problem, twist, state_slips(problem, twist))
        reason = ImpossibleMode(mode, NO_BALANCE, '', problem.twist_of(found.residual))
        return MotionSet((), candidate_count=1, impossible=(reason,))
    answer = Balance(True, coordinates, found.forces, found.residual)
    solution = ModeSolution(answer, none, tuple(forces), (), ())
    return MotionSet((spatial_motion(problem, solution),), candidate_count=1)


def _coordinates(problem: SpatialProblem, twist: Array) -> Array:
    """Return the scaled coordinates of a twist."""
    coordinates: Array = np.asarray(np.linalg.solve(problem.rows.basis, twist), dtype=np.float64)
    if not problem.rows.moves:
        return coordinates
    return np.append(coordinates, problem.rows.drift_scale)
