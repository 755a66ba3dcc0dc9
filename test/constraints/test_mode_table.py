# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The mode table: its rows as printed, and what they become at a contact."""

from math import pi, radians

import numpy as np
import pytest

from frictioncone_ros.constraints import (
    cell_directions,
    contact_conditions,
    opposing_corners,
    PLANAR_MODE_TABLE,
    sliding_cell,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    Interaction,
    InteractionKind,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

MU = 0.5
FLOOR = ContactPoint((0, 0), (0, 1), CircularCone(MU), name='floor')
PRINTED = {  # Table 2: a_n, a_t, and the contact force
    'a': ('< 0', '-', '0'),
    's': ('>= 0', '-', '0'),
    'l': ('= 0', '> 0 along t', 'opposing sliding'),
    'r': ('= 0', '< 0 along t', 'opposing sliding'),
    'f': ('= 0', '= 0', 'in the friction set'),
    '*': ('= 0', '-', 'in the friction set'),
}


def test_planar_rows_are_those_of_table_2_and_the_unspecified_one():
    rows = {
        kind.value: (
            row.normal_acceleration.value,
            row.tangential_acceleration.value,
            row.force.value,
        )
        for kind, row in PLANAR_MODE_TABLE.items()
    }
    assert rows == PRINTED


@pytest.mark.parametrize(
    ('letter', 'equal', 'signed', 'strict', 'edges'),
    [
        ('a', [], [(-1, 0)], (True,), []),
        ('s', [], [(1, 0)], (False,), []),
        ('l', [(1, 0)], [(0, 1)], (True,), [(1, -MU)]),
        ('r', [(1, 0)], [(0, -1)], (True,), [(1, MU)]),
        ('f', [(1, 0), (0, 1)], [], (), [(1, MU), (1, -MU)]),
        ('*', [(1, 0)], [], (), [(1, MU), (1, -MU)]),
    ],
)
def test_planar_conditions(letter, equal, signed, strict, edges):
    conditions = contact_conditions(FLOOR, Interaction(InteractionKind(letter)))
    assert np.array_equal(conditions.equalities, np.reshape(equal, (-1, 2)))
    assert np.array_equal(conditions.inequalities, np.reshape(signed, (-1, 2)))
    assert conditions.strict == strict
    assert np.array_equal(conditions.force_edges, np.reshape(edges, (-1, 2)))


def test_separation_is_strict_on_request():
    separating = Interaction(InteractionKind.SEPARATING)
    assert contact_conditions(FLOOR, separating, opens_strictly=True).strict == (True,)


def test_a_pyramid_slides_in_quadrants_and_along_axes():
    edges = FrictionPyramid(0.5, 0.25).force_edges(6)
    quadrant = sliding_cell(edges, radians(30))
    assert np.array_equal(quadrant.force_edges, [(1, -0.5, -0.25)])
    assert (quadrant.inequalities @ (1, 2) >= 0).all()
    assert (quadrant.inequalities @ (1, -2) < 0).any()
    axis = sliding_cell(edges, pi / 2)
    assert axis.equalities @ (0, 1) == 0
    assert len(axis.force_edges) == 2
    assert (axis.inequalities @ (0, 1) > 0).all()


@pytest.mark.parametrize(
    ('friction', 'cells'),
    [
        (Frictionless(), 1),
        (FrictionPyramid(0.5, 0.0), 3),
        (FrictionPyramid(0.5), 8),
        (FrictionPolygon(0.3, 3), 6),
        (FrictionPolygon(0.3, 8), 16),
    ],
)
def test_every_direction_is_in_one_of_the_cells(friction, cells):
    edges = friction.force_edges(6)
    corners = [opposing_corners(edges, angle) for angle in cell_directions(edges)]
    assert len(corners) == len(set(corners)) == cells
    for angle in np.linspace(-3.0, 3.0, 41):
        assert opposing_corners(edges, angle) in corners


def test_friction_that_has_no_symmetry_has_a_ray_across_every_side_and_a_sector_between():
    edges = np.array([(1.0, 0.5, 0.0), (1.0, -0.3, 0.2), (1.0, -0.1, -0.4)])
    angles = cell_directions(edges)
    found = [opposing_corners(edges, angle) for angle in angles]
    # In turn, and round once: two corners oppose along a ray, one of them in the sector after it.
    assert [len(corners) for corners in found] == [2, 1, 2, 1, 2, 1]
    assert len(set(found)) == 6
    assert list(angles) == sorted(angles) and angles[-1] - angles[0] < 2.0 * pi


def test_opposing_force_dissipates_most():
    edges = FrictionPolygon(0.7, 5).force_edges(6)
    for angle in cell_directions(edges):
        slip = np.array((np.cos(angle), np.sin(angle)))
        cell = sliding_cell(edges, angle)
        assert np.allclose(cell.force_edges[:, 1:] @ slip, (edges[:, 1:] @ slip).min())
        assert (cell.inequalities @ slip > 0).all()
        assert np.allclose(cell.equalities @ slip, 0)


SPATIAL = ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(MU), name='sphere')


@pytest.mark.parametrize(
    ('contact', 'text', 'wrong'),
    [
        (FLOOR, 'd', 'floor'),
        (SPATIAL, 'l', 'sphere'),
        (SPATIAL, 'f', 'pyramid or polygon'),
        (SPATIAL.with_friction(FrictionPyramid(MU)), 'd', 'union of cones'),
        (SPATIAL.with_friction(SoftFinger(MU, 0.1, 8)), 'f', 'hard finger'),
    ],
)
def test_what_has_no_row_is_refused_by_name(contact, text, wrong):
    with pytest.raises(InvalidInputError, match=wrong):
        contact_conditions(contact, Interaction(InteractionKind(text)))
