# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Real arms in MuJoCo: as their URDF says, weighed by their sensor, and able to do the tasks."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
from frictioncone_ros.sim.robots import robot_data
from frictioncone_ros.sim.robots.comparison import run_unfiltered, run_with_truth
from frictioncone_ros.sim.robots.description import robot_urdf, TIP_FRAME, ToolLoad
from frictioncone_ros.sim.robots.robot_data import robot_model, ROBOTS
from frictioncone_ros.sim.robots.sensors import RobotSensors, SensorFaults
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import Phase, six, write_scene
from frictioncone_ros.sim.robots.tasks import robot_task, TASKS

try:
    robot_data.package_folder()
except MissingDependencyError as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.fixture(scope='module', params=ROBOTS)
def pressing(request):
    return RobotSimulation(robot_model(request.param), robot_task('press'))


def test_the_description_is_that_of_the_arm_with_sensor_and_tool(pressing):
    root = Xml.fromstring(robot_urdf(pressing.robot, ToolLoad()))
    links = [link.get('name') for link in root.findall('link')]
    assert pressing.robot.base in links and links[-3:] == ['ft_sensor', 'tool_body', 'tool']
    assert not set(links) & set(pressing.robot.left_out)
    children = [joint.find('child').get('link') for joint in root.findall('joint')]
    # A tree: every link but the base hangs on one joint.
    assert sorted(children) == sorted(set(links) - {pressing.robot.base})


def test_the_engine_places_the_tool_where_pinocchio_does(pressing):
    robot = pytest.importorskip('frictioncone_ros.estimation.geometry.robot')
    pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
    peer, random = robot.Robot(pressing.world.urdf), np.random.default_rng(3)
    import mujoco

    data = mujoco.MjData(pressing.model)
    for _ in range(5):
        data.qpos[:] = random.uniform(-1.0, 1.0, pressing.model.nq)
        mujoco.mj_forward(pressing.model, data)
        peer.update(pressing.world.joints, data.qpos.tolist(), [])
        placed = peer.placement(peer.frame(TIP_FRAME))
        site = data.site(TIP_FRAME)
        np.testing.assert_allclose(site.xpos, placed.translation, atol=1e-9)
        np.testing.assert_allclose(site.xmat.reshape(3, 3), placed.rotation, atol=1e-9)


def test_twelve_postures_tell_the_tools_weight_and_the_bias(pressing):
    faults, load = SensorFaults(), ToolLoad()
    found = RobotSensors(pressing, faults, 4).calibration()
    assert found.mass == pytest.approx(load.mass, rel=0.02)
    np.testing.assert_allclose(found.center_of_mass, load.center, atol=1e-3)
    np.testing.assert_allclose(found.bias, faults.bias, rtol=0.02, atol=2e-3)


def test_the_tool_presses_as_told_and_the_sensor_feels_it(pressing):
    pressing.reset()
    truth = pressing.truth()
    assert truth.normal_forces.sum() == pytest.approx(20.0, abs=0.05)
    sensors = RobotSensors(pressing, SensorFaults(force=0.0, moment=0.0), 1)
    load = sensors.calibration()
    _, gravity = pressing.static_reading(pressing.data.qpos)
    felt = sensors.wrench() - load.reading(gravity)
    # The tool points down: the sensor's z axis is opposite to the force of the workpiece.
    np.testing.assert_allclose(felt[:3], (0.0, 0.0, -20.0), atol=0.1)


def test_noise_of_the_encoders_is_as_stated(pressing):
    pressing.reset()
    sensors = RobotSensors(pressing, SensorFaults(angle=1e-4, rate=2e-3), 5)
    angles, rates = zip(*(sensors.joints() for _ in range(400)), strict=True)
    assert np.std(np.array(angles) - pressing.data.qpos) == pytest.approx(1e-4, rel=0.1)
    assert np.std(np.array(rates) - pressing.data.qvel) == pytest.approx(2e-3, rel=0.1)


@pytest.mark.parametrize('name', TASKS)
def test_the_drawing_of_a_task_is_a_scene_file(name, tmp_path):
    scene = pytest.importorskip('frictioncone_ros.estimation.geometry.scene')
    pytest.importorskip('coal', reason='the extra `geometry` is not installed')
    task = robot_task(name)
    write_scene(task, tmp_path / 'scene.yaml')
    read = scene.read_scene(tmp_path / 'scene.yaml', 'base')
    assert read.tool_frame == TIP_FRAME
    assert [shape.name for shape in read.surroundings] == [one.name for one in task.workpiece]
    friction = read.materials.friction('steel', 'wood')
    assert (friction.model.friction_coefficient, friction.uncertainty) == task.believed


def test_a_pull_beyond_friction_slips_without_the_filter_alone():
    pull = robot_task('press').phases[1]
    task = replace(robot_task('press'), phases=(replace(pull, duration=1.0),))
    simulation = RobotSimulation(robot_model('panda'), task)
    held = run_with_truth(simulation)
    simulation.reset()
    loose = run_unfiltered(simulation)
    assert held.slip() < 2e-4 and loose.slip() > 1e-3
    assert held.lost() == loose.lost() == 0.0


def test_a_ball_is_rubbed_over_a_roll_with_the_filter_alone():
    phases = robot_task('polish').phases[1:9]
    simulation = RobotSimulation(robot_model('ur5'), replace(robot_task('polish'), phases=phases))
    rubbed = run_with_truth(simulation)
    simulation.reset()
    stuck = run_unfiltered(simulation)
    went, asked = rubbed.moved()
    assert went > 0.8 * asked and rubbed.lost() == 0.0
    assert stuck.moved()[0] < 0.1 * asked


def test_a_task_goes_through_its_phases():
    task = robot_task('press')
    first, second = task.phases[:2]
    assert task.at(0.0)[0] is first and task.at(first.duration)[0] is second
    half = task.at(first.duration + 0.5 * second.duration)[1]
    np.testing.assert_allclose(half, (0.0, 8.0, -20.0, 0.0, 0.0, 0.0))
    assert task.at(1e9)[0] is task.phases[-1]
    assert not Phase('fly', 1.0, six(), None, six(0.1)).holds


@pytest.mark.parametrize(('make', 'name'), [(robot_model, 'iiwa'), (robot_task, 'weld')])
def test_unknown_names_are_answered_with_those_there_are(make, name):
    with pytest.raises(InvalidInputError, match=r'panda|press'):
        make(name)


def test_without_the_wheel_the_way_to_it_is_said(monkeypatch):
    monkeypatch.setattr(robot_data.sys, 'path', ['/nowhere'])
    with pytest.raises(MissingDependencyError, match=r'pip install example-robot-data'):
        robot_data.package_folder()
