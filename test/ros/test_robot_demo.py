# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A real arm's model over DDS: what the node is told comes from joints, a drawing and a sensor."""

from dataclasses import replace
import os

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('mujoco', reason='mujoco is not installed')
pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

import rclpy

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.ros.tools.robot_driver import RobotDriver
from frictioncone_ros.ros.tools.robot_run import CONTACTS, nodes, RobotRun
from frictioncone_ros.sim.robots.robot_data import package_folder, robot_model
from frictioncone_ros.sim.robots.sensors import RobotSensors, SensorFaults
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.tasks import robot_task

try:
    package_folder()
except MissingDependencyError as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.fixture
def own_context(ros_domain):
    rclpy.init(domain_id=ros_domain)
    yield
    rclpy.try_shutdown()


@pytest.mark.slow
@pytest.mark.alone('a simulation in real time beside three nodes')
def test_an_arm_that_knows_its_joints_and_its_wrist_holds_what_friction_holds(
    own_context, tmp_path
):
    press, pull = robot_task('press').phases[:2]
    phases = (replace(press, duration=0.3), replace(pull, duration=1.2))
    simulation = RobotSimulation(robot_model('panda'), replace(robot_task('press'), phases=phases))
    sensors, shown = RobotSensors(simulation, SensorFaults(), 2), []
    with nodes(simulation, sensors, tmp_path):
        driver = RobotDriver(simulation, sensors, CONTACTS)
        run = RobotRun(driver, shown.append)
        assert run.wait_for_filter(), 'the filter did not answer'
        record = run.run()
        driver.close()
    assert shown and record.slip() < 1e-3 and record.lost() == 0.0
    told = record.estimated()
    assert all(estimate.pairs == look.touching == {'pad:block'} for look, estimate in told)
    errors = [
        np.linalg.norm(one.force - look.force) for look, one in told if one.force is not None
    ]
    assert np.median(errors) < 1.0
    # Friction is believed to be 0.45 +- 0.1 at worst: of the 16 N asked for 7 and a bit are left.
    most = max(look.sent[1] for look in record.looks)
    assert 5.0 < most < 0.35 / (1 - 0.35) * 20.0 + 1.0
    assert os.listdir(tmp_path)
