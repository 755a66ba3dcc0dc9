# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction far longer than wide: every wrench has a mode, or the question is refused in words."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import ModeWrenches, possible_mode_cones
from frictioncone_ros.contact import ContactState, EllipticCone, FrictionPyramid
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

BODY = Inertia.spatial_body(1.0, np.diag([0.5, 0.7, 0.9]))
UP = (0.0, 0.0, 1.0)


def resting(friction, places):
    return ContactState.from_points(places, UP, friction, BODY)


@pytest.mark.parametrize('ratio', [0.1**exponent for exponent in range(13)] + [0.0])
@pytest.mark.parametrize('edges', [5, 8, None], ids=str)
def test_every_wrench_has_a_mode_or_thin_polygons_are_refused(ratio, edges):
    thin = FrictionPyramid(0.5, 0.5 * ratio)
    if edges is not None:
        thin = EllipticCone(0.5, 0.5 * ratio, edges)
    state = resting(thin, [(-1.0, 0.0, -0.5), (1.0, 0.2, -0.5)])
    wrenches = np.random.default_rng(5).normal(size=(8, 6)) - (0, 0, 1, 0, 0, 0)
    try:
        cones = possible_mode_cones(state)
    except InvalidInputError as refusal:
        assert 'cannot tell in which direction' in str(refusal)
        assert ratio < (1e-8 if edges is None else 4e-6)
        return
    for wrench in wrenches:
        assert sum(cone.contains_strictly(wrench) for cone in cones) == 1


@pytest.mark.parametrize('ratio', [1.0, 1e-3, 2e-5])
def test_an_ellipse_slides_where_it_is_told_to(ratio):
    state = resting(EllipticCone(0.5, 0.5 * ratio), [(0.1, 0.2, -0.5)])
    angle = 0.7
    slip = np.array((np.cos(angle), np.sin(angle)))
    stretched = np.array((0.5, 0.5 * ratio)) * slip
    friction = -np.array((0.5, 0.5 * ratio)) * stretched / np.linalg.norm(stretched)
    force = 9.81 * state.frames[0].T @ (1.0, *friction)
    pull = 2.0 * state.frames[0].T @ (0.0, *slip)  # a twist rate that turns nothing
    wrench = np.concatenate((pull - force, -np.cross((0.1, 0.2, -0.5), force)))
    sliding = ModeWrenches.of(state, f'd[{np.degrees(angle)}]')
    assert sliding.contains(wrench)
    assert not ModeWrenches.of(state, 'f').contains(wrench)


@pytest.mark.parametrize('ratio', [5e-6, 1e-9, 1e-15])
def test_a_thin_ellipse_is_refused_where_it_slides_and_not_where_it_holds(ratio):
    for friction in (EllipticCone(0.5, 0.5 * ratio), EllipticCone(0.5 * ratio, 0.5)):
        state = resting(friction, [(0.1, 0.2, -0.5)])
        with pytest.raises(InvalidInputError, match='cannot tell in which direction'):
            ModeWrenches.of(state, 'd[30]')
        moving = state.with_twist((0.3, 0.1, 0.0, 0.0, 0.0, 0.0))
        with pytest.raises(InvalidInputError, match='cannot tell in which direction'):
            ModeWrenches.of(moving, '*')
        assert ModeWrenches.of(state, 'f').is_possible
        assert ModeWrenches.of(state, 's').is_possible
