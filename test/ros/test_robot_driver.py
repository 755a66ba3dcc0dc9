# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The planner beside a simulated arm asks for its mode until that is granted, and then no more."""

from time import monotonic, perf_counter
from types import SimpleNamespace as Fields

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.ros.conversions.neighbour import ReceivedContacts
from frictioncone_ros.ros.tools.robot_driver import ANSWER_LOOKS, RobotDriver
from frictioncone_ros.sim.robots.task import Phase
from frictioncone_ros.srv import SetDesiredMode

ARM = Fields(world=Fields(urdf='<robot/>', joints=()), robot=Fields(base='base'))
TOLD = ReceivedContacts(('pad:block/0', 'pad:block/1'), np.zeros((2, 3)), None, 1)


@pytest.fixture
def filter_(ros_domain):
    """A service that refuses what it is asked first, and grants what it is asked again."""
    rclpy.init(domain_id=ros_domain)
    node, asked = Node('frictioncone'), []

    def answer(request, response):
        asked.append((request.mode.text, tuple(request.mode.contact_names)))
        response.success = asked.count(asked[-1]) > 1
        return response

    service = node.create_service(SetDesiredMode, '/frictioncone/set_desired_mode', answer)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    yield Fields(asked=asked, answer=lambda: executor.spin_once(0.0), service=service, node=node)
    executor.shutdown()
    rclpy.try_shutdown()


def command_until(driver, filter_, mode, condition):
    """Command in a phase of a mode until a condition holds."""
    phase, end = Phase('slide', 1.0, np.zeros(6), mode=mode), monotonic() + 30.0
    while not condition():
        assert monotonic() < end, filter_.asked
        driver.command(phase, np.zeros(6))
        driver.hear(perf_counter() + 0.002)
        filter_.answer()


def test_a_wish_that_is_refused_is_told_again_and_one_that_is_granted_is_not(filter_):
    driver = RobotDriver(ARM, None, '/contacts')
    driver.estimate = TOLD
    asked, wish = filter_.asked, ('dd', TOLD.names)
    command_until(driver, filter_, 'd', lambda: len(asked) == 2)
    commands = driver.traffic.commands
    enough = commands + 3 * ANSWER_LOOKS
    command_until(driver, filter_, 'd', lambda: driver.traffic.commands > enough)
    assert asked == [wish, wish]
    # Another phase has another wish.
    command_until(driver, filter_, '', lambda: len(asked) == 4)
    assert asked[2:] == [('', ()), ('', ())]
    driver.close()


def test_a_wish_that_is_lost_is_told_again(filter_):
    driver = RobotDriver(ARM, None, '/contacts')
    driver.estimate = TOLD
    command_until(driver, filter_, 'd', driver._wishes.service_is_ready)
    lost = rclpy.task.Future()
    driver._question, driver._asked = lost, driver._sequence
    driver._wanted = ('dd', TOLD.names)
    command_until(driver, filter_, 'd', lambda: filter_.asked)
    assert driver.traffic.commands > ANSWER_LOOKS and driver._question is not lost
    driver.close()
