# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A cell of motions in which contacts slip and spin on limit surfaces of flat sides.

Which corners of a surface oppose a motion most changes across planes in the space of motions. A
part of the cell that some contacts' corners leave open is cut along such a plane into both sides
and the plane itself, where two corners share the force; where forces of the corners that are left
do not balance, the part is refuted before it is cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.spatial.answer import ModeSolution
from frictioncone_ros.analysis.motions.spatial.balance import balance, ForceCone, MotionCone
from frictioncone_ros.analysis.motions.spatial.candidates import Candidates
from frictioncone_ros.analysis.motions.spatial.laws.friction import ForceOption
from frictioncone_ros.analysis.motions.spatial.laws.limit_surface import FlatSurface, SAME_CORNER
from frictioncone_ros.analysis.motions.spatial.motion_part import MotionPart
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array


@dataclass(frozen=True, eq=False)
class FlatCell:
    """
    One candidate with contacts that slip and spin on flat limit surfaces.

    mixed: their places. strict: sliding rows whose sign is strict. go_on: False when the search
    has to stop.
    """

    problem: SpatialProblem
    candidates: Candidates
    cell: int
    mixed: tuple[int, ...]
    strict: tuple[int, ...]
    go_on: Callable[[], bool]

    def solutions(self) -> list[ModeSolution] | None:
        """Return all solutions of the cell, one for each choice of corners; None if stopped."""
        found, parts = [], [self.candidates.motion_part(self.cell)]
        while parts:
            if not self.go_on():
                return None
            part = parts.pop()
            if not len(part.rays):
                continue
            corners, row = self._corners(part)
            solution = self._solved(part, corners)
            if solution is not None and row is None:
                found.append(solution)
            elif solution is not None and row is not None:
                parts += part.sides_and_border(row)
        return found

    def _corners(self, part: MotionPart) -> tuple[dict[int, Array], Array | None]:
        """Return corners that oppose motions inside a part, and a row that tells two apart."""
        corners, row = {}, None
        for place in self.mixed:
            surface = self._surface(place)
            slips = self.problem.ground.surface_slip_maps[place]
            units = (1.0, 1.0, 1.0 / self.problem.touching[place].law.arm)
            forms = (surface[:, 1:] * units).dot(-slips)
            forms /= np.sqrt(np.einsum('ij,ij->i', forms, forms).max()) or 1.0
            chosen, pair = _most_opposing(forms.dot(part.rays.T))
            corners[place] = surface[chosen]
            if pair is not None and row is None:
                row = forms[pair[0]] - forms[pair[1]]
                row /= np.sqrt(row.dot(row))
        return corners, row

    def _surface(self, place: int) -> Array:
        law = self.problem.touching[place].law
        assert isinstance(law, FlatSurface)
        return law.surface

    def _solved(self, part: MotionPart, corners: dict[int, Array]) -> ModeSolution | None:
        """Return a balance of motions inside the part with forces of the corners, if there is."""
        problem = self.problem
        motions = MotionCone.of(part.generators, problem.motion_map)
        forces = [
            ForceCone.of(cone.contact, ForceOption(corners[cone.contact]), cone.force_map)
            if cone.contact in corners
            else cone
            for cone in self.candidates.table.force_cones(self.cell)
        ]
        inner = part.rays.sum(axis=0)
        image = problem.motion_map.dot(inner)
        size = float(np.sqrt(image.dot(image))) or 1.0
        free = not (problem.dynamic or problem.rows.moves)
        inner = inner * (1.0 if free else problem.strict_shift / size)
        target = problem.target - problem.motion_map.dot(inner)
        found = balance(motions, forces, target, problem.balance_residual)
        if not found.holds:
            return None
        answer = replace(found, coordinates=found.coordinates + inner)
        return ModeSolution(answer, motions, tuple(forces), (), self.strict)


def _most_opposing(power: Array) -> tuple[NDArray[np.intp], tuple[int, int] | None]:
    """
    Return which corners (v,) take most power (v, m) out of motions inside a part of m rays.

    With two of them that do on different sides of the part, if not all that are left do alike.
    """
    more = power[:, None] - power[None]
    better = (more >= -SAME_CORNER).all(axis=2) & (more > SAME_CORNER).any(axis=2)
    chosen = np.flatnonzero(~better.any(axis=0))
    apart = np.abs(more[np.ix_(chosen, chosen)]).max(axis=2) > SAME_CORNER
    if not apart.any():
        return chosen, None
    first, second = np.argwhere(apart)[0].tolist()
    return chosen, (int(chosen[first]), int(chosen[second]))
