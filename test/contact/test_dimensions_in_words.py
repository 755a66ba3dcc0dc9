# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where planar meets spatial the message says so in words."""

import re

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_planar_motions, find_spatial_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline import assess
from frictioncone_ros.spatial import as_wrench

PLANAR_POINT = ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5), name='a')
SPATIAL_POINT = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='b')
FLAT, SOLID = ContactState([PLANAR_POINT]), ContactState([SPATIAL_POINT])
THREE, SIX = np.zeros(3), np.zeros(6)

SIZES = "sizes of the set-points is ['wrench 3 (planar)', 'twist 6 (spatial)'], expected one size"
OF_SETPOINTS = (
    'dimension of the set-points is 3 (planar), expected 6 (spatial), that of the contacts'
)
MIXED = {
    SIZES: lambda: Setpoints(THREE, SIX),
    OF_SETPOINTS: lambda: assess(SOLID, Setpoints(THREE), FilterSettings()),
    "dimension of contact 'a' is 3 (planar), expected 6 (spatial)": lambda: ContactState(
        [SPATIAL_POINT, PLANAR_POINT]
    ),
    'dimension of twist is 6 (spatial), expected 3 (planar)': lambda: ContactState(
        [PLANAR_POINT], twist=SIX
    ),
    'dimension of twist is 5, expected 3 (planar)': lambda: ContactState(
        [PLANAR_POINT], twist=np.zeros(5)
    ),
    'dimension is 4, expected 3 (planar) or 6 (spatial)': lambda: ContactState(dimension=4),
    'number of components of wrench is 3 (planar), expected 6 (spatial)': lambda: as_wrench(
        THREE, 6
    ),
    'number of components of wrench is 4, expected 3 (planar) or 6 (spatial)': lambda: as_wrench(
        np.zeros(4)
    ),
    'shape of wrench is (2, 3), expected (3,) or (6,)': lambda: as_wrench(np.zeros((2, 3))),
    'dimension of state is 6 (spatial), expected 3 (planar)': lambda: find_planar_motions(
        SOLID, THREE
    ),
    'dimension of state is 3 (planar), expected 6 (spatial)': lambda: find_spatial_motions(
        FLAT, SIX
    ),
}


@pytest.mark.parametrize('said', MIXED)
def test_planar_and_spatial_are_told_apart_in_words(said):
    with pytest.raises(InvalidInputError, match=f'^{re.escape(said)}$'):
        MIXED[said]()
