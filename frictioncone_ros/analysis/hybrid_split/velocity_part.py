# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The directions that are controlled by velocity: as few as reach the goal, and the most robust.

The idea is that of Hou and Mason, Robust Execution of Contact-Rich Motion Plans by Hybrid
Force-Velocity Control (ICRA 2019): a velocity-controlled direction that nearly repeats a natural
constraint jams, so the directions are to be as far from the constraints as the goal lets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import acos, inf

import numpy as np

from frictioncone_ros.analysis.hybrid_split.manipulation import (
    MotionProblem,
    null_space,
    row_space,
)
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array, frozen_array, largest_magnitude

AGREES = 1e-8
"""Goals and constraints contradict each other beyond this, beside the goal's speeds [-]."""

LEAST_ANGLE = 1e-6
"""A direction nearer to the natural constraints adds nothing to them [rad]."""

ZERO = 1e-12
"""Smaller entries of unit directions are rounding [-]."""


class SplitRefusal(Enum):
    """Why no directions reach the goal; what the proof of it is, (any,) each."""

    CONTRADICTION = 'the contacts do not let the goal be'
    """Proof: a combination of constraints and goal rows that is 0 = a number that is not."""
    LOOSE = 'the body can move while the robot stands still'
    """Proof: such a velocity (n,)."""


@dataclass(frozen=True, eq=False)
class VelocitySplit:
    """
    A split of the robot's directions.

    Attributes
    ----------
    problem: what was asked.
    velocity_directions: (k, a) orthonormal rows on the robot's velocity, each held at its speed.
    speeds: (k,) of them.
    force_directions: (a - k, a) orthonormal rows across, left to force control.
    velocity: (n,) the least velocity that does all of it.
    refusal, proof: why there is none; None where there is.
    """

    problem: MotionProblem
    velocity_directions: Array
    speeds: Array
    force_directions: Array
    velocity: Array
    refusal: SplitRefusal | None = None
    proof: Array | None = None

    @property
    def found(self) -> bool:
        """Whether the goal can be reached."""
        return self.refusal is None

    @cached_property
    def angle(self) -> float:
        """Least angle between the velocity-controlled directions and natural constraints [rad]."""
        constraints = row_space(self.problem.natural_constraints)
        rows = self.problem.generalized(self.velocity_directions)
        if not len(rows) or not len(constraints):
            return acos(0.0)
        return acos(min(1.0, float(np.linalg.norm(constraints @ rows.T, 2))))

    @cached_property
    def condition_number(self) -> float:
        """
        Of both stacked, the constraints as orthonormal rows [-]; 1 where they are orthogonal.

        No rows of the same span have a lower one: of two blocks, orthonormal ones are best.
        """
        constraints = row_space(self.problem.natural_constraints)
        rows = np.vstack([constraints, self.problem.generalized(self.velocity_directions)])
        values = np.linalg.svd(rows, compute_uv=False) if len(rows) else np.ones(1)
        return float(values[0] / values[-1]) if values[-1] > 0.0 else inf

    def certificate_holds(self, tolerance: float = 1e-7) -> bool:
        """Check split or refusal by multiplication, without what found it."""
        if self.refusal is None:
            return self._reaches(tolerance)
        if self.proof is None:
            return False
        problem, proof = self.problem, self.proof
        size = float(np.abs(proof).max())
        if self.refusal is SplitRefusal.CONTRADICTION:
            left = float(np.abs(problem.stacked.T @ proof).max())
            return left <= tolerance * abs(float(problem.stacked_speeds @ proof))
        kept = largest_magnitude(problem.natural_constraints @ proof) <= tolerance * size
        still = largest_magnitude(proof[problem.unactuated_count :]) <= tolerance * size
        return bool(kept and still and size > 0.0)

    def _reaches(self, tolerance: float) -> bool:
        """Check that what is held leaves the goal no way but to be reached."""
        problem = self.problem
        held = problem.generalized(self.velocity_directions)
        rows = np.vstack([problem.natural_constraints, held])
        speeds = np.concatenate([np.zeros(len(problem.natural_constraints)), self.speeds])
        size = 1.0 + largest_magnitude(self.velocity)
        moves = largest_magnitude(rows @ self.velocity - speeds) <= tolerance * size
        goal = largest_magnitude(problem.goal @ self.velocity - problem.goal_speeds)
        free = largest_magnitude(problem.goal @ null_space(rows).T)
        square = self.velocity_directions @ self.velocity_directions.T
        orthonormal = largest_magnitude(square - np.eye(len(square)))
        return bool(
            moves
            and goal <= tolerance * size
            and max(free, orthonormal) <= tolerance
            and self.angle >= LEAST_ANGLE
        )


