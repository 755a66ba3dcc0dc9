# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a contact state to a prepared problem."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.feasibility.friction_edges import (
    depth_shift,
    first_edges,
    round_sets,
)
from frictioncone_ros.analysis.feasibility.problem import CompositeFaces, ContactWrenchProblem
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import component_slices, ContactState, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, PLANAR
from frictioncone_ros.tolerances import FACE_CLEARANCE


def contact_wrench_problem(state: ContactState) -> ContactWrenchProblem:
    """Prepare questions about what the contacts of `state` can carry.

    Cheap enough for a contact set that is used once; `with_faces` adds what pays off when the
    same contacts are asked about often.
    """
    slices = component_slices(state)
    scaling = np.ones(state.dimension)
    scaling[2 if state.dimension == PLANAR else 3:] = 1.0 / state.characteristic_length
    matrix = scaling[:, None] * wrench_matrix(state)
    forces = _edge_forces(state, slices)
    depth = np.zeros(matrix.shape[1])
    for contact, columns in zip(state.contacts, slices, strict=True):
        depth[columns.start] = depth_shift(contact.friction, state.dimension)
    edges = matrix @ forces
    lengths = np.sqrt(np.einsum('ij,ij->j', edges, edges))
    forces, edges = forces / lengths, edges / lengths
    return ContactWrenchProblem(
        state, slices, matrix, forces, edges, round_sets(state, matrix, slices), scaling,
        depth, matrix @ depth,
    )


def with_faces(problem: ContactWrenchProblem) -> ContactWrenchProblem:
    """Return the problem with the faces of its composite cone, which make each answer cheap.

    For friction models with a finite number of edges; the conversion takes about a millisecond
    for four contacts of eight edges in space. A cone without faces comes back as it was.
    """
    if problem.round_sets is not None:
        raise InvalidInputError('friction', 'a round set', 'models with finitely many edges',
                                'faces of the composite cone')
    rows = PolyhedralCone.from_generators(problem.edge_wrenches).faces
    heights = rows @ problem.depth_wrench
    clearance = FACE_CLEARANCE * float(np.linalg.norm(problem.depth_wrench))
    if problem.ceiling is None or not rows.size or heights.max() > -clearance:
        return problem  # no face to rely on: a subspace, or a cone that noise makes nearly one
    return replace(problem, faces=CompositeFaces(rows, rows / heights[:, None]))


def _edge_forces(state: ContactState, slices: tuple[slice, ...]) -> Array:
    """Return the (c, n) block matrix of all contacts' first edges."""
    blocks = [first_edges(contact.friction, state.dimension) for contact in state.contacts]
    forces = np.zeros((slices[-1].stop if slices else 0, sum(len(block) for block in blocks)))
    start = 0
    for block, rows in zip(blocks, slices, strict=True):
        forces[rows, start: start + len(block)] = block.T
        start += len(block)
    return forces
