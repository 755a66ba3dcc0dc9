# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whether two contact states say the same, number for number."""

import numpy as np


def assert_same_state(first, second):
    assert first.dimension == second.dimension
    assert first.names == second.names
    for name in ('twist', 'reference_point'):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    assert (first.inertia is None) == (second.inertia is None)
    if first.inertia is not None:
        np.testing.assert_array_equal(first.inertia.matrix, second.inertia.matrix)
    assert (first.acceleration is None) == (second.acceleration is None)
    if first.acceleration is not None:
        np.testing.assert_array_equal(first.acceleration, second.acceleration)
    for one, other in zip(first.contacts, second.contacts, strict=True):
        assert_same_contact(one, other)


def assert_same_contact(one, other):
    for name in ('contact_position', 'contact_normal', 'frame', 'curvature', 'surface_velocity'):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.friction == other.friction
    assert (one.stiffness, one.internal_force) == (other.stiffness, other.internal_force)
    assert (one.kind, one.body, one.other_body) == (other.kind, other.body, other.other_body)
