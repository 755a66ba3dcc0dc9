# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Force closure by hand-worked grasps; oracle G judges the rest."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    SoftFinger,
)
from frictioncone_ros.exceptions import NumericalError


def pinch(friction, offset=0.0):
    """Two fingers that face each other along x, one shifted by `offset` along y."""
    return ContactState(
        [
            ContactPoint((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), friction),
            ContactPoint((1.0, offset, 0.0), (-1.0, 0.0, 0.0), friction),
        ]
    )


def test_hard_pinch_lets_the_body_spin_about_the_line_of_its_fingers():
    answer = force_closure(pinch(CircularCone(0.5)))
    assert not answer.closed and not answer.full_rank
    twist = answer.escaping_twist / np.abs(answer.escaping_twist).max()
    assert np.allclose(np.abs(twist), (0, 0, 0, 1, 0, 0))


def test_soft_pinch_closes():
    answer = force_closure(pinch(SoftFinger(0.5, 0.01)))
    assert answer.closed and answer.full_rank and answer.escaping_twist is None
    assert np.abs(answer.problem.force_matrix @ answer.internal_forces).max() < 1e-9
    assert answer.internal_forces[::4].min() >= 1.0


@pytest.mark.parametrize(('offset', 'closed'), [(0.9, True), (1.1, False)])
def test_fingers_must_see_each_other_in_their_cones(offset, closed):
    assert force_closure(pinch(SoftFinger(0.5, 0.01), offset)).closed == closed


def vice(lean):
    """Side walls without friction that lean inwards over a body on a floor, by an angle [rad]."""
    places = [(-1.0, 0.5), (-1.0, -0.5), (1.0, 0.4), (1.0, -0.6), (0.1, -1.0)]
    normals = [(1.0, -lean)] * 2 + [(-1.0, -lean)] * 2 + [(0.0, 1.0)]
    units = [np.array(normal) / np.hypot(*normal) for normal in normals]
    return ContactState.from_points(places, units, Frictionless())


@pytest.mark.parametrize('lean', [1e-2, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9])
def test_walls_close_as_soon_as_they_lean_inwards(lean):
    """They squeeze as much harder as they lean less: what rounding leaves of that is no escape."""
    answer = force_closure(vice(lean))
    forces = answer.internal_forces
    assert forces[::2].min() >= 1.0
    assert np.abs(answer.problem.force_matrix @ forces).max() < 1e-14 * forces.max()
    assert resist(vice(lean), (0.3, 2.0, -0.1)).is_unbounded
    assert not force_closure(vice(-lean)).closed


@pytest.mark.parametrize('lean', [1e-10, 1e-12])
def test_no_twist_made_of_rounding_is_called_an_escape(lean):
    """Whether forces prove that they close may hang on last bits; open they are not."""
    try:
        answer = force_closure(vice(lean))
    except NumericalError as error:
        assert 'undecided' in str(error)
    else:
        assert answer.closed


def test_no_contacts_close_nothing():
    answer = force_closure(ContactState(dimension=6))
    assert not answer.closed and np.abs(answer.escaping_twist).max() > 0.0


def test_table_never_closes_and_the_escape_is_upwards():
    corners = [(x, y, 0.0) for x in (1, -1) for y in (1, -1)]
    state = ContactState([ContactPoint(c, (0.0, 0.0, 1.0), CircularCone(0.5)) for c in corners])
    answer = force_closure(state)
    assert not answer.closed and answer.full_rank
    assert answer.escaping_twist[2] > 0.0


@pytest.mark.parametrize('scale', [1e-3, 1.0, 1e3])
def test_an_escaping_twist_has_unit_size_and_no_force_works_against_it(scale):
    """Of two feet that share a plane and stand askew; sizes of the body do not matter."""
    places = scale * np.array([(1.0, 0.3, 0.0), (-1.0, 0.1, 0.2), (0.2, -1.0, 0.1)])
    normals = np.array([(0.0, 0.6, 0.8), (0.6, 0.0, 0.8), (0.0, 0.0, 1.0)])
    state = ContactState(
        [
            ContactPoint(place, normal, CircularCone(0.2))
            for place, normal in zip(places, normals, strict=True)
        ]
    )
    answer = force_closure(state)
    twist = answer.escaping_twist
    assert answer.full_rank and np.linalg.norm(twist) == pytest.approx(1.0)
    # Sliding away with the friction against it, each contact opens as fast as friction works.
    for place, normal in zip(places, normals, strict=True):
        speed = twist[:3] + np.cross(twist[3:], place)
        along = speed @ normal
        assert along >= 0.2 * np.linalg.norm(speed - along * normal) - 1e-9
