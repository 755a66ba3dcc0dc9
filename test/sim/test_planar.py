# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar scenes: closed-form gaps, and modes that can be told without a computer."""

import numpy as np
import pytest

from frictioncone_ros.sim.planar.cases import random_fixel_scene, random_peg_scene
from frictioncone_ros.sim.planar.scene import FIXEL_RADIUS, PlanarScene
from frictioncone_ros.sim.planar.simulation import pair_name, round_pairs, touching_state

HALF = np.array([0.05, 0.03])


def seated(friction: float = 0.3, start=(0.0, 0.0, 0.0)) -> PlanarScene:
    below, beside = -HALF[1] - FIXEL_RADIUS, -HALF[0] - FIXEL_RADIUS
    fixels = [(-0.03, below), (0.03, below), (beside, 0.01)]
    return PlanarScene(HALF, 1.0, friction, fixels, start, np.zeros((0, 4)))


def test_gaps_and_normals_of_a_seated_rectangle():
    state = touching_state(seated(), np.zeros(3), np.zeros(3))
    assert state.names == ('fixel_0', 'fixel_1', 'fixel_2')
    np.testing.assert_allclose(state.normals, [(0, 1), (0, 1), (1, 0)], atol=1e-12)
    np.testing.assert_allclose(state.positions, [(-0.03, -0.03), (0.03, -0.03), (-0.05, 0.01)])


@pytest.mark.parametrize(
    ('pose', 'gaps'),
    [
        ((0.0, 0.001, 0.0), (0.001, 0.001, 0.0)),
        ((0.002, 0.0, 0.0), (0.0, 0.0, 0.002)),
        ((0.0, -0.004, 0.0), (-0.004, -0.004, 0.0)),
    ],
)
def test_gaps_follow_the_pose(pose, gaps):
    found = [pair.gap for pair in round_pairs(seated(), np.array(pose))]
    np.testing.assert_allclose(found, gaps, atol=1e-12)


def test_gap_to_a_corner_is_measured_to_the_corner():
    scene = PlanarScene(HALF, 1.0, 0.3, [(0.08, 0.07)], np.zeros(3), np.zeros((0, 4)))
    (pair,) = round_pairs(scene, np.zeros(3))
    assert pair.gap == pytest.approx(0.05 - FIXEL_RADIUS)
    np.testing.assert_allclose(pair.point, HALF)
    np.testing.assert_allclose(pair.normal, (-0.6, -0.8))


@pytest.mark.parametrize('seed', range(20))
def test_random_scenes_start_in_contact(seed):
    generator = np.random.default_rng(seed)
    for scene, count in ((random_fixel_scene(generator), 3), (random_peg_scene(generator), 2)):
        assert touching_state(scene, scene.start, np.zeros(3)).contact_count == count
        assert min(pair.gap for pair in round_pairs(scene, scene.start)) > -1e-9


def test_clearance_is_kept():
    scene = random_fixel_scene(np.random.default_rng(1), clearance=0.004)
    gaps = [pair.gap for pair in round_pairs(scene, scene.start)]
    np.testing.assert_allclose(gaps, (0.0, 0.0, 0.004), atol=1e-12)


def test_pair_names_do_not_depend_on_the_order():
    assert pair_name('body', 'fixel_2') == pair_name('fixel_2', 'body') == 'fixel_2'
    assert pair_name('wall_0', 'corner_1') == pair_name('corner_1', 'wall_0') == 'corner_1_wall_0'


@pytest.mark.parametrize(
    ('wrench', 'mode'),
    [
        ((0.0, -1.0, 0.0), 'fff'),
        ((1.0, -1.0, 0.0), 'rrs'),  # 1 N along x, friction takes 0.3 N
        ((0.2, -1.0, 0.0), 'fff'),  # friction holds it, and nothing opens the third
        ((0.1, 1.0, 0.0), 'sss'),
        ((-1.0, 1.0, -0.005), 'ssl'),  # straight up along the side fixel, where +t points up
    ],
)
def test_engine_does_what_a_block_would_do(wrench, mode):
    pytest.importorskip('mujoco', reason='mujoco is not installed')
    from frictioncone_ros.sim.planar.simulation import observe_mode, PlanarSimulation

    simulation = PlanarSimulation(seated())
    assert str(observe_mode(simulation, np.zeros(3), np.array(wrench))) == mode


def test_peg_corner_meets_the_wall_in_engine_and_closed_form_alike():
    pytest.importorskip('mujoco', reason='mujoco is not installed')
    from frictioncone_ros.sim.planar.simulation import PlanarSimulation

    scene = random_peg_scene(np.random.default_rng(4))
    simulation = PlanarSimulation(scene)
    carrying = simulation.run(np.array([0.5, 0.0, 0.0]), 0.02)
    assert 'corner_1_wall_0' in carrying
    gaps = {pair.name: pair.gap for pair in simulation.pairs()}
    assert abs(gaps['corner_1_wall_0']) < 1e-6
