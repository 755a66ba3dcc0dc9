# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts nearly alike: rounding on the way to the reference point decides no mode."""

import numpy as np
import pytest

from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.contact import ContactState, Frictionless

PLANAR_TILTS = np.array([(0.27, 0.0), (0.96, 0.0), (-1.2, 0.0)])
SPATIAL_TILTS = np.array([(0.82, 0.33, 0.0), (0.91, -0.45, 0.0), (-0.3, 0.56, 0.0)])


def modes(places, normal, tilts):
    normals = np.asarray(normal) + tilts[: len(places)]
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    state = ContactState.from_points(places, normals, Frictionless())
    return {str(mode) for mode in kinematic_modes(state)}


@pytest.mark.parametrize('tilt', [1e-11, 1e-10, 2e-9, 7e-9, 2e-8, 3.3e-6])
def test_what_is_fixed_in_the_plane_is_fixed_for_its_twin_in_the_same_place(tilt):
    for place in np.random.default_rng(5).normal(scale=5.0, size=(12, 2)):
        found = modes([place, place], (0.6, 0.8), tilt * PLANAR_TILTS)
        assert found in ({'ff', 'ss', 'ls', 'sr'}, {'ff', 'ss', 'sl', 'rs'})


@pytest.mark.parametrize('tilt', [1e-12, 1e-9, 1.4e-8, 1.7e-7, 1e-4])
def test_what_is_fixed_in_space_is_fixed_for_its_twin_in_the_same_place(tilt):
    place = (-27.111624, -18.890132, -1.747720)
    found = modes([place, place], (0.0, 0.6, 0.8), tilt * SPATIAL_TILTS)
    assert {'ff', 'ss', 'dd'} <= found <= {'ff', 'ss', 'dd', 'ds', 'sd'}
