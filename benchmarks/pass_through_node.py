# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The least a node with these message types can do: the measure for what ours adds."""

from __future__ import annotations

from contextlib import suppress
import signal
import sys

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.msg import FilteredCommand, HybridCommand
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT


class PassThrough(Node):
    """Copies the wrench and twist of each command into an answer, and nothing else."""

    def __init__(self) -> None:
        """Connect the same topics, with the same quality, as the filter node."""
        super().__init__('pass_through')
        self._answers = self.create_publisher(FilteredCommand, '~/filtered_command', OUTPUT)
        self.create_subscription(HybridCommand, '~/command', self._on_command, INPUT)

    def _on_command(self, message: HybridCommand) -> None:
        answer = FilteredCommand()
        answer.header = message.header
        answer.command_sequence = message.sequence
        answer.has_wrench, answer.wrench = message.has_wrench, message.wrench
        answer.has_twist, answer.twist = message.has_twist, message.twist
        self._answers.publish(answer)


def main() -> int:
    """Run until told to stop."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    rclpy.init()
    executor = SingleThreadedExecutor()
    executor.add_node(PassThrough())
    with suppress(KeyboardInterrupt, ExternalShutdownException):
        executor.spin()
    rclpy.try_shutdown()
    return 0


if __name__ == '__main__':
    sys.exit(main())
