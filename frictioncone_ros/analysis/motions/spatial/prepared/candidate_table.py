# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a state decides about its candidate modes, worked out once and kept for every wrench."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.arrangement import rays_of_cells
from frictioncone_ros.analysis.modes.faces import AdmissibleMotions
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.pattern import Pattern, pattern_of
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import (
    CertificateShelf,
    Mask,
)
from frictioncone_ros.analysis.motions.spatial.prepared.force_choices import ForceChoices
from frictioncone_ros.analysis.motions.spatial.prepared.ground import Ground, GroundContent
from frictioncone_ros.analysis.motions.spatial.prepared.sliding_pattern import SlidingPattern
from frictioncone_ros.analysis.motions.spatial.prepared.surface_pattern import SurfacePattern
from frictioncone_ros.analysis.motions.spatial.problem import STRICT_SHIFT
from frictioncone_ros.spatial import Array

KEPT_CELLS = 20_000
"""Cells whose tables are kept for the next wrenches, of one state."""
KEPT_GROUNDS = 8
"""States, or states without inertia, whose tables are kept."""


@dataclass
class TableMemory:
    """
    What was worked out about a table under earlier wrenches, and holds under all.

    shelf: certificates that refuted candidates. passed: candidates that polygons around round
    cones did not refute. whole_parts: SlidingParts of candidates that were looked at more
    closely; maps: the table's CandidateMaps. Both are made by rooms above this one.
    """

    shelf: CertificateShelf = field(default_factory=CertificateShelf)
    passed: set[int] = field(default_factory=set)
    whole_parts: dict[int, Any] = field(default_factory=dict)
    maps: Any = None


@dataclass(frozen=True, eq=False)
class CandidateTable:
    """
    Candidate modes: contact-separate modes (whole faces), or the slide-stick cells of one.

    separating: (m,) integers, bit i set where touching contact i separates. vectors: generators
    (g, w) of all candidates, both directions of each of `line_count` lines last. member: (m, g)
    which belong to which. inner: (m, w) sums of each candidate's rays. signs: (m, sliding rows).
    kept: (m, touching) which contacts each keeps; forces: what these may exert. memory: what
    earlier wrenches left.
    """

    ground: Ground
    separating: tuple[int, ...]
    vectors: Array
    member: Mask
    inner: Array
    signs: NDArray[np.int8]
    kept: Mask
    forces: ForceChoices
    line_count: int
    whole_faces: bool = False
    memory: TableMemory = field(default_factory=TableMemory)
    _patterns: dict[int, Pattern] = field(default_factory=dict)
    _sliding: dict[Pattern, SlidingPattern] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.separating)

    def keeps(self, cell: int, place: int) -> bool:
        """Whether a candidate keeps a touching contact."""
        return not self.separating[cell] >> place & 1

    @cached_property
    def own_columns(self) -> Mask:
        """Which generators of motions, and of polygons around forces, are whose, (m, n)."""
        return np.concatenate((self.member, self.forces.own_columns), axis=1)

    @cached_property
    def own_weights(self) -> NDArray[np.float32]:
        """The same (n, m) as numbers, to count with."""
        return np.asarray(self.own_columns.T, dtype=np.float32)

    def force_cones(self, cell: int) -> list[ForceCone]:
        """Return the forces that go with one candidate."""
        return self.forces.cones(cell)

    def kept_rows(self, cell: int) -> Mask:
        """Return which sliding rows are those of contacts that a candidate keeps."""
        return np.asarray(self.kept[cell, list(self.ground.rows.owner)])

    def fixed_signs(self, cell: int) -> Array:
        """Return the signs of a candidate with those of its free sector lines set to 0."""
        signs = self.signs[cell].astype(np.float64)
        signs[self._sector_rows(cell)] = 0.0
        return signs

    def _sector_rows(self, cell: int) -> list[int]:
        touching = self.ground.touching
        return [row for place in self.starting(cell) for row in touching[place].sector_rows]

    def sliding_pattern(self, cell: int) -> SlidingPattern:
        """Return the pattern of a candidate with all its motions, any sector allowed."""
        pattern = self.pattern(cell)
        if pattern not in self._sliding:
            starting, cones = self.starting(cell), self.force_cones(cell)
            on_surfaces = any(self.ground.touching[place].law.arm for place in starting)
            self._sliding[pattern] = (SurfacePattern if on_surfaces else SlidingPattern)(
                self.ground,
                self._pattern_vectors(cell),
                {cone.contact: cone.option.torsion for cone in cones if cone.contact in starting},
                tuple(cone for cone in cones if cone.contact not in starting),
            )
        return self._sliding[pattern]

    def _pattern_vectors(self, cell: int) -> Array:
        """Return the generators of all motions of the candidate's pattern."""
        values = self.vectors.dot(self.ground.rows.sliding.T)
        signs = self.signs[cell]
        wrong = np.where(signs == 0, np.abs(values), -signs * values) > STRICT_SHIFT
        wrong[:, self._sector_rows(cell)] = False
        wrong[:, ~self.kept_rows(cell)] = False
        wrong[self.member[cell]] = False  # normals all but parallel: its own are of it anyhow
        return np.asarray(self.vectors[~wrong.any(axis=1)])

    def starting(self, cell: int) -> tuple[int, ...]:
        """Return the places of contacts that start to slide on round cones in a candidate."""
        return tuple(np.flatnonzero(self._starts[cell]).tolist())

    @cached_property
    def _starts(self) -> Mask:
        """Which contacts start to slide on round cones in which candidate, (m, touching)."""
        starts = np.zeros_like(self.kept)
        for place, contact in enumerate(self.ground.touching):
            if contact.starts_anywhere:
                starts[:, place] = self.signs[:, contact.sector_rows].any(axis=1)
        return starts & self.kept

    def mixed(self, cell: int) -> tuple[int, ...]:
        """Return the places of contacts that slip and spin on limit surfaces of flat sides."""
        return tuple(
            place
            for place in self.ground.flat_surfaces
            if self.keeps(cell, place) and self._slips_and_spins(cell, place)
        )

    def _slips_and_spins(self, cell: int, place: int) -> bool:
        contact = self.ground.touching[place]
        own = self.signs[cell, contact.first_row : contact.first_row + len(contact.free)]
        return bool(own[:-1].any() and own[-1:].any())

    def pattern(self, cell: int) -> Pattern:
        """Return the pattern of a candidate; that of a whole face leaves open what slides."""
        if cell not in self._patterns:
            self._patterns[cell] = pattern_of(
                self.ground.touching,
                self.separating[cell],
                None if self.whole_faces else self.signs[cell],
            )
        return self._patterns[cell]


