# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Composite wrench cones of contact states."""

import numpy as np
import pytest

from frictioncone_ros.cones import (
    composite_edge_wrenches,
    composite_wrench_bounds,
    composite_wrench_cone,
    contact_wrench_cone,
    PolyhedralCone,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

UP = (0.0, 0.0, 1.0)


def test_no_contact_carries_nothing():
    assert composite_wrench_cone(ContactState(dimension=6)).is_zero
    assert composite_wrench_cone(ContactState(dimension=3)).is_zero


def test_composite_cone_is_the_sum_of_the_contact_cones():
    friction = FrictionPyramid(0.5)
    state = ContactState(
        [ContactPoint((0.1, 0.0, 0.0), UP, friction), ContactPoint((0.0, 0.2, 0.0), UP, friction)]
    )
    total = contact_wrench_cone(state, 0).sum(contact_wrench_cone(state, 1))
    assert composite_wrench_cone(state).equals(total)
    assert composite_wrench_cone(state).dim == 5  # no moment about the line of the contacts


def test_coincident_contacts_add_nothing():
    contact = ContactPoint((0.1, 0.0), (0.0, 1.0), CircularCone(0.3), name='one')
    twin = ContactPoint((0.1, 0.0), (0.0, 1.0), CircularCone(0.3), name='two')
    alone, together = ContactState([contact]), ContactState([contact, twin])
    assert composite_wrench_cone(together).equals(composite_wrench_cone(alone))


def test_antipodal_frictional_contacts_fill_the_plane_of_wrenches():
    state = ContactState(
        [
            ContactPoint((-1.0, 0.0), (1.0, 0.0), CircularCone(0.5)),
            ContactPoint((1.0, 0.0), (-1.0, 0.0), CircularCone(0.5)),
        ]
    )
    assert composite_wrench_cone(state).is_whole_space


@pytest.mark.parametrize('friction', [CircularCone(0.5), SoftFinger(0.5, 0.02)])
def test_bounds_enclose_the_round_cone(friction):
    state = ContactState([ContactPoint((0.1, 0.0, 0.0), UP, friction)])
    bounds = composite_wrench_bounds(state, 12)
    assert bounds.outer.contains_cone(bounds.inner)
    between = np.array((0.5 * np.cos(np.pi / 12), 0.5 * np.sin(np.pi / 12), 1.0))
    wrench = np.concatenate((between, np.cross((0.1, 0.0, 0.0), between)))
    assert bounds.outer.contains(wrench) and not bounds.inner.contains(wrench)


def test_polyhedral_models_have_equal_bounds():
    state = ContactState([ContactPoint((0.1, 0.0, 0.0), UP, FrictionPyramid(0.5))])
    bounds = composite_wrench_bounds(state)
    assert bounds.inner.equals(bounds.outer)


def test_edges_are_contact_major_with_unit_normal_force():
    state = ContactState([ContactPoint((1.0, 0.0), (0.0, 1.0), CircularCone(0.5))])
    assert np.allclose(composite_edge_wrenches(state), [[-0.5, 0.5], [1.0, 1.0], [1.0, 1.0]])


def test_round_cone_has_no_finite_edges_and_the_contact_is_named():
    state = ContactState([ContactPoint((1.0, 0.0, 0.0), UP, CircularCone(0.5), name='left')])
    with pytest.raises(InvalidInputError, match=r"'left'.*finite number of edges"):
        composite_wrench_cone(state)


def test_zero_friction_leaves_the_normal_ray():
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), UP, CircularCone(0.0))])
    cone = composite_wrench_cone(state)
    assert cone.equals(PolyhedralCone.from_generators([[0], [0], [1], [0], [0], [0]]))
