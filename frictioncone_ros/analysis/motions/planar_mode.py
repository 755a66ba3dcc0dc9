# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A planar contact mode as conditions on contact accelerations, and the two kinds of answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from frictioncone_ros.analysis.motions.generated_cone import Number, Vector
from frictioncone_ros.analysis.motions.planar_problem import PlanarProblem


class Condition(NamedTuple):
    """One demand on a contact acceleration: contact, table row, sign (0: zero, else positive)."""

    contact: int
    row: int
    sign: int

    @property
    def is_normal(self) -> bool:
        """Whether it speaks of the normal acceleration."""
        return self.row % 2 == 0


class PlanarMode(NamedTuple):
    """
    What a mode demands: letters, edges that may push, equations, inequalities.

    strict: separating and sliding hold strictly; otherwise they hold with equality too.
    """

    letters: str
    edges: tuple[int, ...]
    equations: tuple[Condition, ...]
    inequalities: tuple[Condition, ...]
    strict: bool


@dataclass(frozen=True)
class ModeSolution:
    """
    All edge forces of one mode, dimensionless, in the order of the mode's edges.

    fixed_motion: the only dimensionless twist rate where the mode's equations leave one; then
    `vertices` holds one of possibly many force vectors.
    """

    mode: PlanarMode
    vertices: tuple[Vector, ...]
    rays: tuple[Vector, ...] = ()
    fixed_motion: tuple[Number, ...] = ()


@dataclass(frozen=True)
class Obstacle:
    """
    What forbids a mode: a condition that no admissible force meets, or the balance of forces.

    separating_twist: of an impossible balance, dimensionless; on it every admissible contact
    force does non-negative work and the needed one negative work.
    """

    mode: PlanarMode
    condition: Condition | None
    separating_twist: tuple[Number, ...] = ()


def planar_mode(problem: PlanarProblem, letters: str, strict: bool) -> PlanarMode:
    """Return what a mode string demands of the accelerations and allows of the forces."""
    equations: list[Condition] = []
    inequalities: list[Condition] = []
    edges: list[int] = []
    for index, (letter, motion) in enumerate(zip(letters, problem.letters, strict=True)):
        if motion == 's':
            continue
        edges += problem.edges_of(index, letter)
        normal, tangential = 2 * index, 2 * index + 1
        if letter == 's':
            inequalities.append(Condition(index, normal, 1))
            continue
        equations.append(Condition(index, normal, 0))
        # A contact that slides already may accelerate along its tangent as it likes.
        if not motion and letter == 'f':
            equations.append(Condition(index, tangential, 0))
        elif not motion:
            inequalities.append(Condition(index, tangential, 1 if letter == 'l' else -1))
    return PlanarMode(letters, tuple(edges), tuple(equations), tuple(inequalities), strict)
