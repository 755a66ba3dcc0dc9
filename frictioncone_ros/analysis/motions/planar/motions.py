# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every motion of a planar body with frictional contacts: Erdmann's case analysis, for any number.

First the mode strings that some acceleration realises (their number grows like the number of
contacts), then for each the set of forces and accelerations that Newton and Coulomb allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.modes.generated_cone import AmbiguousSignError
from frictioncone_ros.analysis.modes.planar_cells import mode_strings
from frictioncone_ros.analysis.motions.planar.answer import planar_motion
from frictioncone_ros.analysis.motions.planar.mode import ModeSolution, Obstacle
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem
from frictioncone_ros.analysis.motions.planar.reason import impossible_mode
from frictioncone_ros.analysis.motions.planar.scene import planar_scene
from frictioncone_ros.analysis.motions.planar.solver import solve_mode
from frictioncone_ros.analysis.motions.result import MotionSet
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import LimitExceededError

CLOSED_MODE_LIMIT = 20_000
"""Most strings of closed modes: all 4^n of them can hold at rest, so there is no short cut."""


def find_planar_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    *,
    closed: bool = False,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return every motion of a planar state with inertia under a wrench (3,) [N, Nm].

    A mode is reported with all its accelerations and forces. By default modes are strict: a
    separating contact has a positive normal acceleration, one that begins to slide a tangential
    one; together the strict modes hold every motion once. closed: weak inequalities instead, so
    that neighbouring modes share their borders. with_reasons: also why each candidate without
    motion is impossible.
    """
    scene = planar_scene(state, external_wrench)
    problem = scene.problem()
    solutions = _decided(problem, closed)
    motions = [
        planar_motion(scene, problem, found)
        for found in solutions
        if not isinstance(found, Obstacle)
    ]
    obstacles: Iterable[Obstacle] = (
        found for found in solutions if with_reasons and isinstance(found, Obstacle)
    )
    return MotionSet(
        motions=tuple(motions),
        candidate_count=len(solutions),
        impossible=tuple(impossible_mode(scene, obstacle) for obstacle in obstacles),
    )


def _decided(problem: PlanarProblem, closed: bool) -> list[ModeSolution | Obstacle]:
    """
    Solve every candidate in floats, and all once more in fractions where that does not decide.

    All of it: decisions of two arithmetics need not agree with each other. No body at rest is
    known that has no motion: finding none there means that rounding took one for a border.
    """
    try:
        solutions = solve_all(problem, closed)
    except AmbiguousSignError:
        return solve_all(problem.exact, closed)
    sliding = any(letter in ('l', 'r') for letter in problem.letters)
    if sliding or any(isinstance(found, ModeSolution) for found in solutions):
        return solutions
    return solve_all(problem.exact, closed)


def solve_all(problem: PlanarProblem, closed: bool = False) -> list[ModeSolution | Obstacle]:
    """
    Solve every candidate mode.

    Strict candidates are the strings that some acceleration realises, whatever the forces.
    """
    candidates = _closed_strings(problem) if closed else mode_strings(problem.cells)
    return [solve_mode(problem, letters, not closed) for letters in candidates]


def _closed_strings(problem: PlanarProblem) -> list[str]:
    choices = [{'': 'flrs', 's': 's'}.get(letter, letter + 's') for letter in problem.letters]
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > CLOSED_MODE_LIMIT:
        raise LimitExceededError('number of closed mode strings', count, CLOSED_MODE_LIMIT)
    return [''.join(letters) for letters in product(*choices)]
