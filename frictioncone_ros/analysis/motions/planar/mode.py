# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A planar contact mode as conditions on contact accelerations, and the two kinds of answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from frictioncone_ros.analysis.modes.generated_cone import Cut, Number, Vector


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

    cut: the forces that meet every condition before, with this one's values on them.
    separating_twist: of an impossible balance, dimensionless; on it every admissible contact
    force does non-negative work and the needed one negative work.
    """

    mode: PlanarMode
    condition: Condition | None
    cut: Cut | None = None
    separating_twist: tuple[Number, ...] = ()

    @property
    def closest(self) -> float | None:
        """
        The dimensionless acceleration that comes closest to the condition, None if not known.

        All admissible values lie on one side of zero, so that the closest is at a vertex. For
        sliding right it is the acceleration to the right.
        """
        if self.cut is None:
            return None
        pairs = zip(self.cut.cone.rays, self.cut.ray_values, strict=True)
        return float(
            min(
                (value / ray.coordinates[0] for ray, value in pairs if ray.coordinates[0] > 0),
                key=abs,
            )
        )


@lru_cache(maxsize=4096)
def planar_mode(
    letters: str, now: tuple[str, ...], frictionless: tuple[bool, ...], strict: bool
) -> PlanarMode:
    """
    Return what a mode string demands of the accelerations and allows of the forces.

    now: how each contact moves already, as in PlanarProblem.letters. Edge 2 i of contact i is the
    one with friction along +t, edge 2 i + 1 along -t; without friction only the first is used.
    """
    equations: list[Condition] = []
    inequalities: list[Condition] = []
    edges: list[int] = []
    for index, (letter, moving) in enumerate(zip(letters, now, strict=True)):
        if moving == 's':
            continue
        normal, tangential = 2 * index, 2 * index + 1
        if letter == 's':
            inequalities.append(Condition(index, normal, 1))
            continue
        edges += [2 * index + side for side in _sides(letter, frictionless[index])]
        equations.append(Condition(index, normal, 0))
        if moving:
            # A contact that slides already may accelerate along its tangent as it likes.
            continue
        if letter == 'f':
            equations.append(Condition(index, tangential, 0))
        else:
            inequalities.append(Condition(index, tangential, 1 if letter == 'l' else -1))
    return PlanarMode(letters, tuple(edges), tuple(equations), tuple(inequalities), strict)


def _sides(letter: str, frictionless: bool) -> tuple[int, ...]:
    if frictionless or letter == 'r':
        return (0,)
    return (1,) if letter == 'l' else (0, 1)
