# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Faces of the cone of admissible motions, and each face's division by sliding directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.arrangement import (
    ARRANGEMENT_SIDE,
    DividedCone,
    rays_of_cells,
)
from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.analysis.modes.sides import as_integers, as_words, signs_of, Words
from frictioncone_ros.spatial import Array


@dataclass(frozen=True, eq=False)
class ParallelHyperplanes:
    """
    Hyperplanes that coincide within a cone.

    hyperplanes: (n,) indices; first: (n,) the first of those each coincides with, itself where
    there is no earlier one; sign: (n,) 1 or -1 with the same or opposite positive side.
    """

    hyperplanes: NDArray[np.intp]
    first: NDArray[np.intp]
    sign: NDArray[np.int8]


def parallel_hyperplanes(cone: DividedCone, hyperplanes: NDArray[np.intp]) -> ParallelHyperplanes:
    """
    Find the hyperplanes that take proportional values on all generators of a cone.

    Each is reduced to a unit vector of values; equal ones have equal products with a vector in
    general position and so are neighbours when sorted by it. Missing a pair would cost time only.
    """
    if not len(hyperplanes):
        return ParallelHyperplanes(hyperplanes, hyperplanes, np.zeros(0, dtype=np.int8))
    values = np.concatenate((cone.rays, cone.lines))[:, cone.vector_size + hyperplanes]
    lengths = np.sqrt(np.einsum('ij,ij->j', values, values))
    lengths[lengths <= ARRANGEMENT_SIDE] = 1.0
    general = np.sin(1.0 + 1.7 * np.arange(len(values)))
    products = general @ values / lengths
    sign = np.where(products < 0.0, -1, 1).astype(np.int8)
    order = np.argsort(np.abs(products), kind='stable')
    units = (values / (lengths * sign))[:, order]
    apart = np.abs(units[:, 1:] - units[:, :-1]).max(axis=0, initial=0.0)
    starts = np.concatenate(([0], np.flatnonzero(apart > ARRANGEMENT_SIDE) + 1))
    sizes = np.diff(np.append(starts, len(order)))
    first = np.empty_like(order)
    first[order] = np.repeat(np.minimum.reduceat(order, starts), sizes)
    return ParallelHyperplanes(hyperplanes, hyperplanes[first], sign * sign[first])


@dataclass(frozen=True, eq=False)
class AdmissibleMotions:
    """
    The cone of motions that penetrate nowhere, and its faces: the contact-separate modes.

    faces: each an integer whose bit i is set where contact i separates.
    """

    rows: ModeRows
    cone: DividedCone
    faces: tuple[int, ...]

    @classmethod
    def of(cls, rows: ModeRows) -> AdmissibleMotions:
        """Return the faces of {separation >= 0}, for true motions only where surfaces move."""
        last = rows.contact_count + len(rows.sliding)
        bounds = [*([last] if rows.moves else []), *range(rows.contact_count)]
        cone = DividedCone.whole_space(rows.hyperplanes).bounded(bounds)
        contacts = (1 << rows.contact_count) - 1
        true_motion = 1 << last if rows.moves else 0
        cells = (cell for cell in cone.cells() if cell & true_motion == true_motion)
        return cls(rows, cone, tuple(sorted({cell & contacts for cell in cells})))

    @cached_property
    def ray_sides(self) -> list[int]:
        """Sides of the cone's rays, as integers."""
        return as_integers(self.cone.sides)

    @property
    def rays_of_faces(self) -> NDArray[np.bool_]:
        """Which of the cone's rays lie in which face's closure, (faces, rays)."""
        count = self.rows.contact_count
        opening = signs_of(self.cone.sides, count) > 0
        faces = np.array(
            [[face >> i & 1 for i in range(count)] for face in self.faces], dtype=bool
        )
        outside = opening[None] & ~faces.reshape(len(self.faces), 1, count)
        return np.asarray(~outside.any(axis=2))

    def separation_string(self, face: int) -> str:
        """Return the face's contact-separate mode, c or s for each contact."""
        return ''.join('s' if face >> i & 1 else 'c' for i in range(self.rows.contact_count))

    def divided_faces(self) -> Iterator[DividedFace]:
        """Yield the faces one by one, each divided when it is asked for."""
        for face in self.faces:
            yield self.divided_face(face)

    def face_cone(self, face: int) -> DividedCone:
        """Return one face, not yet divided."""
        outside = ((1 << self.rows.contact_count) - 1) & ~face
        own = np.array([not side & outside for side in self.ray_sides], dtype=bool)
        return self.cone.selected(own)

    def divided_face(self, face: int) -> DividedFace:
        """Divide one face by the sliding rows of the contacts it keeps."""
        rows, count = self.rows, self.rows.contact_count
        contacts = (1 << count) - 1
        part = self.face_cone(face)
        kept = [count + j for j, owner in enumerate(rows.owner) if not face >> owner & 1]
        twins = parallel_hyperplanes(part, np.array(kept, dtype=np.intp))
        divided = part.divided(sorted(set(twins.first.tolist())))
        required = face | (1 << (count + len(rows.sliding)) if rows.moves else 0)
        desired = contacts | (1 << (count + len(rows.sliding)))
        cells = [cell for cell in divided.cells() if cell & desired == required]
        return DividedFace(face, rows, divided, as_words(cells, divided.word_count), twins)


@dataclass(frozen=True, eq=False)
class DividedFace:
    """
    One contact-separate mode and its slide-stick cells.

    face: bit i set where contact i separates; cone: the divided face; cells: (m, 2 words) bits.
    twins: which sliding rows are parallel within the face; only the first of them divides it.
    """

    face: int
    rows: ModeRows
    cone: DividedCone
    cells: Words
    twins: ParallelHyperplanes

    @property
    def signs(self) -> NDArray[np.int8]:
        """Sign of every sliding row in every cell, (m, sliding rows); 0 where separating."""
        count = self.rows.contact_count
        every = signs_of(self.cells, count + len(self.rows.sliding))
        signs = np.zeros((len(every), len(self.rows.sliding)), dtype=np.int8)
        signs[:, self.twins.hyperplanes - count] = every[:, self.twins.first] * self.twins.sign
        return signs

    def inner_motions(self) -> Array:
        """Return one motion strictly inside each cell, (m, d) at the reference point."""
        member = rays_of_cells(self.cone, self.cells).astype(np.float64)
        coordinates = member @ self.cone.ray_vectors
        if self.rows.moves:
            scale = self.rows.drift_scale / coordinates[:, -1:]
            coordinates = coordinates[:, :-1] * scale
        return np.asarray(coordinates @ self.rows.basis.T)

    def generators(self) -> Iterator[tuple[Array, Array]]:
        """Yield vertices (v, d) and rays (r, d) of each cell's closure, beside the lines."""
        vectors = self.cone.ray_vectors
        twists = self.twists(vectors)
        finite = np.zeros(len(vectors), dtype=bool)
        if self.rows.moves:
            finite = vectors[:, -1] > ARRANGEMENT_SIDE
            twists[finite] *= self.rows.drift_scale / vectors[finite, -1:]
        for member in rays_of_cells(self.cone, self.cells):
            vertices = twists[member & finite]
            if not self.rows.moves:
                vertices = np.zeros((1, twists.shape[1]))
            yield vertices, twists[member & ~finite]

    def twists(self, vectors: Array) -> Array:
        """Return the twists (count, d) at the reference point of scaled coordinates."""
        size = self.rows.basis.shape[0]
        return np.asarray(vectors[:, :size] @ self.rows.basis.T)
