# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a contact state to a prepared problem."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.feasibility.force_layout import force_layout
from frictioncone_ros.analysis.feasibility.problem import CompositeFaces, ContactWrenchProblem
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactState, require_state, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import PLANAR

FACE_CLEARANCE = 1e-9
"""Product of a unit face row with the unit depth wrench below which the face is not relied on."""


def contact_wrench_problem(state: ContactState) -> ContactWrenchProblem:
    """Prepare questions about what the contacts of `state` can carry.

    Cheap enough for a contact set that is used once; `with_faces` adds what pays off when the
    same contacts are asked about often.
    """
    require_state(state)
    layout = force_layout(tuple([contact.friction for contact in state.contacts]), state.dimension)
    scaling = np.ones(state.dimension)
    scaling[2 if state.dimension == PLANAR else 3 :] = 1.0 / state.characteristic_length
    matrix = scaling[:, None] * wrench_matrix(state)
    edges = matrix @ layout.edge_forces
    lengths = np.sqrt(np.einsum('ij,ij->j', edges, edges))
    return ContactWrenchProblem(
        state,
        layout.slices,
        matrix,
        layout.edge_forces / lengths,
        edges / lengths,
        layout.round_sets(matrix),
        scaling,
        layout.depth_forces,
        matrix @ layout.depth_forces,
    )


def with_faces(problem: ContactWrenchProblem) -> ContactWrenchProblem:
    """Return the problem with the faces of its composite cone, which make each answer cheap.

    For friction models with a finite number of edges; the conversion takes about a millisecond
    for four contacts of eight edges in space. A cone without faces comes back as it was.
    """
    if problem.round_sets is not None:
        raise InvalidInputError(
            'friction',
            'a round set',
            'models with finitely many edges',
            'faces of the composite cone',
        )
    rows = PolyhedralCone.from_generators(problem.edge_wrenches).faces
    heights = rows @ problem.depth_wrench
    clearance = FACE_CLEARANCE * float(np.linalg.norm(problem.depth_wrench))
    if problem.ceiling is None or not rows.size or heights.max() > -clearance:
        return problem  # no face to rely on: a subspace, or a cone that noise makes nearly one
    return replace(problem, faces=CompositeFaces(rows, rows / heights[:, None]))
