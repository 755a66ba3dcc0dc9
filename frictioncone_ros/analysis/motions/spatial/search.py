# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The search through all candidate modes: refute them many at a time, solve the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import inf, sqrt
from time import perf_counter

import numpy as np

from frictioncone_ros.analysis.motions.spatial.answer import (
    ModeSolution,
    spatial_motion,
    SpatialMotion,
)
from frictioncone_ros.analysis.motions.spatial.balance import Balance, MotionCone
from frictioncone_ros.analysis.motions.spatial.candidates import Candidates
from frictioncone_ros.analysis.motions.spatial.directions import (
    linearized_at,
    solve_directions,
)
from frictioncone_ros.analysis.motions.spatial.laws.flat_cells import FlatCell
from frictioncone_ros.analysis.motions.spatial.pattern import letters_of, Pattern
from frictioncone_ros.analysis.motions.spatial.prepared.candidate_table import (
    CandidateTable,
    tables_of,
)
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import Mask
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.shortest_steps import nearest_directions
from frictioncone_ros.analysis.motions.spatial.subdivision import Subdivision
from frictioncone_ros.spatial import Array

TIME_LIMIT = 'time limit reached'
"""Why a search stopped that had no time left."""

SAME_DIRECTION = 1e-6
"""Two answers of the search for sliding directions closer than this are one [-]."""


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
            self.reached = TIME_LIMIT
        return bool(self.reached)


