# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The planner beside a simulated arm asks for its mode until that is granted, and then no more.

Its wrist sensor is read out once contacts of the same moment are found, and again until both told.
"""

from time import monotonic, perf_counter
from types import SimpleNamespace as Fields

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import WrenchStamped
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions import time_to_message
from frictioncone_ros.ros.conversions.neighbour import ReceivedContacts
from frictioncone_ros.ros.runtime.qos import INPUT
from frictioncone_ros.ros.tools.robot_driver import (
    ANSWER_LOOKS,
    KNOWN_TOPIC,
    RobotDriver,
    WRENCH_TOPIC,
)
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


SENSORS = Fields(joints=lambda: (np.zeros(0), np.zeros(0)), wrench=lambda: np.arange(6.0))


def test_a_reading_follows_the_contacts_of_its_moment_and_comes_again_until_both_are_told(filter_):
    driver, readings = RobotDriver(ARM, SENSORS, '/contacts'), []
    node = filter_.node
    node.create_subscription(WrenchStamped, WRENCH_TOPIC, readings.append, INPUT)
    topics = [
        node.create_publisher(ContactStateArray, name, 10) for name in (KNOWN_TOPIC, '/contacts')
    ]

    def until(condition, say=None):
        end = monotonic() + 30.0
        while not condition():
            assert monotonic() < end
            if say is not None:
                say()
            driver.hear(perf_counter() + 0.002)
            filter_.answer()

    def tell(publisher, stamp):
        message = ContactStateArray()
        message.header.stamp = time_to_message(stamp)
        publisher.publish(message)

    driver.report()
    # Nobody finds contacts: the sensor speaks on by itself, of the moment of the report.
    until(lambda: len(readings) > 2)
    assert {one.header.stamp.nanosec for one in readings} == {driver.reported % 1_000_000_000}
    assert not driver.is_up_to_date
    # Contacts whose other part is older are not those of the report.
    until(lambda: driver.estimate, lambda: tell(topics[1], driver.reported - 1))
    assert not driver.is_up_to_date
    until(lambda: driver.is_up_to_date, lambda: tell(topics[1], driver.reported))
    assert driver._next_reading == np.inf
    driver.report()
    driver._next_reading = 1e12
    heard = len(readings)
    until(lambda: len(readings) > heard, lambda: tell(topics[0], driver.reported))
    driver.close()
