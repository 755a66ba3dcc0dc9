# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""States that have no motion to speak of: contacts about to collide, numbers out of range."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InconsistentStateError, InvalidInputError
from frictioncone_ros.spatial import Inertia

FRICTION = CircularCone(0.5)
PLACES = {
    3: ((-1.0, -1.0), (1.0, -1.0)),
    6: ((-1.0, -1.0, -1.0), (1.0, -1.0, -1.0), (0.0, 1.0, -1.0)),
}
BODIES = {3: Inertia.planar_body(1.0, 1.0), 6: Inertia.spatial_body(1.0, np.eye(3))}
DOWN = {3: (0.0, -1.0, 0.0), 6: (0.0, 0.0, -1.0, 0.0, 0.0, 0.0)}
UP = {3: (0.0, 1.0), 6: (0.0, 0.0, 1.0)}


def state(dimension, size=1.0, twist=None, surface=0.0):
    """Return a body on the ground; surface is the speed of the ground along x."""
    moving = surface * np.eye(len(UP[dimension]))[0]
    contacts = [
        ContactPoint(size * np.array(place), UP[dimension], FRICTION, surface_velocity=moving)
        for place in PLACES[dimension]
    ]
    return ContactState(
        contacts, BODIES[dimension], np.zeros(dimension) if twist is None else twist
    )


def falling(dimension):
    """Return a twist by which contact_0 and contact_1 close, the second one faster."""
    return np.array((0.0, -0.2, -0.1) if dimension == 3 else (0.0, 0.0, -0.2, 0.0, 0.1, 0.0))


@pytest.mark.parametrize('dimension', [3, 6])
@pytest.mark.parametrize('imposed', [False, True], ids=['moving', 'commanded'])
def test_an_approaching_contact_is_refused_with_what_to_do(dimension, imposed):
    with pytest.raises(InconsistentStateError) as refused:
        if imposed:
            find_quasistatic_motions(state(dimension), DOWN[dimension], falling(dimension))
        else:
            find_motions(state(dimension, twist=falling(dimension)), DOWN[dimension])
    assert str(refused.value) == (
        "contact 'contact_1': normal velocity is -0.30000000000000004, expected at least 0: the "
        'contact is approaching at 0.3 m/s; remove that part of the twist or resolve the impact '
        'first, and stop noise with at_rest_below (rest_speed of the node)'
    )


@pytest.mark.parametrize('dimension', [3, 6])
@pytest.mark.parametrize('find', [find_motions, find_quasistatic_motions])
@pytest.mark.parametrize('size', [1e200, 1e-200])
def test_numbers_whose_squares_are_none_are_refused(dimension, find, size):
    load = np.array(DOWN[dimension])
    with pytest.raises(InvalidInputError, match='largest entry of wrench'):
        find(state(dimension), size * load)
    with pytest.raises(InvalidInputError, match='largest entry of twist'):
        find(state(dimension, twist=size * np.eye(dimension)[-1]), load)
    with pytest.raises(InvalidInputError, match='largest entry of surface velocities'):
        find(state(dimension, surface=size), load)
    with pytest.raises(InvalidInputError, match='largest entry of contact positions'):
        find(state(dimension, size=size), load)


@pytest.mark.parametrize('dimension', [3, 6])
def test_a_commanded_twist_out_of_range_is_refused(dimension):
    with pytest.raises(InvalidInputError, match='largest entry of twist'):
        find_quasistatic_motions(state(dimension), DOWN[dimension], 1e200 * np.eye(dimension)[-1])


@pytest.mark.parametrize('dimension', [3, 6])
@pytest.mark.parametrize('size', [1e25, 1e-25])
def test_within_the_range_the_answer_is_that_of_any_size(dimension, size):
    found = find_motions(state(dimension), size * np.array(DOWN[dimension]))
    assert found.modes == find_motions(state(dimension), DOWN[dimension]).modes
    assert found.motions