@dataclass
class Search:
    """
    A search under way.

    sectors: an arc of pi / sectors is not cut any more. explained: patterns with a solution, as
    far as they matter. found: solutions by pattern. open_patterns: those with candidates that
    are neither solved nor refuted. certificates: unit residuals that refuted something;
    refutations: by pattern, if asked for. starts: of Newton iterations.
    slides: whether a solution has contacts that start to slide on round cones.
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
    slides: bool = False

    @property
    def unexplained(self) -> set[Pattern]:
        """Open patterns without a solution that explains them."""
        return {pattern for pattern in self.open_patterns if self._unexplained(pattern)}

    def motions(self, deadline: float = inf) -> list[SpatialMotion]:
        """
        Return the motions found, at this fineness; at least one of them.

        deadline: of the bounds' clock [s], after which the rest is left out and said so.
        """
        motions: list[SpatialMotion] = []
        for solution in chain.from_iterable(self.found.values()):
            if motions and self.bounds.clock() > deadline:
                self.bounds.reached = self.bounds.reached or TIME_LIMIT
                break
            motions.append(spatial_motion(self.problem, solution))
        return motions

    def run(self) -> None:
        """Search every contact-separate mode."""
        tables = tables_of(self.problem.ground)
        for index, _ in self._surviving(self._candidates(tables.faces)):
            cells = self._candidates(tables.cells(index))
            unsolved = [
                cell
                for cell, answer in self._surviving(cells)
                if not self._solve(cells, cell, answer)
            ]
            for cell in unsolved:
                self._subdivide(cells, cell)

    def _candidates(self, table: CandidateTable) -> Candidates:
        afresh = self.with_reasons or self.problem.near_limit
        return Candidates.of(table, self.problem, afresh=afresh)

    def _subdivide(self, cells: Candidates, cell: int) -> None:
        """Cut a cell that is neither solved nor refuted until it is, unless its mode is known."""
        pattern = cells.table.pattern(cell)
        if not self._unexplained(pattern) or pattern in self.open_patterns:
            return
        if not self._question(cells, cell).decided(deep=True):
            self.open_patterns.add(pattern)

    def _question(self, cells: Candidates, cell: int) -> Subdivision:
        return Subdivision(
            self.problem,
            cells,
            cell,
            cells.table.starting(cell),
            partial(self._solve_sliding, cells, cell),
            self._counted,
            np.pi / self.sectors,
        )

    def _counted(self) -> bool:
        self.bounds.count += 1
        return not self.bounds.passed()

    def _unexplained(self, pattern: Pattern) -> bool:
        return letters_of(pattern) not in self.explained

    def _surviving(self, candidates: Candidates) -> Iterator[tuple[int, Balance]]:
        """Yield candidates whose balance holds; each failure refutes all others that it can."""
        self.bounds.count += len(candidates)
        waiting = np.ones(len(candidates), dtype=bool)
        waiting &= ~candidates.shelved()
        for residual in self.certificates if waiting.any() else ():
            self._refute(candidates, waiting, residual)
        for cell in candidates.by_promise() if waiting.any() else ():
            if not waiting[cell]:
                continue
            if self.bounds.passed():
                break
            if self._known_in(candidates, cell):
                self.bounds.count += 1
                waiting[cell] = False
                continue
            answer = candidates.tried(cell)
            if answer.holds:
                waiting[cell] = False
                yield cell, answer
            else:
                self._refuted(candidates, waiting, cell, answer.residual)
        for cell in np.flatnonzero(waiting).tolist():
            self.open_patterns.add(candidates.table.pattern(cell))

    def _refuted(self, candidates: Candidates, waiting: Mask, cell: int, residual: Array) -> None:
        """Take a failed candidate out, with all others that its residual refutes."""
        unit = residual / sqrt(residual.dot(residual))
        self.certificates.append(unit)
        waiting[cell] = False
        self._remember(candidates, cell, unit)
        self._refute(candidates, waiting, unit)

    def _refute(self, candidates: Candidates, waiting: Mask, residual: Array) -> None:
        """Take out whom a unit residual (r,) refutes."""
        refuting = candidates.refuted(residual)
        if self.with_reasons:
            for cell in np.flatnonzero(waiting & refuting).tolist():
                self._remember(candidates, cell, residual)
        waiting &= ~refuting

    def _remember(self, candidates: Candidates, cell: int, residual: Array) -> None:
        if self.with_reasons:
            self.refutations.setdefault(candidates.table.pattern(cell), residual)

    def _solve(self, candidates: Candidates, cell: int, answer: Balance) -> bool:
        """Turn a cell's balance into a solution of its mode, if one is near; whether it is."""
        table = candidates.table
        if table.starting(cell):
            return self._question(candidates, cell).decided(deep=False)
        pattern = table.pattern(cell)
        strict = tuple(np.flatnonzero(table.signs[cell]).tolist())
        mixed = table.mixed(cell) if self.problem.ground.flat_surfaces else ()
        if mixed:
            return self._solve_flat(candidates, cell, mixed, strict)
        motions, forces = candidates.motion_cone(cell), table.force_cones(cell)
        self._keep(pattern, ModeSolution(answer, motions, tuple(forces), (), strict))
        return True

    def _solve_flat(
        self, candidates: Candidates, cell: int, mixed: tuple[int, ...], strict: tuple[int, ...]
    ) -> bool:
        """Solve a cell in which contacts slip and spin on flat surfaces; whether it is decided."""
        question = FlatCell(self.problem, candidates, cell, mixed, strict, self._counted)
        solutions = question.solutions()
        for solution in solutions or ():
            self._keep(candidates.table.pattern(cell), solution)
        if solutions is None:
            self.open_patterns.add(candidates.table.pattern(cell))
        return True

    def _solve_sliding(
        self, candidates: Candidates, cell: int, answer: Balance, thorough: bool = False
    ) -> bool:
        """Solve for sliding directions from a balance near them; thorough: in every way."""
        pattern = candidates.table.pattern(cell)
        if self._known_in(candidates, cell):
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
            self.slides = True
        return True

    def _known_in(self, candidates: Candidates, cell: int) -> bool:
        """Whether a solution of a cell's pattern lies in its closure: it needs no other."""
        table = candidates.table
        if not self.slides or table.whole_faces or not table.starting(cell):
            return False
        known = self._known(table.pattern(cell))
        return any(self._inside(candidates, cell, other) for other in known)

    def _known(self, pattern: Pattern) -> list[ModeSolution]:
        return self.found.get(pattern, [])

    def _keep(self, pattern: Pattern, solution: ModeSolution) -> None:
        self.found.setdefault(pattern, []).append(solution)
        self.explained.add(letters_of(pattern))

    def _inside(self, candidates: Candidates, cell: int, solution: ModeSolution) -> bool:
        """Whether a motion lies in the closure of a cell, so that the cell needs no other."""
        coordinates = solution.answer.coordinates
        values = self.problem.rows.sliding.dot(coordinates)
        table = candidates.table
        signs = table.signs[cell]
        limit = SAME_DIRECTION * float(np.abs(coordinates).max())
        past = np.where(signs == 0, np.abs(values), -signs * values)
        return bool((past[table.kept_rows(cell)] <= limit).all())

    def _directed(
        self, candidates: Candidates, cell: int, answer: Balance, thorough: bool
    ) -> ModeSolution | None:
        """Solve for the directions of a cell's pattern, starting from the cell's own motion."""
        problem, table = self.problem, candidates.table
        pattern = table.sliding_pattern(cell)
        solved = nearest_directions(problem, pattern, answer)
        if solved is None and thorough:
            solved = solve_directions(problem, pattern, answer)
        if solved is None or not self._strict(candidates, cell, solved):
            return None
        maps = linearized_at(problem, pattern, solved)
        if maps is None:
            return None
        motions = MotionCone.of(pattern.vectors, maps[0])
        strict = tuple(np.flatnonzero(table.fixed_signs(cell)).tolist())
        span = maps[0].dot(pattern.span)
        return ModeSolution(solved, motions, tuple(maps[1]), table.starting(cell), strict, span)

    def _strict(self, candidates: Candidates, cell: int, answer: Balance) -> bool:
        """Whether a motion meets the pattern's strict conditions and not just their closure."""
        coordinates, table = answer.coordinates, candidates.table
        limit = self.problem.strict_shift * float(np.abs(coordinates).max())
        rows = self.problem.rows
        opening = rows.separation.dot(coordinates).tolist()
        opens = all(
            value > limit for place, value in enumerate(opening) if not table.keeps(cell, place)
        )
        signs = table.fixed_signs(cell)
        values = signs * rows.sliding.dot(coordinates)
        return opens and bool((values[signs != 0.0] > limit).all())


def _near(first: Balance, second: Balance, tolerance: float) -> bool:
    """Whether two answers are the same motion, up to a relative tolerance."""
    one, other = first.coordinates, second.coordinates
    return bool(np.abs(one - other).max() <= tolerance * np.abs(one).max())
