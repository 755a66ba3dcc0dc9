# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A slip that is asked for lies along the contact's surface, whatever frame the contact has."""

from math import cos, radians, sin
from types import SimpleNamespace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import desired_mode_from_message
from frictioncone_ros.session.modes.desired_mode import NO_MODE

FIXED, SLIDING = 2, 5


def message(interactions=(), directions=(), text='', names=()):
    return SimpleNamespace(
        text=text,
        contact_names=list(names),
        interactions=list(interactions),
        sliding_directions=[SimpleNamespace(x=x, y=y, z=z) for x, y, z in directions],
    )


def unit(values):
    return np.asarray(values) / np.linalg.norm(values)


def slide(random, off_surface):
    """Return a state of one contact, a unit slip on it, and the same tilted to its normal."""
    normal, hint = unit(random.normal(size=3)), random.normal(size=3)
    point = ContactPoint(
        random.normal(size=3), normal, CircularCone(0.5), 'foot', random.normal(size=3)
    )
    slip = unit(np.cross(normal, hint))
    angle = radians(off_surface) * random.choice((-1.0, 1.0))
    return ContactState([point]), slip, cos(angle) * slip + sin(angle) * normal


@pytest.mark.parametrize('off_surface', [0.0, 5.0, 44.0])
def test_a_direction_near_the_surface_is_the_slip_along_it(off_surface):
    random = np.random.default_rng(5)
    for size in (1e-9, 1.0, 1e9):
        state, slip, asked = slide(random, off_surface)
        mode = desired_mode_from_message(message([SLIDING], [size * asked])).fitted(state)
        _, first, second = state.contacts[0].frame
        found = cos(mode[0].direction) * first + sin(mode[0].direction) * second
        assert np.allclose(found, slip, atol=1e-9)


@pytest.mark.parametrize('off_surface', [46.0, 89.999, 90.0])
def test_a_direction_along_the_normal_is_refused_and_no_tangent_is_made_up(off_surface):
    random = np.random.default_rng(6)
    for size in (1e-9, 1.0, 1e9):
        state, _, asked = slide(random, off_surface)
        desired = desired_mode_from_message(message([SLIDING], [size * asked]))
        with pytest.raises(InvalidInputError, match=r"'foot': sliding direction .* the surface"):
            desired.fitted(state)
        assert desired.of(state) is NO_MODE


def test_directions_are_one_an_interaction_and_never_read_past():
    for wrong in (
        message([FIXED, SLIDING], [(1.0, 0.0, 0.0)]),
        message([SLIDING], [(1.0, 0.0, 0.0)] * 2),
        message([], [(1.0, 0.0, 0.0)], 'd'),
    ):
        with pytest.raises(InvalidInputError, match='mode: number of sliding_directions'):
            desired_mode_from_message(wrong)
    given = desired_mode_from_message(message([FIXED, SLIDING], [(0.0, 0.0, 0.0)] * 2))
    assert given.directions == (None, None)
