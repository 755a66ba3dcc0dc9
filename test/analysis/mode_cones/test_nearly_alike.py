# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts nearly alike: every mode that is listed has wrenches, and every wrench has a mode."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import (
    mode_cone,
    ModeWrenches,
    possible_mode_cones,
    wrench_for_mode,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
)
from frictioncone_ros.spatial import Inertia

BODY = Inertia.spatial_body(1.0, np.diag([0.5, 1.0, 1.2]))
TILTS = np.array([(-0.3005, 0.3692, -0.5242), (0.3849, 1.16, -0.8074), (-1.6554, -0.45, -1.306)])
IN_LINE = [(-1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]
WEDGE = [(0.0, -1.0, -1.0), (0.0, 1.0, -1.0)]
SCENES = [
    (IN_LINE[::2], [(0.0, 0.0, 1.0)] * 2, Frictionless()),
    (IN_LINE, [(0.0, 0.0, 1.0)] * 3, Frictionless()),
    (IN_LINE[::2], [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)], Frictionless()),
    (IN_LINE[:1] * 2, [(0.0, 0.0, 1.0)] * 2, FrictionPolygon(0.3, 4)),
    (IN_LINE[::2], [(0.0, 0.0, 1.0)] * 2, FrictionPyramid(0.5)),
    (WEDGE, [(0.0, 0.6, 0.8), (0.0, -0.6, 0.8)], FrictionPyramid(0.3)),
]
"""Places [m], normals and friction of contacts in space."""


def tilted(places, normals, friction, tilt):
    directions = np.array(normals) + tilt * TILTS[: len(places)]
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    return ContactState.from_points(places, directions, friction, BODY)


@pytest.mark.parametrize('tilt', [1e-10, 1e-9, 3e-9, 1e-8, 1e-6])
@pytest.mark.parametrize('scene', SCENES)
def test_every_wrench_has_a_mode_however_nearly_alike_the_contacts_are(scene, tilt):
    cones = possible_mode_cones(tilted(*scene, tilt))
    assert len({cone.mode for cone in cones}) == len(cones)
    for wrench in np.random.default_rng(7).normal(size=(6, 6)):
        assert any(cone.contains_strictly(wrench) for cone in cones)


@pytest.mark.parametrize('tilt', [0.0, 1e-10, 1e-9, 1e-8, 1e-5])
def test_two_feet_can_be_lifted_however_nearly_parallel_they_are(tilt):
    state = tilted(*SCENES[0], tilt)
    lifted = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    cone = mode_cone(state, 'ss', strictly_opening=(0, 1))
    assert cone.is_possible
    assert cone.contains_strictly(lifted)
    assert ModeWrenches.of(state, 'ss').contains_strictly(lifted)


@pytest.mark.parametrize('tilt', [1e-8, 3e-8, 1e-7, 1e-6])
def test_a_pinch_that_is_nearly_straight_is_answered(tilt):
    tilts = tilt * np.array([(-1.4734, 2.0239), (-0.1446, -2.0298)])
    normals = np.array([(1.0, 0.0), (-1.0, 0.0)]) + tilts
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    body = Inertia.planar_body(1.0, 1.0)
    places = [(-1.0, 0.0), (1.0, 0.0)]
    state = ContactState.from_points(places, normals, CircularCone(1e-3), body)
    cones = possible_mode_cones(state)
    choice = wrench_for_mode(state, 'ff')
    assert choice.found
    for way in np.random.default_rng(3).normal(size=(10, 3)):
        nearby = choice.wrench + 0.9 * choice.margin * way / np.linalg.norm(way)
        assert [str(cone.mode) for cone in cones if cone.contains_strictly(nearby)] == ['ff']
