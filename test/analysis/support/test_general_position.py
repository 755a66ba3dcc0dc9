# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Corners, wedges and grasps: all that is said of one wrench fits together."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import produce
from frictioncone_ros.analysis.support import support_problem, will_produce
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    wrench_matrix,
)

SIDES = np.array(((-0.479, 0.878), (0.479, 0.878))) / np.hypot(0.479, 0.878)


def corner(friction, stiffness=(1.0, 1.0)):
    """Return a wall to the right and a floor below, 0.3 m away each."""
    places, normals = ((0.3, 0.0), (0.0, -0.3)), ((-1.0, 0.0), (0.0, 1.0))
    return ContactState(
        [
            ContactPoint(place, normal, CircularCone(friction), stiffness=one)
            for place, normal, one in zip(places, normals, stiffness, strict=True)
        ]
    )


def wedge(friction):
    """Return two feet 0.6 m apart that lean towards each other."""
    return ContactState(
        [
            ContactPoint(place, normal, CircularCone(friction))
            for place, normal in zip(((0.427, -0.126), (-0.173, -0.126)), SIDES, strict=True)
        ]
    )


CARRIED = {
    'soft wall': (corner(0.8, (2.0, 10.0)), (-101.013355, 47.417318, 10.925201)),
    'corner': (corner(1.2), (-0.92025875, 0.74311283, -0.27949437)),
    'wedge': (wedge(0.2), (-26.7671803, 89.0616447, 29.2966521)),
}


@pytest.mark.parametrize('name', CARRIED)
def test_what_is_carried_has_a_margin_and_a_load_factor_that_say_so(name):
    """Found by being led along the shear; what presses alone may slip, as this non-convex law."""
    state, wrench = CARRIED[name]
    verdict = will_produce(support_problem(state), wrench)
    assert verdict.carried
    assert verdict.certificate_holds()
    assert verdict.margin >= 0.0
    assert verdict.load_factor is None or verdict.load_factor >= 1.0


def test_what_is_not_carried_has_a_load_factor_of_one_at_most():
    random = np.random.default_rng(4)
    support = support_problem(corner(0.2, (10.0, 2.0)))
    refused = 0
    for _ in range(20):
        verdict = will_produce(support, np.add((-0.6, 1.2, 0.0), random.normal(0.0, 0.1, 3)))
        refused += not verdict.carried
        assert verdict.carried == (verdict.margin >= 0.0)
        assert verdict.carried or verdict.load_factor <= 1.0
    assert refused > 0


@pytest.mark.parametrize('preload', [3.0, 300.0])
def test_what_a_load_leaves_of_a_preload_is_proved(preload):
    """Forces added up but for a part of the preload, however little the load had left of it."""
    feet = wedge(0.3).contacts
    state = ContactState([replace(foot, internal_force=preload) for foot in feet])
    random = np.random.default_rng(0)
    for _ in range(8):
        forces = np.add((1.0, 0.0, 1.0, 0.0), random.normal(0.0, 0.1, 4))
        verdict = will_produce(state, wrench_matrix(state) @ forces)
        assert verdict.carried
        assert verdict.certificate_holds()


@pytest.mark.parametrize('share', [1.01, 1.1, 1.5])
def test_a_margin_below_zero_is_as_close_as_one_above(share):
    """Of forces that are determined it is that of what can be carried; it was 1 % off and more."""
    places, normals = ((0.3, 0.0), (0.0, -0.3)), ((-1.0, 0.0), (0.0, 1.0))
    models = (Frictionless(), CircularCone(0.5))
    state = ContactState([ContactPoint(*row) for row in zip(places, normals, models, strict=True)])
    wrench = wrench_matrix(state) @ np.array((4.0, 0.0, 4.0, 2.0 * share))
    expected = produce(state, wrench).margin
    assert expected < 0.0
    assert will_produce(state, wrench).margin == pytest.approx(expected, rel=2e-4)
