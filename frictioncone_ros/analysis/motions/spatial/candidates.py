# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Candidate modes under one wrench, with one certificate refuting many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    balance_of,
    ForceCone,
    MotionCone,
    nearest,
)
from frictioncone_ros.analysis.motions.spatial.motion_part import MotionPart, ON_FACET
from frictioncone_ros.analysis.motions.spatial.prepared.candidate_maps import (
    CandidateMaps,
    CERTIFICATE_SLACK,
)
from frictioncone_ros.analysis.motions.spatial.prepared.candidate_table import CandidateTable
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import Mask
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array

CERTIFICATE_REACH = 1e-7
"""Cosine with its target from which a certificate is trusted for other candidates too [-]."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """
    Candidate modes ready to be tried under one wrench: contact-separate modes, or cells of one.

    targets: (m, r) the desired balance, moved so far into each candidate that only strictly
    inner motions reach it; lengths: (m,) their sizes; reach: (m,) product of a target with a
    unit residual from which that refutes. afresh: nothing that earlier wrenches left is used, so
    that reasons are those of this one.
    """

    problem: SpatialProblem
    table: CandidateTable
    maps: CandidateMaps
    targets: Array
    lengths: Array
    reach: Array
    afresh: bool = False

    @classmethod
    def of(
        cls, table: CandidateTable, problem: SpatialProblem, afresh: bool = False
    ) -> Candidates:
        """Return the candidates of a table under a problem's wrench."""
        maps = CandidateMaps.of(table, problem)
        targets = problem.target - maps.images
        lengths = np.sqrt(np.einsum('ij,ij->i', targets, targets))
        return cls(problem, table, maps, targets, lengths, CERTIFICATE_REACH * lengths, afresh)

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.targets)

    def by_promise(self) -> list[int]:
        """Return all candidates, first whose motions go along best with the desired balance."""
        directions = self.maps.directions
        along: Array = -directions.dot(self.problem.target)
        along[~directions.any(axis=1)] = -np.inf
        return along.argsort(kind='stable').tolist()

    def motion_cone(self, cell: int) -> MotionCone:
        """Return the motions of one candidate, closed."""
        chosen, motions = self.table.member[cell], self.maps.motions
        return MotionCone(
            motions.vectors[chosen], motions.columns[:, chosen], motions.sizes[chosen]
        )

    def motion_part(self, cell: int, slack: float = ON_FACET) -> MotionPart:
        """Return the motions of one candidate as a part to be cut."""
        rows, table = self.problem.rows, self.table
        facets = np.vstack((rows.separation, rows.sliding, rows.hyperplanes[-1:]))
        vectors, own, lines = table.vectors, table.member[cell], table.line_count
        split = len(vectors) - 2 * lines
        rays = vectors[:split][own[:split]]
        return MotionPart.of(rays, vectors[split : split + lines], facets, slack)

    def tried(self, cell: int) -> Balance:
        """
        Try one candidate: its inner motion is part of the answer's coordinates.

        Most fail even with the polygons around circular cones, in a single step.
        """
        if cell in self.table.memory.whole_parts and not self.afresh:
            # It passed under another wrench, and is looked at more closely in any case.
            return Balance(True, self.maps.inner[cell], {}, np.zeros(0))
        if cell in self.table.memory.passed and not self.afresh:
            return self._tried_exactly(cell)
        target, length = self.targets[cell], float(self.lengths[cell])
        columns = self.maps.columns.compress(self.table.own_columns[cell], axis=1)
        weights, residual, distance = nearest(columns, target)
        if distance > self.problem.balance_residual * length:
            return Balance(False, self.maps.inner[cell], {}, residual)
        self.table.memory.passed.add(cell)
        if any(cone.option.arc is not None for cone in self.table.force_cones(cell)):
            return self._tried_exactly(cell)
        motions, forces = self.motion_cone(cell), self.table.force_cones(cell)
        return self._moved(cell, balance_of(motions, forces, weights, residual))

    def _tried_exactly(self, cell: int) -> Balance:
        """Try one candidate with round cones themselves."""
        motions, forces = self.motion_cone(cell), self.table.force_cones(cell)
        found = balance(motions, forces, self.targets[cell], self.problem.balance_residual)
        if not found.holds:
            self.shelve(cell, found.residual, motions, forces)
        return self._moved(cell, found)

    def _moved(self, cell: int, found: Balance) -> Balance:
        """Return an answer with the motion by which the target was moved."""
        coordinates = found.coordinates + self.maps.inner[cell]
        return Balance(found.holds, coordinates, found.forces, found.residual)

    def shelved(self) -> Mask:
        """Return which candidates (m,) certificates of earlier wrenches refute under this one."""
        table = self.table
        if self.afresh or not table.memory.shelf.entries:
            return np.zeros(len(self), dtype=bool)
        residuals, spared = table.memory.shelf.stacked()
        if self.problem.ground.sized_by_wrench:
            spared = self.maps.sparing(table, residuals)
        wanting = residuals.dot(self.targets.T) > self.reach
        return np.asarray((spared & wanting).any(axis=0))

    def refuted(self, residual: Array) -> Mask:
        """
        Return which candidates (m,) a unit residual (r,) refutes; it is kept if it does any.

        All generators of the candidate do no positive work on the residual; its target does.
        """
        spared = self.maps.sparing(self.table, residual)
        refuting: Mask = spared & (self.targets.dot(residual) > self.reach)
        if refuting.any():
            self.table.memory.shelf.add(residual, spared)
        return refuting

    def shelve(
        self, cell: int, residual: Array, motions: MotionCone, forces: Sequence[ForceCone]
    ) -> None:
        """
        Keep what refuted one candidate with round cones themselves, not with polygons.

        It counts for this one candidate, and only if it is a certificate beyond doubt. motions,
        forces: the cones it was found with.
        """
        unit = residual / sqrt(residual.dot(residual))
        if (
            unit.dot(self.targets[cell]) > self.reach[cell]
            and not (unit.dot(motions.columns) > CERTIFICATE_SLACK).any()
            and all(cone.spared(unit, CERTIFICATE_SLACK) for cone in forces)
            and not self.problem.ground.sized_by_wrench
        ):
            spared = self.maps.sparing(self.table, unit)
            spared[cell] = True
            self.table.memory.shelf.add(unit, spared)

    def _wanting(self, residuals: Array) -> Mask:
        wanting: Mask = residuals.dot(self.targets.T) > CERTIFICATE_REACH * self.lengths
        return wanting
