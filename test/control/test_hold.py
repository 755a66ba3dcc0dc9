# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is held when contacts fall silent."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, prepared_contacts
from frictioncone_ros.control.forces.allowed_forces import allowed_forces
from frictioncone_ros.control.output.hold import held_wrench

UP = (0.0, 0.0, 1.0)
MU = CircularCone(0.5)


def held(points, wrench, **settings):
    state = ContactState([ContactPoint(position, normal, MU) for position, normal in points])
    chosen = FilterSettings(**settings)
    physical = prepared_contacts(state, None, None, chosen).physical
    return held_wrench(allowed_forces(physical, chosen), np.array(wrench, float))


def test_the_normal_part_of_a_press_stays():
    feet = [((x, y, 0.0), UP) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    assert np.allclose(held(feet, (1, -2, -30, 0, 0, 0)), (0, 0, -30, 0.0, 0.0, 0), atol=1e-9)


def test_a_squeeze_that_cancels_is_not_made_larger():
    """Two opposed fingers carry 1 N by friction; their normal forces push nobody."""
    fingers = [((-0.1, 0, 0), (1.0, 0, 0)), ((0.1, 0, 0), (-1.0, 0, 0))]
    assert not held(fingers, (0, 0, -1.0, 0, 0, 0)).any()


def test_a_hold_against_what_was_sent_is_none():
    """Friction of a steep contact carries what its normal force opposes."""
    steep = [((0, 0, 0), (0.6, 0.0, 0.8)), ((0, 0.2, 0), (-0.8, 0.0, 0.6))]
    sent = np.array((-0.3, 0.0, -1.0, 0, 0, 0))
    found = held(steep, sent)
    assert found[:3] @ sent[:3] >= 0.0
    assert np.linalg.norm(found[:3]) <= np.linalg.norm(sent[:3]) + 1e-12


@pytest.mark.parametrize('seed', range(40))
def test_never_larger_never_against_and_within_limits(seed):
    generator = np.random.default_rng(seed)
    normals = generator.standard_normal((4, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    points = list(zip(0.3 * generator.standard_normal((4, 3)), normals, strict=True))
    state = ContactState([ContactPoint(position, normal, MU) for position, normal in points])
    settings = FilterSettings(max_force=20.0, max_moment=3.0, max_normal_force=6.0)
    allowed = allowed_forces(prepared_contacts(state, None, None, settings).physical, settings)
    sent = allowed.nearest(10.0 * generator.standard_normal(6)).vector
    found = held_wrench(allowed, sent)
    assert np.linalg.norm(found[:3]) <= np.linalg.norm(sent[:3]) * (1 + 1e-9)
    assert found[:3] @ sent[:3] >= 0.0
    assert np.linalg.norm(found[3:]) <= 3.0 * (1 + 1e-9)
    assert allowed.member(found) is not None
