# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The search through all candidate modes: refute them many at a time, solve the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.faces import AdmissibleMotions
from frictioncone_ros.analysis.motions.spatial.answer import (
    ModeSolution,
    spatial_motion,
    SpatialMotion,
)
from frictioncone_ros.analysis.motions.spatial.balance import Balance, MotionCone
from frictioncone_ros.analysis.motions.spatial.candidates import (
    Candidates,
    cell_candidates,
    face_candidates,
    STRICT_SHIFT,
)
from frictioncone_ros.analysis.motions.spatial.directions import (
    linearized_at,
    SlidingPattern,
    solve_directions,
)
from frictioncone_ros.analysis.motions.spatial.pattern import (
    letters_of,
    mode_pattern,
    Pattern,
    sector_rows,
    starting_contacts,
)
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.shortest_steps import nearest_directions
from frictioncone_ros.analysis.motions.spatial.subdivision import Subdivision
from frictioncone_ros.spatial import Array

SAME_DIRECTION = 1e-6
"""Two answers of the search for sliding directions closer than this are one [-]."""

Mask = NDArray[np.bool_]


@dataclass
class SearchBounds:
    """How far a search may go, how far it went, and which bound ended it ('' while none did)."""

    candidate_limit: int
    deadline: float
    clock: Callable[[], float] = perf_counter
    count: int = 0
    reached: str = ''

    def passed(self) -> bool:
        """Whether to stop now."""
        if self.count > self.candidate_limit:
            self.reached = f'candidate limit of {self.candidate_limit} reached'
        elif self.clock() > self.deadline:
            self.reached = 'time limit reached'
        return bool(self.reached)


