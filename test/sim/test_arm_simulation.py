# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The arm scenes in MuJoCo: contacts as designed, forces as applied."""

import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.contact import normal_wrench_matrix, wrench_matrix
from frictioncone_ros.sim.arm.scene import block_scene, BlockSize, rod_scene
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.arm.stick_slip import pressed_state, try_load
from frictioncone_ros.sim.loads import Load, random_block_load

SCENES = {
    'block on three feet': block_scene(0.5),
    'block on four feet': block_scene(0.5, BlockSize(foot_count=4)),
    'rod': rod_scene(0.4),
}


@pytest.mark.parametrize('name', SCENES)
def test_contacts_are_where_they_were_designed(name):
    scene = SCENES[name]
    simulation = ArmSimulation(scene)
    pressing = -normal_wrench_matrix(scene.nominal) @ np.full(scene.nominal.contact_count, 10.0)
    state = pressed_state(simulation, pressing)
    assert state.names == scene.nominal.names
    np.testing.assert_allclose(state.positions, scene.nominal.positions, atol=5e-5)
    np.testing.assert_allclose(state.normals, scene.nominal.normals, atol=1e-9)


@pytest.mark.parametrize('name', SCENES)
def test_contact_forces_balance_what_the_arm_applies(name):
    scene = SCENES[name]
    simulation = ArmSimulation(scene)
    pressing = -normal_wrench_matrix(scene.nominal) @ np.full(scene.nominal.contact_count, 10.0)
    pressed_state(simulation, pressing)
    snapshot = simulation.contacts()
    reaction = wrench_matrix(snapshot.state) @ snapshot.forces.ravel()
    np.testing.assert_allclose(reaction, -pressing, atol=0.02)


def test_tangential_force_keeps_its_sign():
    simulation = ArmSimulation(SCENES['block on three feet'])
    pressed_state(simulation, np.array([4.0, -2.0, -30.0, 0.0, 0.0, 0.0]))
    snapshot = simulation.contacts()
    axes = snapshot.state.frames
    forces = np.einsum('kij,ki->kj', axes, snapshot.forces)
    np.testing.assert_allclose(forces.sum(axis=0), (-4.0, 2.0, 30.0), atol=0.02)


def test_held_load_stays_and_excessive_load_slips():
    simulation = ArmSimulation(SCENES['block on three feet'])
    pressing = np.array([0.0, 0.0, -20.0, 0.0, 0.0, 0.0])
    across = np.array([10.0, 0.0, 0.0, 0.0, 0.0, 0.0])  # the limit: 0.5 * 20 N
    assert not try_load(simulation, Load(pressing, pressing + 0.9 * across)).slipped
    assert try_load(simulation, Load(pressing, pressing + 1.1 * across)).slipped


def test_run_is_the_same_twice():
    load = random_block_load(np.random.default_rng(3), 0.5, (0.05, 0.04))
    moved = [try_load(ArmSimulation(SCENES['block on three feet']), load).moved for _ in range(2)]
    assert moved[0] == moved[1]


def test_wrist_measures_the_force_pressed_through_it():
    simulation = ArmSimulation(SCENES['block on three feet'])
    pressed_state(simulation, np.zeros(6))
    still = simulation.measured_wrench()
    pressed_state(simulation, np.array([0.0, 0.0, -20.0, 0.0, 0.0, 0.0]))
    # The hand's z axis points down: pressing down is along it.
    np.testing.assert_allclose((simulation.measured_wrench() - still)[:3], (0, 0, 20), atol=0.05)


def test_jacobian_rate_is_the_derivative_of_the_jacobian():
    simulation = ArmSimulation(SCENES['rod'])
    simulation.data.qvel[:] = 0.1 * np.arange(7)
    jacobian_at(simulation, np.array(simulation.data.qpos))
    start, rates = np.array(simulation.data.qpos), np.array(simulation.data.qvel)
    analytic = simulation.jacobian_rate()
    ahead, behind = (jacobian_at(simulation, start + sign * 1e-6 * rates) for sign in (1, -1))
    np.testing.assert_allclose(analytic, (ahead - behind) / 2e-6, atol=1e-7)


def jacobian_at(simulation: ArmSimulation, angles: np.ndarray) -> np.ndarray:
    import mujoco

    simulation.data.qpos[:] = angles
    mujoco.mj_forward(simulation.model, simulation.data)
    return simulation.jacobian()
