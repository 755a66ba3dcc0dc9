# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A simulated real arm as a ROS node: its drivers, its planner and its controller.

It says what an arm says (joint states, description, wrist wrench) and what a planner commands. It
never says what the engine knows.
"""

from __future__ import annotations

from math import inf
from time import perf_counter

from geometry_msgs.msg import WrenchStamped
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, HybridCommand
from frictioncone_ros.ros.conversions.commands import command_to_message, part_to_message
from frictioncone_ros.ros.conversions.joints import Joints, joints_to_message
from frictioncone_ros.ros.conversions.neighbour import (
    answer_from_message,
    FilteredAnswer,
    mode_request,
    received_contacts_from_message,
    ReceivedContacts,
)
from frictioncone_ros.ros.runtime.qos import INPUT, LATCHED, OUTPUT
from frictioncone_ros.ros.tools.simulated_arm import Traffic
from frictioncone_ros.session.values import FramedCommand, Frames
from frictioncone_ros.sim.robots.description import SENSOR_FRAME, TIP_FRAME
from frictioncone_ros.sim.robots.sensors import RobotSensors
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import Phase
from frictioncone_ros.spatial import Array
from frictioncone_ros.srv import SetDesiredMode

WRENCH_TOPIC = '/ft_sensor/wrench'
KNOWN_TOPIC = '/geometry_contacts/contacts'

NEXT_READING = 0.02
"""Joints and sensor speak on, of the same moment, while contacts of that are not told [s]."""

ANSWER_LOOKS = 50
"""After so many commands the answer to a wish is taken for lost."""


class RobotDriver(Node):
    """Speaks for one arm at one task, and hears the filter and what the filter hears."""

    def __init__(
        self,
        simulation: RobotSimulation,
        sensors: RobotSensors,
        contacts: str,
        target: str = '/frictioncone',
    ) -> None:
        """Connect to the filter `target`, whose contacts come on the topic `contacts`."""
        super().__init__('robot_driver')
        self.simulation, self._sensors = simulation, sensors
        self.traffic = Traffic()
        self.answer: FilteredAnswer | None = None
        self.estimate: ReceivedContacts | None = None
        self._sent: dict[int, float] = {}
        self._sequence = 0
        self.reported = 0
        self._positions, self._reading = JointState(), WrenchStamped()
        self._next_reading = inf
        self._desired: tuple[str, tuple[str, ...]] = ('', ())
        self._asked = 0
        self._question: Future[SetDesiredMode.Response] | None = None
        self._joints = self.create_publisher(JointState, '/joint_states', INPUT)
        self._wrench = self.create_publisher(WrenchStamped, WRENCH_TOPIC, INPUT)
        self._commands = self.create_publisher(HybridCommand, f'{target}/command', INPUT)
        self._wishes = self.create_client(SetDesiredMode, f'{target}/set_desired_mode')
        self._described = self.create_publisher(String, '/robot_description', LATCHED)
        self._described.publish(String(data=simulation.world.urdf))
        self.create_subscription(
            FilteredCommand, f'{target}/filtered_command', self._on_answer, OUTPUT
        )
        self.create_subscription(ContactStateArray, contacts, self._on_contacts, INPUT)
        self.create_subscription(ContactStateArray, KNOWN_TOPIC, self._on_known, INPUT)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self)

    @property
    def unanswered(self) -> int:
        """How many commands were sent since the one that was answered last."""
        return self._sequence - (0 if self.answer is None else self.answer.sequence)

    @property
    def is_up_to_date(self) -> bool:
        """Whether the last command was answered and contacts of the last report were heard."""
        return self.unanswered == 0 and self._is_told

    @property
    def _is_told(self) -> bool:
        """Whether contacts were heard of which every part is of the last report or later."""
        return self.estimate is not None and self.estimate.stamp >= self.reported

    def count_anew(self) -> None:
        """Forget what went over DDS so far."""
        self.traffic = Traffic()
        self._sent.clear()

    def hear(self, until: float) -> None:
        """Take what comes until a time of perf_counter [s]; look at least once."""
        while True:
            left = min(until, self._next_reading) - perf_counter()
            self._executor.spin_once(timeout_sec=max(0.0, left))
            if perf_counter() >= self._next_reading:
                self._joints.publish(self._positions)
                self._say_reading()
            if perf_counter() >= until:
                return

    def report(self) -> None:
        """
        Publish what joint encoders read now, and, once contacts of it are found, the wrist sensor.

        A reading that comes sooner is told with contacts of the report before.
        """
        self.reported = stamp = self.get_clock().now().nanoseconds
        angles, rates = self._sensors.joints()
        joints = Joints(list(self.simulation.world.joints), angles.tolist(), rates.tolist(), stamp)
        self._positions = joints_to_message(joints)
        self._joints.publish(self._positions)
        self._reading = part_to_message(self._sensors.wrench(), 'wrench', SENSOR_FRAME, stamp)
        self._next_reading = perf_counter() + NEXT_READING

    def command(self, phase: Phase, wrench: Array) -> None:
        """Publish what the planner asks for: a wrench (6,), and the phase's twist and mode."""
        self._wish(phase.mode)
        self._sequence += 1
        parts = {'wrench': wrench}
        if phase.twist is not None:
            parts['twist'] = phase.twist
        stamp = self.get_clock().now().nanoseconds
        frames = Frames(self.simulation.robot.base, TIP_FRAME, TIP_FRAME)
        self._sent[self._sequence] = perf_counter()
        self.traffic.commands += 1
        self._commands.publish(
            command_to_message(FramedCommand(frames, parts, stamp, self._sequence))
        )

    def close(self) -> None:
        """End the connections."""
        self._executor.shutdown()
        self.destroy_node()

    def _wish(self, letter: str) -> None:
        """Desire a mode of every contact told last, where that is another than before."""
        names = self.estimate.names if self.estimate is not None and letter else ()
        desired = letter * len(names), names
        if self._is_waiting or not self._wishes.service_is_ready():
            return
        # Refused where contacts have changed on the way, or lost: asked again.
        if desired != self._desired or not self._is_granted:
            self._desired, self._asked = desired, self._sequence
            self._question = self._wishes.call_async(mode_request(*desired))

    @property
    def _is_waiting(self) -> bool:
        """Whether a wish was told and its answer may still come."""
        is_asked = self._question is not None and not self._question.done()
        return is_asked and self._sequence - self._asked < ANSWER_LOOKS

    @property
    def _is_granted(self) -> bool:
        """Whether the last wish, if there was one, was granted."""
        if self._question is None:
            return True
        answer = self._question.result() if self._question.done() else None
        return answer is not None and bool(answer.success)

    def _on_answer(self, message: FilteredCommand) -> None:
        self.answer = answer_from_message(message)
        self.traffic.answers += 1
        sent = self._sent.pop(self.answer.sequence, None)
        if sent is not None:
            self.traffic.round_trips.append(perf_counter() - sent)

    def _say_reading(self) -> None:
        self._wrench.publish(self._reading)
        self._next_reading = perf_counter() + NEXT_READING

    def _on_known(self, message: ContactStateArray) -> None:
        is_awaited = self._next_reading < inf
        if is_awaited and time_from_message(message.header.stamp) >= self.reported:
            self._say_reading()

    def _on_contacts(self, message: ContactStateArray) -> None:
        self.estimate = received_contacts_from_message(message)
        if self._is_told:
            self._next_reading = inf