@dataclass(frozen=True, eq=False)
class CandidateTables:
    """The tables of one state: of its contact-separate modes, and of each one's cells."""

    ground: Ground
    _cells: dict[int, CandidateTable] = field(default_factory=dict)

    @cached_property
    def admissible(self) -> AdmissibleMotions:
        """The motions that penetrate nowhere, with their faces."""
        return AdmissibleMotions.of(self.ground.rows)

    @cached_property
    def faces(self) -> CandidateTable:
        """The contact-separate modes, with all forces their contacts have."""
        admissible = self.admissible
        signs = np.zeros((len(admissible.faces), len(self.ground.rows.sliding)), dtype=np.int8)
        cone, member = admissible.cone, admissible.rays_of_faces
        generators = (cone.ray_vectors, cone.line_vectors)
        table = _table(self.ground, admissible.faces, generators, member, signs)
        return replace(table, whole_faces=True)

    def cells(self, index: int) -> CandidateTable:
        """Return the slide-stick cells of one contact-separate mode."""
        kept = self._cells.get(index)
        if kept is not None:
            return kept
        table = _cell_table(self.ground, self.admissible, self.admissible.faces[index])
        if sum(map(len, self._cells.values())) + len(table) <= KEPT_CELLS:
            self._cells[index] = table
        return table


def tables_of(ground: Ground) -> CandidateTables:
    """Return the tables of a state, or those that another of the same numbers has left."""
    return _tables_of(ground.content)


@lru_cache(maxsize=KEPT_GROUNDS)
def _tables_of(content: GroundContent) -> CandidateTables:
    return CandidateTables(content.ground)


def _table(
    ground: Ground,
    separating: tuple[int, ...],
    generators: tuple[Array, Array],
    member: Mask,
    signs: NDArray[np.int8],
) -> CandidateTable:
    rays, lines = generators
    contacts = np.arange(len(ground.touching))
    kept = (np.array(separating, dtype=np.int64)[:, None] >> contacts & 1) == 0
    everywhere = np.ones((len(member), 2 * len(lines)), dtype=bool)
    return CandidateTable(
        ground,
        separating=separating,
        vectors=np.concatenate((rays, lines, -lines)),
        member=np.hstack((member, everywhere)),
        inner=member.astype(np.float64).dot(rays),
        signs=signs,
        kept=kept,
        forces=ForceChoices.of(ground, kept, signs),
        line_count=len(lines),
    )


def _cell_table(ground: Ground, admissible: AdmissibleMotions, face: int) -> CandidateTable:
    divided = admissible.divided_face(face)
    cone, member = divided.cone, rays_of_cells(divided.cone, divided.cells)
    generators = (cone.ray_vectors, cone.line_vectors)
    return _table(ground, (face,) * len(member), generators, member, divided.signs)