def split_motion(problem: MotionProblem) -> VelocitySplit:
    """
    Return the split with the fewest velocity-controlled directions, of these the most robust.

    Notes
    -----
    Where the body cannot move while the robot stands still, the robot's velocity decides all, and
    rows on it that are combinations of constraints and goal reach the goal. Among so many of them
    as the goal needs, the span farthest from the constraints is that of the principal vectors
    with the largest angles, one eigenvalue problem: the least angle is the largest possible
    (Poincare's separation theorem), and with it the condition number of both together,
    sqrt((1 + cos) / (1 - cos)), the least.
    """
    refused = _contradiction(problem) or _loose(problem)
    if refused is not None:
        return refused
    constraints = row_space(problem.natural_constraints)
    count = len(row_space(problem.stacked)) - len(constraints)
    holdable = holdable_directions(problem)
    seen = constraints[:, problem.unactuated_count :] @ holdable.T
    values, vectors = np.linalg.eigh(np.eye(len(holdable)) - seen.T @ seen)
    angles = np.sqrt(np.maximum(values[::-1][:count], 0.0))
    if len(angles) < count or angles.min(initial=1.0) < LEAST_ANGLE:
        raise NumericalError('constraints and goal are too close to each other to be told apart')
    chosen = _plain_basis(vectors[:, ::-1][:, :count].T @ holdable)
    velocity = np.linalg.lstsq(problem.stacked, problem.stacked_speeds, rcond=None)[0]
    return VelocitySplit(
        problem,
        frozen_array(chosen),
        frozen_array(chosen @ velocity[problem.unactuated_count :]),
        frozen_array(_plain_basis(null_space(chosen))),
        frozen_array(velocity),
    )


def holdable_directions(problem: MotionProblem) -> Array:
    """Return an orthonormal basis (s, a) of the robot's rows that follow from the goal."""
    free = null_space(problem.stacked)[:, problem.unactuated_count :]
    return null_space(free)


def _contradiction(problem: MotionProblem) -> VelocitySplit | None:
    rows, speeds = problem.stacked, problem.stacked_speeds
    left = speeds - rows @ np.linalg.lstsq(rows, speeds, rcond=None)[0]
    if float(np.linalg.norm(left)) <= AGREES * float(np.linalg.norm(speeds)):
        return None
    return _refused(problem, SplitRefusal.CONTRADICTION, left)


def _loose(problem: MotionProblem) -> VelocitySplit | None:
    still = problem.generalized(np.eye(problem.actuated_count))
    left = null_space(np.vstack([problem.natural_constraints, still]))
    return _refused(problem, SplitRefusal.LOOSE, left[0]) if len(left) else None


def _refused(problem: MotionProblem, why: SplitRefusal, proof: Array) -> VelocitySplit:
    none, robot = np.zeros((0, problem.actuated_count)), np.eye(problem.actuated_count)
    still = np.zeros(problem.size)
    return VelocitySplit(problem, none, np.zeros(0), robot, still, why, frozen_array(proof))


def _plain_basis(rows: Array) -> Array:
    """
    Return another orthonormal basis (k, a) of what orthonormal rows span, along axes if it can be.

    Which basis is used changes nothing but what people read: the axis nearest to the span comes
    first, then the nearest to what is left of it.
    """
    left = rows.T @ rows
    found: list[Array] = []
    for _ in rows:
        near = int(np.diag(left).round(9).argmax())
        row = left[near] / np.sqrt(left[near, near])
        found.append(np.where(np.abs(row) < ZERO, 0.0, row))
        left = left - np.outer(row, row)
    return np.array(found).reshape(rows.shape)
