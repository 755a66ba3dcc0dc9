# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A planner in forty lines of code: presses on the table and pulls sideways, harder and harder.

Copy it and put your own numbers into `desired`. Run it beside the filter and a contact source.
"""

import signal
import sys

from geometry_msgs.msg import Vector3
import rclpy
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from frictioncone_ros.msg import FilteredCommand, HybridCommand

RATE, PRESS, PULL_RATE, MOST_PULL = 100.0, 20.0, 2.0, 30.0  # [Hz], [N], [N/s], [N]


class PressPlanner(Node):
    """Says what it wants on /frictioncone/command, and logs what the filter makes of it."""

    def __init__(self) -> None:
        """Connect the two topics."""
        super().__init__('press_planner')
        self.count = 0
        self.commands = self.create_publisher(HybridCommand, '/frictioncone/command', 10)
        self.create_subscription(FilteredCommand, '/frictioncone/filtered_command', self.hear, 10)
        self.create_timer(1.0 / RATE, self.send)

    def desired(self) -> Vector3:
        """Return the force of the robot on the table along the axes of the base [N]."""
        return Vector3(x=min(MOST_PULL, PULL_RATE * self.count / RATE), y=0.0, z=-PRESS)

    def send(self) -> None:
        """Send the next command, stamped now: an old one is not followed."""
        self.count += 1
        command = HybridCommand(has_wrench=True, sequence=self.count)
        command.header.stamp = self.get_clock().now().to_msg()
        command.header.frame_id = 'base'  # axes
        command.controlled_frame_id = command.reference_frame_id = 'tool'  # what moves; moments
        command.wrench.force = self.desired()
        self.commands.publish(command)

    def hear(self, answer: FilteredCommand) -> None:
        """Log what may be sent and why it is less than desired, once a second."""
        text = f'sideways {answer.wrench.force.x:.1f} N, {answer.status.text or "as desired"}'
        self.get_logger().info(text, throttle_duration_sec=1.0)


def main() -> int:
    """Run until Ctrl-C, which ends no callback in the middle: rclpy's own handling may."""
    stops: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stops.append(number))
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    planner = PressPlanner()
    while not stops:
        rclpy.spin_once(planner, timeout_sec=0.1)
    rclpy.try_shutdown()
    return 0


if __name__ == '__main__':
    sys.exit(main())
