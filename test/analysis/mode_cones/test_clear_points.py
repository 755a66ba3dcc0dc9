# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A wrench for a mode is found, proved not to be, or refused, in little work."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import (
    clear_points,
    exclusive,
    exclusive_wrenches,
    nearest_wrench,
    possible_mode_cones,
    wrench_for_mode,
)
from frictioncone_ros.contact import CircularCone, ContactState, FrictionPolygon, FrictionPyramid
from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.spatial import Inertia

DISC = Inertia.planar_body(1.0, 0.7)
PLATE = Inertia.spatial_body(1.0, np.diag([0.5, 0.7, 0.9]))
LINE = [(-1.0, -0.5), (0.0, -0.5), (1.0, -0.5)]
SIDES = [(-1.0, 0.0), (1.0, 0.0), (-1.0, 0.5)]
UP, RIGHT, LEFT = (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)
SCENES = [
    (LINE, [UP] * 3, 3.0),
    (SIDES, [RIGHT, LEFT, RIGHT], 1e-3),
    ([(-1.0, -1.0), (1.0, -1.0), (-1.0, -1.0)], [UP, UP, RIGHT], 10.0),
    ([(0.3, -0.4)] * 3, [UP] * 3, 1.0),
]
"""Places [m], normals and friction of three planar contacts."""


@pytest.mark.parametrize('tilt', [0.0, 1e-10, 1e-4])
@pytest.mark.parametrize('scene', SCENES)
def test_the_work_is_little_with_three_planar_contacts(scene, tilt, monkeypatch):
    monkeypatch.setattr(clear_points, 'WORK_LIMIT', 5000)
    places, normals, friction = scene
    random = np.random.default_rng(4)
    normals = np.array(normals) + tilt * random.normal(size=(3, 2))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    state = ContactState.from_points(places, normals, CircularCone(friction), DISC)
    for cone in possible_mode_cones(state):
        wrenches = exclusive_wrenches(state, cone.mode)
        robust = wrench_for_mode(wrenches)
        for margin in (0.0, 1e-3, 1.0):
            choice = nearest_wrench(wrenches, random.normal(size=3), margin)
            assert choice.found >= robust.found
            assert all(branch.residual() < 1e-6 for branch in choice.proof)


def test_without_margin_a_wrench_that_is_never_exclusive_is_proved_not_to_be():
    """The zero wrench is in every closed cone, and no answer to which mode it gives."""
    state = ContactState.from_points(SIDES[:2], [RIGHT, LEFT], CircularCone(0.5), DISC)
    for cone in possible_mode_cones(state):
        wrenches = exclusive_wrenches(state, cone.mode)
        nearest = nearest_wrench(wrenches, (0.3, -0.8, 0.1))
        if cone.closed.is_flat:
            continue
        assert nearest.found == wrench_for_mode(wrenches).found
        if not nearest.found:
            assert all(branch.residual() < 1e-6 for branch in nearest.proof)


def test_too_much_work_is_refused_with_what_to_do(monkeypatch):
    feet = [(x, y, -0.5) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    state = ContactState.from_points(feet, (0, 0, 1), FrictionPyramid(0.5), PLATE)
    monkeypatch.setattr(clear_points, 'WORK_LIMIT', 0)
    with pytest.raises(LimitExceededError, match='undecided: ask for'):
        wrench_for_mode(state, 'ffff')
    monkeypatch.setattr(exclusive, 'MODE_LIMIT', 100)
    with pytest.raises(LimitExceededError, match='fewer edges'):
        wrench_for_mode(state.with_friction(FrictionPolygon(0.5, 8)), 'ffff')
    assert len(possible_mode_cones(state)) > 100
