# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Projections of contacts that lie close together, seen from far away, beside rational numbers."""

from fractions import Fraction

import numpy as np
import pytest

from frictioncone_ros.analysis.projections import constraint_force_projector, HybridDynamics
from frictioncone_ros.constraints import contact_constraint
from frictioncone_ros.contact import ContactMode, ContactState, UNSPECIFIED, wrench_matrix
from frictioncone_ros.spatial import Inertia, shift_wrench

PLACES = np.array((0.5, 0.25, 0.0)) + 2.0**-10 * np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
APPLIED = np.array((0.5, -0.25, 1.0, 0.125, 0.5, -0.75))


def solved(matrix, right):
    """Solve a square system of fractions by Gauss and Jordan."""
    rows = [[*left, *values] for left, values in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        best = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        rows[place] = [entry / rows[place][place] for entry in rows[place]]
        for other, row in enumerate(rows):
            if other != place:
                factor = row[place]
                rows[other] = [a - factor * b for a, b in zip(row, rows[place], strict=True)]
    return [row[len(rows) :] for row in rows]


def exact_contact_force(state, wrench):
    """Return N (N^T A^-1 N)^-1 N^T A^-1 w in fractions, N the wrenches of the normals."""
    normals = np.vectorize(Fraction, otypes=[object])(wrench_matrix(state)[:, ::3])
    metric = np.vectorize(Fraction, otypes=[object])(state.inertia.matrix)
    given = np.vectorize(Fraction, otypes=[object])(wrench)[:, None]
    moved = np.array(solved(metric.tolist(), np.hstack((normals, given)).tolist()))
    products = normals.T.dot(moved)
    loads = np.array(solved(products[:, :-1].tolist(), products[:, -1:].tolist()))
    return normals.dot(loads)[:, 0].astype(float)


@pytest.mark.parametrize('distance', [0.0, 1.0, 900.0])
def test_close_contacts_are_told_apart_from_anywhere(distance):
    """At 0.9 m from contacts a millimetre apart projectors were refused or 1e-5 off."""
    body = Inertia.spatial_body(1.0, np.diag((0.25, 0.375, 0.5)))
    near = ContactState.from_points(PLACES, (0.0, 0.0, 1.0), 0.5, mass=1.0)
    near = ContactState(near.contacts, body)
    expected = exact_contact_force(near, APPLIED)
    offset = distance * np.array((1.0, -0.5, 0.25))
    far, moved = near.with_reference_point(offset), shift_wrench(APPLIED, offset)
    constraint = contact_constraint(far, ContactMode((UNSPECIFIED,) * 3))
    projector = constraint_force_projector(constraint.constraint_force_basis, far.inertia.matrix)
    response = HybridDynamics(constraint, far.inertia).response(moved)
    for found in (projector @ moved, response.contact_force):
        error = np.abs(shift_wrench(found, -offset) - expected).max()
        assert error <= 1e-8 * np.abs(expected).max()
