# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The search through all candidate modes: refute them many at a time, solve the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
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
from frictioncone_ros.spatial import Array

NEAR_START = 1e-3
"""Two starts of the search for sliding directions closer than this need one search [-]."""
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

    explained: patterns with a solution, as far as they matter. found: solutions by pattern, of
    this fineness. open_patterns: those with candidates that are neither solved nor refuted.
    certificates: residuals that refuted something; refutations: by pattern, if asked for.
    desired: letters of the patterns to look at, None for all. starts: of Newton iterations.
    """

    problem: SpatialProblem
    bounds: SearchBounds
    with_reasons: bool = False
    explained: set[Pattern] = field(default_factory=set)
    found: dict[Pattern, list[ModeSolution]] = field(default_factory=dict)
    open_patterns: set[Pattern] = field(default_factory=set)
    refutations: dict[Pattern, Array] = field(default_factory=dict)
    certificates: list[Array] = field(default_factory=list)
    desired: set[Pattern] | None = None
    starts: dict[Pattern, list[Balance]] = field(default_factory=dict)

    @property
    def unexplained(self) -> set[Pattern]:
        """Open patterns without a solution that explains them."""
        return {
            pattern for pattern in self.open_patterns if letters_of(pattern) not in self.explained
        }

    def finer(self, problem: SpatialProblem) -> Search:
        """Return a search for what is still open, with the same question cut more finely."""
        undecided = self.unexplained
        kept = {
            pattern: residual
            for pattern, residual in self.refutations.items()
            if pattern not in undecided
        }
        return Search(
            problem,
            self.bounds,
            self.with_reasons,
            self.explained,
            refutations=kept,
            certificates=self.certificates,
            desired={letters_of(pattern) for pattern in undecided},
        )

    def motions(self) -> list[SpatialMotion]:
        """Return the motions found, at this fineness."""
        return [
            spatial_motion(self.problem, solution)
            for solutions in self.found.values()
            for solution in solutions
        ]

    def run(self, faces: set[int] | None = None) -> set[int]:
        """Search these contact-separate modes, or all; return those with undecided modes."""
        admissible = AdmissibleMotions.of(self.problem.rows)
        if faces is not None:
            admissible = replace(admissible, faces=tuple(sorted(faces)))
        undecided: set[int] = set()
        whole = face_candidates(self.problem, admissible)
        for index, _ in self._surviving(whole, np.ones(len(whole), dtype=bool), True):
            face = admissible.faces[index]
            before = len(self.unexplained)
            cells = cell_candidates(self.problem, admissible.divided_face(face))
            for cell, answer in self._surviving(cells, self._wanted_cells(cells), False):
                self._solve(cells, cell, answer)
            if len(self.unexplained) > before:
                undecided.add(face)
        return undecided

    def _wanted_cells(self, cells: Candidates) -> Mask:
        if self.desired is None:
            return np.ones(len(cells), dtype=bool)
        return np.array(
            [
                letters_of(mode_pattern(self.problem, cells, cell, False)) in self.desired
                for cell in range(len(cells))
            ],
            dtype=bool,
        )

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

    def _solve(self, candidates: Candidates, cell: int, answer: Balance) -> None:
        """Turn a cell's balance into a solution; sectors of circular cones need directions."""
        pattern = mode_pattern(self.problem, candidates, cell, False)
        sliding = starting_contacts(self.problem, candidates, cell)
        if not sliding:
            motions, forces = candidates.motion_cone(cell), candidates.force_cones(cell)
            strict = tuple(np.flatnonzero(candidates.signs[cell]).tolist())
            solution = ModeSolution(answer, motions, tuple(forces), (), strict)
            self._keep(pattern, solution)
        elif not any(self._inside(candidates, cell, other) for other in self._known(pattern)):
            starts = self.starts.setdefault(pattern, [])
            if any(_near(answer, other, NEAR_START) for other in starts):
                return  # what the earlier start led to is recorded already
            starts.append(answer)
            solved = self._directed(candidates, cell, answer, sliding)
            if solved is None:
                self.open_patterns.add(pattern)
            elif not any(
                _near(solved.answer, other.answer, SAME_DIRECTION)
                for other in self._known(pattern)
            ):
                self._keep(pattern, solved)

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
        self, candidates: Candidates, cell: int, answer: Balance, sliding: tuple[int, ...]
    ) -> ModeSolution | None:
        """Solve for the directions of a cell's pattern, starting from the cell's own motion."""
        problem, options = self.problem, candidates.force_cones(cell)
        pattern = SlidingPattern(
            self._pattern_vectors(candidates, cell, sliding),
            {cone.contact: cone.option.torsion for cone in options if cone.contact in sliding},
            tuple(cone for cone in options if cone.contact not in sliding),
        )
        solved = solve_directions(problem, pattern, answer)
        if solved is None and self.desired is not None:  # in fine sectors, stay inside the cell
            confined = replace(pattern, vectors=candidates.motion_cone(cell).vectors)
            solved = solve_directions(problem, confined, answer)
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
