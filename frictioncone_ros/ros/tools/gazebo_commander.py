# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A planner and a controller for the block of Gazebo Sim: pushes it through the filter."""

from __future__ import annotations

from collections.abc import Callable
import sys
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.messages.numbers import six_from_message
from frictioncone_ros.msg import FilteredCommand, HybridCommand
from frictioncone_ros.ros.conversions.commands import command_to_message
from frictioncone_ros.ros.conversions.geometry import six_to_message
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.session.values import FramedCommand, Frames
from frictioncone_ros.sim.arm.scene import BlockSize
from frictioncone_ros.spatial import Array

BLOCK = 'block::body'
LINK_TYPE = 3
"""Entity.LINK of ros_gz_interfaces."""
PRESSING, LARGEST_PUSH, TURN = 20.0, 16.0, 6.0
"""Force down [N], sideways at its largest [N] (friction holds 10), and one turn of it [s]."""
CENTER = np.array((0.0, 0.0, 0.035))
"""The block's centre of mass in the world as it stands [m]: Gazebo applies wrenches there."""
WEIGHT = np.array((0.0, 0.0, -9.81 * BlockSize().mass))
RATE = 100.0


class GazeboCommander(SimpleNode):
    """Commands on ~/command, and puts what comes back on ~/filtered_command on the block."""

    def __init__(self, message_type: type, written: Callable[[Array], Any]) -> None:
        """Connect; written: makes Gazebo's message of a wrench (6,) on the block."""
        super().__init__('gazebo_commander')
        self._written, self._count, self._start = written, 0, 0
        self._commands = self.create_publisher(HybridCommand, '~/command', OUTPUT)
        self._wrenches = self.create_publisher(message_type, '~/wrench', OUTPUT)
        self.create_subscription(FilteredCommand, '~/filtered_command', self._apply, OUTPUT)
        self.create_timer(1.0 / RATE, self._command).is_urgent = True

    def _command(self) -> None:
        stamp = self.get_clock().now().nanoseconds
        self._start = self._start or stamp
        self._count += 1
        desired = push((stamp - self._start) * 1e-9)
        frames = Frames('world', 'world', '')
        command = FramedCommand(frames, {'wrench': desired}, stamp, self._count)
        self._commands.publish(command_to_message(command))

    def _apply(self, message: FilteredCommand) -> None:
        wrench = six_from_message(message.wrench, 'wrench')
        self._wrenches.publish(self._written(on_block(wrench)))


def push(time: float) -> Array:
    """Return the wrench (6,) on the environment at a time [s], about the world's origin."""
    size = LARGEST_PUSH * np.sin(np.pi * time / TURN) ** 2
    angle = 2.0 * np.pi * time / TURN
    force = (size * np.cos(angle), size * np.sin(angle), -PRESSING)
    # Through the origin, where the feet stand: nothing tips it over.
    return np.array((*force, 0.0, 0.0, 0.0))


def on_block(wrench: Array) -> Array:
    """Return what Gazebo is to apply at the centre of mass, (6,): its weight comes by itself."""
    force = wrench[:3]
    return np.concatenate((force - WEIGHT, wrench[3:] - np.cross(CENTER, force)))


def main() -> int:
    """Push until told to stop; 2 where Gazebo's messages are not installed."""
    try:
        from ros_gz_interfaces.msg import Entity, EntityWrench  # noqa: PLC0415  # optional
    except ImportError:
        missing = MissingDependencyError(
            'ros_gz_interfaces', 'apt install ros-$ROS_DISTRO-ros-gz-interfaces'
        )
        print(f'gazebo_commander: {missing}', file=sys.stderr)
        return 2

    def written(wrench: Array) -> Any:
        entity = Entity(name=BLOCK, type=LINK_TYPE)
        return EntityWrench(entity=entity, wrench=six_to_message(wrench, 'wrench'))

    return run_node('gazebo_commander', lambda: GazeboCommander(EntityWrench, written))


if __name__ == '__main__':
    sys.exit(main())
