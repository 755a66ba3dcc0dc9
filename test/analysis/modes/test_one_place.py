# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts all in one place: the rounding of their mean is no size of the body."""

import numpy as np
from numpy.testing import assert_allclose
import pytest

from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.analysis.modes.rows import motion_basis
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.spatial import Inertia

PLACES = [(-0.7, 0.1, 0.3), (0.1, 0.2, 0.3), (1e-3, -2e-3, 0.1)]


@pytest.mark.parametrize('count', [1, 2, 3, 5, 6, 7])
@pytest.mark.parametrize('place', PLACES)
def test_as_many_contacts_in_one_place_as_you_like(place, count):
    body = Inertia.spatial_body(1.0, np.diag([0.5, 1.0, 1.25]))
    state = ContactState.from_points([place] * count, (0.0, 0.6, 0.8), CircularCone(0.5), body)
    assert np.abs(motion_basis(state)).max() < 10.0
    kinds = {''.join(sorted(set(str(mode)))) for mode in kinematic_modes(state)}
    assert kinds == {'s', 'f', 'd'}
    lifted = np.array([0.0, 0.6, 0.8, 0.0, 0.0, 0.0])
    lifted[3:] = np.cross(place, lifted[:3])
    (motion,) = find_motions(state, lifted)
    assert str(motion.mode) == 's' * count
    (motion,) = find_motions(state, -lifted)
    assert str(motion.mode) == 'f' * count
    assert_allclose(motion.twist_rate, np.zeros(6), atol=1e-9)
