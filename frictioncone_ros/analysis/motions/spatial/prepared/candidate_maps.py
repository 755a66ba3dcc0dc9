# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Candidate modes in the balance: what their generators and inner motions do to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import MotionCone
from frictioncone_ros.analysis.motions.spatial.prepared.candidate_table import CandidateTable
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import Mask
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array

CERTIFICATE_SLACK = 1e-9
"""Cosine with a certificate's twist up to which a generator counts as doing no work on it [-]."""


@dataclass(frozen=True, eq=False)
class CandidateMaps:
    """
    The images of a table's generators and inner motions.

    motions: generators of all candidates. columns: (r, n) all generators, motions and then
    polygons around the forces, as unit columns. inner: (m, w) motions strictly inside each
    candidate, small against the balance; images: (m, r) theirs in it; directions: (m, r) the
    same as unit vectors, zero where the image is.
    """

    motions: MotionCone
    columns: Array
    inner: Array
    images: Array
    directions: Array

    @classmethod
    def of(cls, table: CandidateTable, problem: SpatialProblem) -> CandidateMaps:
        """Return the maps of a table, kept with it unless a wrench gives the motions a size."""
        kept: CandidateMaps | None = table.memory.maps
        if kept is not None and not problem.near_limit:
            return kept
        maps = cls._new(table, problem)
        if not (problem.ground.sized_by_wrench or problem.near_limit):
            table.memory.maps = maps
        return maps

    @classmethod
    def _new(cls, table: CandidateTable, problem: SpatialProblem) -> CandidateMaps:
        motions = MotionCone.of(table.vectors, problem.motion_map)
        images = table.inner.dot(problem.motion_map.T)
        sizes = np.sqrt(np.einsum('ij,ij->i', images, images))
        sizes[sizes == 0.0] = 1.0
        directions = images / sizes[:, None]
        if problem.dynamic:
            shift = (problem.strict_shift / sizes)[:, None]
        else:
            # Without inertia a motion costs nothing, but its scale is fixed where surfaces move.
            shift = np.full((len(sizes), 1), problem.strict_shift if problem.rows.moves else 1.0)
        columns = np.hstack((motions.columns, table.forces.outer))
        return cls(motions, columns, table.inner * shift, images * shift, directions)

    def sparing(self, table: CandidateTable, residuals: Array) -> Mask:
        """Return (c, m) or (m,): on which unit residuals (c, r) no generator of whom works."""
        working = residuals.dot(self.columns) > CERTIFICATE_SLACK
        return np.asarray(working.astype(np.float32).dot(table.own_weights) == 0.0)
