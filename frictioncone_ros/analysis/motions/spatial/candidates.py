# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Candidate modes of one contact-separate mode, with one certificate refuting many at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.arrangement import rays_of_cells
from frictioncone_ros.analysis.modes.faces import AdmissibleMotions, DividedFace
from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    BALANCE_RESIDUAL,
    ForceCone,
    ForceOptions,
    MotionCone,
    non_negative,
)
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array

CERTIFICATE_SLACK = 1e-9
"""Cosine with a certificate's twist up to which a generator counts as doing no work on it [-]."""
CERTIFICATE_REACH = 1e-7
"""Cosine with its target from which a certificate is trusted for other candidates too [-]."""
STRICT_SHIFT = 1e-6
"""How far inside its mode a motion must lie to be strict, relative to wrench over inertia [-]."""

Mask = NDArray[np.bool_]

NO_FORCE = 10**9
"""Code of a separating contact among the codes of signs."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """
    Candidate modes ready to be tried: contact-separate modes, or the cells of one.

    separating: (m,) integers, bit i set where touching contact i separates. motions: generators
    of all candidates, both directions of each line last. member: (m, generators) which belong to
    which. signs: (m, sliding rows). choice: (m, touching) index into the options of forces.
    targets: (m, r) the desired balance, moved so far into the candidate that only strictly inner
    motions reach it. inner: (m, w) the motion by which it was moved; desired: (r,)
    the balance before that. line_count: how many lines there are.
    """

    separating: tuple[int, ...]
    motions: MotionCone
    member: Mask
    signs: NDArray[np.int8]
    choice: NDArray[np.intp]
    forces: ForceOptions
    targets: Array
    inner: Array
    desired: Array
    line_count: int = 0

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.member)

    def keeps(self, cell: int, place: int) -> bool:
        """Whether a candidate keeps a touching contact."""
        return not self.separating[cell] >> place & 1

    def force_cones(self, cell: int) -> list[ForceCone]:
        """Return the forces that go with one candidate."""
        chosen = self.choice[cell].tolist()
        return [self.forces.cones[c] for place, c in enumerate(chosen) if self.keeps(cell, place)]

    def motion_cone(self, cell: int) -> MotionCone:
        """Return the motions of one candidate, closed."""
        chosen = self.member[cell]
        motions = self.motions
        return MotionCone(
            motions.vectors[chosen], motions.columns[:, chosen], motions.sizes[chosen]
        )

    @cached_property
    def columns(self) -> Array:
        """All generators, motions and then polygons around the forces, as unit columns."""
        return np.hstack((self.motions.columns, self.forces.outer))

    @cached_property
    def own_columns(self) -> Mask:
        """Which of the columns belong to which candidate, (m, generators)."""
        return np.hstack((self.member, _chosen(self.choice, self.forces.outer_owner)))

    def tried(self, cell: int) -> Balance:
        """
        Try one candidate: its inner motion is part of the answer's coordinates.

        Most fail even with the polygons around circular cones, in a single step.
        """
        target = self.targets[cell]
        columns = self.columns[:, self.own_columns[cell]]
        weights, distance = non_negative(columns, target)
        if distance > BALANCE_RESIDUAL * float(np.sqrt(target @ target)):
            return Balance(False, self.inner[cell], {}, target - columns @ weights)
        found = balance(self.motion_cone(cell), self.force_cones(cell), self.targets[cell])
        return Balance(
            found.holds, found.coordinates + self.inner[cell], found.forces, found.residual
        )

    def refuted(self, residuals: Array) -> NDArray[np.intp]:
        """
        Return for each candidate which of some certificates (c, r) refutes it, -1 where none.

        All generators of the candidate do no positive work on the residual; its target does.
        """
        sizes = np.sqrt(np.einsum('ij,ij->i', residuals, residuals))[:, None]
        working = (residuals @ self.columns > CERTIFICATE_SLACK * sizes).astype(np.float32)
        wanting = residuals @ self._directions.T > CERTIFICATE_REACH * sizes
        refuting = wanting & (working @ self._own_weights == 0.0)
        return np.where(refuting.any(axis=0), refuting.argmax(axis=0), -1)

    @cached_property
    def promise(self) -> Array:
        """How well the motions of each candidate go along with the desired balance, (m,)."""
        images = self.desired - self.targets
        lengths = np.sqrt(np.einsum('ij,ij->i', images, images))
        still = lengths == 0.0
        lengths[still] = 1.0
        return np.where(still, np.inf, images @ self.desired / lengths)

    @cached_property
    def _directions(self) -> Array:
        lengths = np.sqrt(np.einsum('ij,ij->i', self.targets, self.targets))
        lengths[lengths == 0.0] = 1.0
        return self.targets / lengths[:, None]

    @cached_property
    def _own_weights(self) -> NDArray[np.float32]:
        return np.asarray(self.own_columns.T, dtype=np.float32)


def _chosen(choice: NDArray[np.intp], owner: NDArray[np.intp]) -> Mask:
    """Return (m, columns): whether a column's owner is among a candidate's choices."""
    if not choice.shape[1]:
        return np.zeros((len(choice), len(owner)), dtype=bool)
    taken = np.zeros((len(choice), int(owner.max()) + 1), dtype=bool)
    np.put_along_axis(taken, choice, True, axis=1)
    return np.asarray(taken[:, owner])


def face_candidates(problem: SpatialProblem, admissible: AdmissibleMotions) -> Candidates:
    """Return the contact-separate modes as candidates, with all forces their contacts have."""
    cone, faces = admissible.cone, admissible.faces
    contacts = (1 << len(problem.touching)) - 1
    sides = [side & contacts for side in admissible.ray_sides]
    member = np.array([[not side & ~face for side in sides] for face in faces], dtype=bool)
    signs = np.zeros((len(faces), len(problem.rows.sliding)), dtype=np.int8)
    whole = (cone.ray_vectors, cone.line_vectors)
    return _candidates(problem, faces, whole, member.reshape(len(faces), len(sides)), signs)


def cell_candidates(problem: SpatialProblem, divided: DividedFace) -> Candidates:
    """Return the slide-stick cells of a contact-separate mode as candidates."""
    cone = divided.cone
    member = rays_of_cells(cone, divided.cells)
    whole = (cone.ray_vectors, cone.line_vectors)
    separating = (divided.face,) * len(member)
    return _candidates(problem, separating, whole, member, divided.signs)


def _candidates(
    problem: SpatialProblem,
    separating: tuple[int, ...],
    generators: tuple[Array, Array],
    member: Mask,
    signs: NDArray[np.int8],
) -> Candidates:
    rays, lines = generators
    motions = MotionCone.of(np.vstack((rays, lines, -lines)), problem.motion_map)
    everywhere = np.ones((len(member), 2 * len(lines)), dtype=bool)
    choices, forces = _force_choices(problem, separating, signs)
    inner = _inner_motions(problem, member, rays)
    targets = problem.target - inner @ problem.motion_map.T
    member = np.hstack((member, everywhere))
    return Candidates(
        separating,
        motions,
        member,
        signs,
        choices,
        forces,
        targets,
        inner,
        problem.target,
        len(lines),
    )


def _inner_motions(problem: SpatialProblem, member: Mask, rays: Array) -> Array:
    """Return for each cell a motion strictly inside it, small against the balance."""
    inner = member.astype(np.float64) @ rays
    sizes = np.linalg.norm(inner @ problem.motion_map.T, axis=1)
    if problem.dynamic:
        sizes[sizes == 0.0] = 1.0
        return np.asarray(inner * (STRICT_SHIFT / sizes)[:, None])
    # Without inertia a motion costs nothing, but its scale is fixed where surfaces move.
    return np.asarray(inner * (STRICT_SHIFT if problem.rows.moves else 1.0))


def _force_choices(
    problem: SpatialProblem, separating: tuple[int, ...], signs: NDArray[np.int8]
) -> tuple[NDArray[np.intp], ForceOptions]:
    """Return the distinct force options of each contact, and which one each candidate takes."""
    choice = np.zeros((len(signs), len(problem.touching)), dtype=np.intp)
    faces = np.array(separating, dtype=np.int64)
    cones: list[ForceCone] = []
    for place, contact in enumerate(problem.touching):
        own = signs[:, contact.first_row : contact.first_row + len(contact.free)]
        codes = own.astype(np.intp) @ 3 ** np.arange(own.shape[1])
        codes[faces >> place & 1 == 1] = NO_FORCE
        distinct, first, option = np.unique(codes, return_index=True, return_inverse=True)
        choice[:, place] = option + len(cones)
        for code, row in zip(distinct.tolist(), first.tolist(), strict=True):
            key = None if code == NO_FORCE else tuple(own[row].tolist())
            cones.append(problem.force_cone(place, key))
    return choice, ForceOptions.of(cones, len(problem.target))
