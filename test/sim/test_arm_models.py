# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One description, three formats: they must be the same arm."""

from pathlib import Path

import numpy as np
import pytest

from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.sim.arm.description import seven_joint_arm
from frictioncone_ros.sim.arm.kinematics import hand_jacobian, hand_pose, solve_hand_pose
from frictioncone_ros.sim.write_models import model_files
from frictioncone_ros.spatial import RigidTransform

ARM = seven_joint_arm()
TOP = Path(__file__).parents[2]


def random_angles(seed: int) -> np.ndarray:
    limits = np.array([joint.limit for joint in ARM.joints])
    return np.random.default_rng(seed).uniform(-limits, limits)


def loaded(mujoco, text: str, angles: np.ndarray):
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:] = angles
    mujoco.mj_forward(model, data)
    return model, data


def inertia(mujoco, model, data) -> np.ndarray:
    columns = np.zeros((model.nv, model.nv))
    for column, unit in zip(columns, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, column, unit)
    return columns


@pytest.mark.parametrize('path', sorted(model_files()))
def test_committed_file_is_the_generated_one(path):
    assert (TOP / path).read_text(encoding='utf-8') == model_files()[path]


@pytest.mark.parametrize('seed', range(5))
def test_mjcf_and_urdf_agree_in_kinematics_inertia_and_gravity(seed):
    mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')
    angles, files = random_angles(seed), model_files()
    first = loaded(mujoco, files['models/seven_joint_arm/arm.xml'], angles)
    second = loaded(mujoco, files['models/seven_joint_arm/arm.urdf'], angles)
    np.testing.assert_allclose(inertia(mujoco, *first), inertia(mujoco, *second), atol=1e-9)
    np.testing.assert_allclose(first[1].qfrc_bias, second[1].qfrc_bias, atol=1e-8)
    np.testing.assert_allclose(first[0].dof_damping, second[0].dof_damping)
    # URDF joins bodies without a joint: the last link is the last that both know.
    last = [data.xpos[model.body('link_7').id] for model, data in (first, second)]
    np.testing.assert_allclose(*last, atol=1e-12)


@pytest.mark.parametrize('seed', range(5))
def test_own_kinematics_agree_with_the_engine(seed):
    mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')
    angles = random_angles(seed)
    model, data = loaded(mujoco, model_files()['models/seven_joint_arm/arm.xml'], angles)
    hand = model.body('hand').id
    pose = hand_pose(ARM, angles)
    np.testing.assert_allclose(pose.position, data.xpos[hand], atol=1e-12)
    np.testing.assert_allclose(pose.rotation.T, data.xmat[hand].reshape(3, 3), atol=1e-12)
    linear, angular = np.zeros((3, 7)), np.zeros((3, 7))
    mujoco.mj_jacBody(model, data, linear, angular, hand)
    expected = np.vstack((linear, angular))
    np.testing.assert_allclose(hand_jacobian(ARM, angles), expected, atol=1e-12)


def test_wrist_sensor_feels_the_weight_of_the_hand():
    mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')
    text = model_files()['models/seven_joint_arm/arm.xml']
    model, data = loaded(mujoco, text, np.zeros(7))
    data.ctrl[:] = data.qfrc_bias
    mujoco.mj_forward(model, data)
    np.testing.assert_allclose(data.sensordata[:3], (0.0, 0.0, ARM.hand.mass * 9.81), atol=1e-6)


@pytest.mark.parametrize('seed', range(5))
def test_solved_angles_put_the_hand_where_it_was(seed):
    near = 0.5 * random_angles(seed)
    target = hand_pose(ARM, near + 0.1)
    angles = solve_hand_pose(ARM, target, near)
    np.testing.assert_allclose(hand_pose(ARM, angles).position, target.position, atol=1e-10)
    np.testing.assert_allclose(hand_pose(ARM, angles).rotation, target.rotation, atol=1e-10)


def test_pose_out_of_reach_is_refused():
    target = RigidTransform(np.eye(3), np.array([3.0, 0.0, 0.0]))
    with pytest.raises(NumericalError, match='not reached'):
        solve_hand_pose(ARM, target, np.full(7, 0.3))


def test_inertia_of_a_link_is_that_of_a_cylinder():
    link = ARM.links[0]
    points = np.random.default_rng(1).uniform(-1.0, 1.0, (400_000, 3))
    points = points[np.hypot(points[:, 0], points[:, 1]) <= 1.0]
    points *= (link.radius, link.radius, 0.5 * link.length)
    squares = (points**2).mean(axis=0)
    expected = link.mass * (squares.sum() - squares)
    np.testing.assert_allclose(link.principal_inertia, expected, rtol=0.01)