@dataclass
class Search:
    """
    A search under way.

    sectors: an arc of pi / sectors is not cut any more. explained: patterns with a solution, as
    far as they matter. found: solutions by pattern. open_patterns: those with candidates that
    are neither solved nor refuted. certificates: residuals that refuted something; refutations:
    by pattern, if asked for. starts: of Newton iterations.
    """

    problem: SpatialProblem
    bounds: SearchBounds
    sectors: int
    with_reasons: bool = False
    explained: set[Pattern] = field(default_factory=set)
    found: dict[Pattern, list[ModeSolution]] = field(default_factory=dict)
    open_patterns: set[Pattern] = field(default_factory=set)
    refutations: dict[Pattern, Array] = field(default_factory=dict)
    certificates: list[Array] = field(default_factory=list)
    starts: dict[Pattern, list[Balance]] = field(default_factory=dict)

    @property
    def unexplained(self) -> set[Pattern]:
        """Open patterns without a solution that explains them."""
        return {pattern for pattern in self.open_patterns if self._unexplained(pattern)}

    def motions(self) -> list[SpatialMotion]:
        """Return the motions found, at this fineness."""
        return [
            spatial_motion(self.problem, solution)
            for solutions in self.found.values()
            for solution in solutions
        ]

    def run(self) -> None:
        """Search every contact-separate mode."""
        admissible = AdmissibleMotions.of(self.problem.rows)
        whole = face_candidates(self.problem, admissible)
        for index, _ in self._surviving(whole, np.ones(len(whole), dtype=bool), True):
            face = admissible.faces[index]
            cells = cell_candidates(self.problem, admissible.divided_face(face))
            surviving = self._surviving(cells, np.ones(len(cells), dtype=bool), False)
            unsolved = [cell for cell, answer in surviving if not self._solve(cells, cell, answer)]
            for cell in unsolved:
                self._subdivide(cells, cell)

    def _subdivide(self, cells: Candidates, cell: int) -> None:
        """Cut a cell that is neither solved nor refuted until it is, unless its mode is known."""
        pattern = mode_pattern(self.problem, cells, cell, False)
        if not self._unexplained(pattern) or pattern in self.open_patterns:
            return
        if not self._question(cells, cell).decided(deep=True):
            self.open_patterns.add(pattern)

    def _question(self, cells: Candidates, cell: int) -> Subdivision:
        return Subdivision(
            self.problem,
            cells,
            cell,
            starting_contacts(self.problem, cells, cell),
            partial(self._solve_sliding, cells, cell),
            self._counted,
            np.pi / self.sectors,
        )

    def _counted(self) -> bool:
        self.bounds.count += 1
        return not self.bounds.passed()

    def _unexplained(self, pattern: Pattern) -> bool:
        return letters_of(pattern) not in self.explained

    def _surviving(
        self, candidates: Candidates, waiting: Mask, whole_faces: bool
    ) -> Iterator[tuple[int, Balance]]:
        """Yield candidates whose balance holds; each failure refutes all others that it can."""
        self.bounds.count += len(candidates)
        if self.certificates:
            self._refute(candidates, waiting, np.array(self.certificates), whole_faces)
        while waiting.any() and not self.bounds.passed():
            cell = int(np.argmax(np.where(waiting, candidates.promise, -np.inf)))
            answer = candidates.tried(cell)
            if answer.holds:
                waiting[cell] = False
                yield cell, answer
            else:
                self.certificates.append(answer.residual)
                self._remember(candidates, cell, answer.residual, whole_faces)
                waiting[cell] = False
                self._refute(candidates, waiting, answer.residual[None], whole_faces)
        for cell in np.flatnonzero(waiting).tolist():
            self.open_patterns.add(mode_pattern(self.problem, candidates, cell, whole_faces))

    def _refute(
        self, candidates: Candidates, waiting: Mask, residuals: Array, whole_faces: bool
    ) -> None:
        refuting = np.where(waiting, candidates.refuted(residuals), -1)
        waiting &= refuting < 0
        if self.with_reasons:
            for cell in np.flatnonzero(refuting >= 0).tolist():
                self._remember(candidates, cell, residuals[refuting[cell]], whole_faces)

    def _remember(
        self, candidates: Candidates, cell: int, residual: Array, whole_faces: bool
    ) -> None:
        if self.with_reasons:
            pattern = mode_pattern(self.problem, candidates, cell, whole_faces)
            self.refutations.setdefault(pattern, residual)

    def _solve(self, candidates: Candidates, cell: int, answer: Balance) -> bool:
        """Turn a cell's balance into a solution of its mode, if one is near; whether it is."""
        if starting_contacts(self.problem, candidates, cell):
            return self._question(candidates, cell).decided(deep=False)
        pattern = mode_pattern(self.problem, candidates, cell, False)
        motions, forces = candidates.motion_cone(cell), candidates.force_cones(cell)
        strict = tuple(np.flatnonzero(candidates.signs[cell]).tolist())
        self._keep(pattern, ModeSolution(answer, motions, tuple(forces), (), strict))
        return True

    def _solve_sliding(
        self, candidates: Candidates, cell: int, answer: Balance, thorough: bool = False
    ) -> bool:
        """Solve for sliding directions from a balance near them; thorough: in every way."""
        pattern = mode_pattern(self.problem, candidates, cell, False)
        if any(self._inside(candidates, cell, other) for other in self._known(pattern)):
            return True
        starts = self.starts.setdefault(pattern, [])
        if not thorough and any(_near(answer, other, SAME_DIRECTION) for other in starts):
            return False  # what the earlier start led to is recorded already
        starts.append(answer)
        solved = self._directed(candidates, cell, answer, thorough)
        if solved is None:
            return False
        if not any(
            _near(solved.answer, other.answer, SAME_DIRECTION) for other in self._known(pattern)
        ):
            self._keep(pattern, solved)
        return True

    def _known(self, pattern: Pattern) -> list[ModeSolution]:
        return self.found.get(pattern, [])

    def _keep(self, pattern: Pattern, solution: ModeSolution) -> None:
        self.found.setdefault(pattern, []).append(solution)
        self.explained.add(letters_of(pattern))

    def _inside(self, candidates: Candidates, cell: int, solution: ModeSolution) -> bool:
        """Whether a motion lies in the closure of a cell, so that the cell needs no other."""
        coordinates = solution.answer.coordinates
        values = self.problem.rows.sliding @ coordinates
        signs = candidates.signs[cell]
        kept = np.array([candidates.keeps(cell, owner) for owner in self.problem.rows.owner])
        limit = SAME_DIRECTION * float(np.abs(coordinates).max())
        past = np.where(signs == 0, np.abs(values), -signs * values)
        return bool((past[kept] <= limit).all())

    def _directed(
        self, candidates: Candidates, cell: int, answer: Balance, thorough: bool
    ) -> ModeSolution | None:
        """Solve for the directions of a cell's pattern, starting from the cell's own motion."""
        problem, options = self.problem, candidates.force_cones(cell)
        sliding = starting_contacts(problem, candidates, cell)
        pattern = SlidingPattern(
            self._pattern_vectors(candidates, cell, sliding),
            {cone.contact: cone.option.torsion for cone in options if cone.contact in sliding},
            tuple(cone for cone in options if cone.contact not in sliding),
        )
        solved = nearest_directions(problem, pattern, answer)
        if solved is None and thorough:
            solved = solve_directions(problem, pattern, answer)
        if solved is None or not self._strict(candidates, cell, solved, sliding):
            return None
        maps = linearized_at(problem, pattern, solved)
        if maps is None:
            return None
        motions = MotionCone.of(pattern.vectors, maps[0])
        strict = tuple(np.flatnonzero(self._fixed_rows(candidates, cell, sliding)).tolist())
        return ModeSolution(solved, motions, tuple(maps[1]), sliding, strict)

    def _fixed_rows(self, candidates: Candidates, cell: int, sliding: tuple[int, ...]) -> Array:
        """Return the signs of a cell with those of its free sector lines set to 0."""
        signs = candidates.signs[cell].astype(np.float64)
        signs[sector_rows(self.problem, sliding)] = 0.0
        return signs

    def _pattern_vectors(
        self, candidates: Candidates, cell: int, sliding: tuple[int, ...]
    ) -> Array:
        """Return the generators of all motions of the cell's pattern, any sector allowed."""
        vectors = candidates.motions.vectors
        values = vectors @ self.problem.rows.sliding.T
        signs = candidates.signs[cell]
        wrong = np.where(signs == 0, np.abs(values), -signs * values) > STRICT_SHIFT
        wrong[:, sector_rows(self.problem, sliding)] = False
        separated = [
            not candidates.keeps(cell, self.problem.rows.owner[row])
            for row in range(values.shape[1])
        ]
        wrong[:, separated] = False
        return np.asarray(vectors[~wrong.any(axis=1)])

    def _strict(
        self, candidates: Candidates, cell: int, answer: Balance, sliding: tuple[int, ...]
    ) -> bool:
        """Whether a motion meets the pattern's strict conditions and not just their closure."""
        coordinates = answer.coordinates
        limit = STRICT_SHIFT * float(np.abs(coordinates).max())
        rows = self.problem.rows
        opening = rows.separation @ coordinates
        opens = all(
            value > limit
            for place, value in enumerate(opening)
            if not candidates.keeps(cell, place)
        )
        signs = self._fixed_rows(candidates, cell, sliding)
        values = signs * (rows.sliding @ coordinates)
        return opens and bool((values[signs != 0.0] > limit).all())


def _near(first: Balance, second: Balance, tolerance: float) -> bool:
    """Whether two answers are the same motion, up to a relative tolerance."""
    one, other = first.coordinates, second.coordinates
    return bool(np.abs(one - other).max() <= tolerance * np.abs(one).max())
