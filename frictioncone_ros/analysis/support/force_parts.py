# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact forces as a normal force and parts of friction, each the image of a ball of its size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.feasibility import ContactWrenchProblem
from frictioncone_ros.spatial.arrays import Array

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ForceParts:
    """
    What k contacts can apply in q directions: normal forces N_i and parts of friction.

    Part b of contact `owners[b]` applies `friction[b].T @ y` with |y| <= N of its owner. The
    section of every friction model is the sum of such parts (`FrictionModel.section_parts`).
    normals: (k, q) of unit normal forces. friction: (b, m, q), rows of zeros where a part has
    fewer than m axes. owners: (b,). shares: (b,) one over the square of the section's largest half
    axis: what makes all axes of a contact equally stiff to slip as its stiffest one.
    """

    normals: Array
    friction: Array
    owners: Indices
    shares: Array

    @property
    def flat(self) -> Array:
        """The friction parts as one matrix (b m, q)."""
        return self.friction.reshape(-1, self.friction.shape[2])

    def mapped(self, matrix: Array) -> ForceParts:
        """Return the parts in other directions, matrix (r, q)."""
        return ForceParts(
            self.normals @ matrix.T, self.friction @ matrix.T, self.owners, self.shares
        )

    def wrench(self, normal_forces: Array, balls: Array) -> Array:
        """Return the sum (q,) of normal forces (k,) and of friction parts (b, m)."""
        total: Array = normal_forces @ self.normals + balls.reshape(-1) @ self.flat
        return total


def force_parts(problem: ContactWrenchProblem) -> ForceParts:
    """Return the parts in the scaled wrench directions of a prepared problem."""
    matrix, dimension = problem.force_matrix, problem.dimension
    parts: list[Array] = []
    owners: list[int] = []
    shares: list[float] = []
    for index, contact in enumerate(problem.state.contacts):
        columns = problem.slices[index]
        sections = contact.friction.section_parts(dimension)
        reach = max((float(np.abs(section).max()) for section in sections), default=1.0)
        for section in sections:
            parts.append((matrix[:, columns.start + 1 : columns.stop] @ section).T)
            owners.append(index)
            shares.append(1.0 / reach**2)
    axes = max((part.shape[0] for part in parts), default=1)
    friction = np.zeros((len(parts), axes, matrix.shape[0]))
    for place, part in zip(friction, parts, strict=True):
        place[: part.shape[0]] = part
    starts = [columns.start for columns in problem.slices]
    return ForceParts(
        matrix[:, starts].T, friction, np.array(owners, dtype=np.intp), np.array(shares)
    )


def contact_components(problem: ContactWrenchProblem, normal_forces: Array, balls: Array) -> Array:
    """Return contact forces (c,) contact-major from normal forces (k,) and parts (b, m)."""
    forces = np.zeros(problem.force_matrix.shape[1])
    place = 0
    for index, contact in enumerate(problem.state.contacts):
        columns = problem.slices[index]
        forces[columns.start] = normal_forces[index]
        for section in contact.friction.section_parts(problem.dimension):
            forces[columns.start + 1 : columns.stop] += section @ balls[place, : section.shape[1]]
            place += 1
    return forces
