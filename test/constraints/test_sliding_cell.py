# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cells of sliding directions: as few rows as bound them, and the same directions inside."""

import numpy as np
import pytest

from frictioncone_ros.constraints import cell_directions, opposing_corners, sliding_cell
from frictioncone_ros.constraints.thin_friction import refuse_thin_friction
from frictioncone_ros.contact import (
    ContactPoint,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
)
from frictioncone_ros.exceptions import InvalidInputError

FRICTIONS = [
    FrictionPyramid(0.5),
    FrictionPyramid(0.5, 0.01),
    FrictionPyramid(0.5, 0.0),
    FrictionPolygon(0.3, 3),
    FrictionPolygon(0.3, 8),
    EllipticCone(0.5, 0.02, 12),
]


@pytest.mark.parametrize('friction', FRICTIONS, ids=str)
def test_the_rows_of_a_cell_hold_its_directions_and_no_others(friction):
    edges = friction.force_edges(6)
    angles = [*np.linspace(0.0, 2.0 * np.pi, 97)[:-1] + 0.01, *cell_directions(edges)]
    for inside in cell_directions(edges):
        cell, opposing = sliding_cell(edges, inside), opposing_corners(edges, inside)
        assert len(cell.inequalities) <= (1 if len(opposing) > 1 else 2)
        for angle in angles:
            along = np.array((np.cos(angle), np.sin(angle)))
            zero = 1e-9 * np.abs(edges[:, 1:]).max()
            flat = np.abs(cell.equalities @ along) <= zero
            held = flat.all() and bool((cell.inequalities @ along > zero).all())
            assert held == (opposing_corners(edges, angle) == opposing)


@pytest.mark.parametrize('size', [1e-4, 1.0, 1e4])
@pytest.mark.parametrize(('ratio', 'is_thin'), [(1.0, False), (1e-6, False), (1e-9, True)])
def test_a_friction_set_is_thin_beside_its_own_length(size, ratio, is_thin):
    contact = ContactPoint((0, 0, 0), (0, 0, 1), FrictionPyramid(size, ratio * size))
    if not is_thin:
        refuse_thin_friction(contact)
        return
    with pytest.raises(InvalidInputError, match='thinner sets cannot tell'):
        refuse_thin_friction(contact)
