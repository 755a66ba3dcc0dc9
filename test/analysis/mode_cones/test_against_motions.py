# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Two rooms, one answer: a wrench is in the cones of exactly the modes that the motions find."""

from contact_truth import box_on_table, random_planar_state
import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import expanded_modes, possible_mode_cones
from frictioncone_ros.analysis.modes import KinematicModes
from frictioncone_ros.analysis.motions import find_motions


@pytest.mark.parametrize('count', range(5))
def test_planar_cones_and_motions_agree(count):
    random = np.random.default_rng(count)
    for _ in range(5):
        state = random_planar_state(random, count)
        cones = possible_mode_cones(state)
        assert {cone.mode for cone in cones} == {
            mode.contact_mode for mode in KinematicModes(state)
        }
        for wrench in [*random.normal(size=(5, 3)), np.zeros(3)]:
            by_cones = {cone.mode for cone in cones if cone.contains_strictly(wrench)}
            assert by_cones == {motion.mode for motion in find_motions(state, wrench)}


def test_spatial_cones_and_motions_agree():
    """Motions name the direction of sliding, cones the cell in which it lies."""
    random = np.random.default_rng(6)
    state = box_on_table()
    cones = possible_mode_cones(state)
    sliding = 0
    for wrench in random.normal(size=(6, 6)) - np.array((0, 0, 3.0, 0, 0, 0)):
        by_cones = {cone.mode for cone in cones if cone.contains_strictly(wrench)}
        motions = find_motions(state, wrench)
        assert motions.exhaustive
        cells = [expanded_modes(state, motion.mode) for motion in motions]
        assert all(len(cell) == 1 for cell in cells)
        assert by_cones == {mode for cell in cells for mode in cell}
        sliding += any('d' in str(mode) for mode in by_cones)
    assert sliding
