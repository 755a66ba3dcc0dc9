# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Faces of the cone of admissible motions, and each face's division by sliding directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.modes.arrangement import (
    as_bits,
    as_integers,
    Bits,
    DividedCone,
    rays_of_cells,
)
from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.spatial import Array


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
        own = np.array([not side & outside for side in as_integers(self.cone.sides)], dtype=bool)
        return self.cone.selected(own)

    def divided_face(self, face: int) -> DividedFace:
        """Divide one face by the sliding rows of the contacts it keeps."""
        rows, count = self.rows, self.rows.contact_count
        contacts = (1 << count) - 1
        part = self.face_cone(face)
        used = [count + j for j, owner in enumerate(rows.owner) if not face >> owner & 1]
        divided = part.divided(used)
        required = face | (1 << (count + len(rows.sliding)) if rows.moves else 0)
        wanted = contacts | (1 << (count + len(rows.sliding)))
        cells = [cell for cell in divided.cells() if cell & wanted == required]
        return DividedFace(face, rows, divided, as_bits(cells, divided.hyperplane_count))


@dataclass(frozen=True, eq=False)
class DividedFace:
    """
    One contact-separate mode and its slide-stick cells.

    face: bit i set where contact i separates; cone: the divided face; cells: (m, 2 n) bits.
    """

    face: int
    rows: ModeRows
    cone: DividedCone
    cells: Bits

    @property
    def signs(self) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
        """Sign of every sliding row in every cell, (m, sliding rows); 0 too where separating."""
        count, total = self.rows.contact_count, self.cone.hyperplane_count
        first, last = count, count + len(self.rows.sliding)
        positive = self.cells[:, first:last]
        negative = self.cells[:, total + first : total + last]
        return np.asarray(positive - negative, dtype=np.int8)

    def inner_motions(self) -> Array:
        """Return one motion strictly inside each cell, (m, d) at the reference point."""
        member = rays_of_cells(self.cone, self.cells).astype(np.float64)
        coordinates = member @ self.cone.ray_vectors
        if self.rows.moves:
            scale = self.rows.drift_scale / coordinates[:, -1:]
            coordinates = coordinates[:, :-1] * scale
        return np.asarray(coordinates @ self.rows.basis.T)
