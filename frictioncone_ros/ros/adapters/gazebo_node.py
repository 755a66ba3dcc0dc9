# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node behind both Gazebo adapters: messages in, ContactStateArray out, silence made words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
import sys
from time import monotonic
from typing import Any

import numpy as np
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node

from frictioncone_ros.contact import CircularCone, FrictionModel, FrictionPyramid
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.node_interface.static_transforms import parsed_transforms
from frictioncone_ros.ros.adapters.raw_contacts import (
    ContactRules,
    estimates_of,
    NormalMemory,
    RawPoint,
)
from frictioncone_ros.ros.conversions.estimates import estimates_to_message
from frictioncone_ros.ros.conversions.geometry import time_from_message
from frictioncone_ros.ros.runtime.qos import INPUT
from frictioncone_ros.ros.runtime.steady_timer import steady_timer
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.spatial import Array, as_vector

Read = Callable[[Any], list[RawPoint]]

PARAMETERS: dict[str, object] = {
    'body': '',
    'frame': 'world',
    'friction_coefficient': 0.5,
    'friction_set': 'pyramid',
    'fallback_normal': [0.0, 0.0, 1.0],
    'force_frame': '',
    'static_transforms': [''],
    'silence_timeout': 0.1,
}
"""Defaults; see docs/robot/adapters.md."""


class GazeboAdapter(Node):
    """
    Listens to ~/gazebo_contacts, speaks on ~/contacts.

    A Gazebo contact sensor says nothing once contact ends: after silence_timeout an empty
    snapshot is published, and again as often, for an empty snapshot means "no contact" while
    silence means "stale". A simulated clock that stands still is not silence.
    """

    def __init__(self, name: str, message_type: type, read: Read) -> None:
        """Declare the parameters and connect the topics."""
        super().__init__(name)
        values = {
            key: self.declare_parameter(key, value).value for key, value in PARAMETERS.items()
        }
        self._frame = str(values['frame'])
        self._rules = ContactRules(
            str(values['body']),
            _friction(values),
            _unit(as_vector(values['fallback_normal'], 3, 'fallback_normal')),
            _force_rotation(values, self._frame),
        )
        self._read, self._memory = read, NormalMemory()
        self._timeout = float(values['silence_timeout'])
        self._heard = monotonic()
        self._last_stamp = 0
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', 10)
        self.create_subscription(message_type, '~/gazebo_contacts', self._take, INPUT)
        steady_timer(self, 1.0 / self._timeout, self._watch)

    def _take(self, message: Any) -> None:
        try:
            found = estimates_of(self._read(message), self._rules, self._memory)
        except FrictionConeError as error:
            self.get_logger().warning(str(error), throttle_duration_sec=1.0)
            return
        self._heard = monotonic()
        stamp = time_from_message(message.header.stamp) or self._now()
        frame = str(message.header.frame_id) or self._frame
        self._last_stamp = stamp
        self._publisher.publish(estimates_to_message(EstimatedContacts(frame, stamp, found)))

    def _watch(self) -> None:
        """Say that nothing is touched where nothing was heard for so long."""
        stamp = self._now()
        if monotonic() - self._heard < self._timeout or stamp <= self._last_stamp:
            return
        self._last_stamp = stamp
        self._memory.keep({})
        self._publisher.publish(estimates_to_message(EstimatedContacts(self._frame, stamp)))

    def _now(self) -> int:
        return self.get_clock().now().nanoseconds


def run_adapter(name: str, package: str, message: str, read: Read) -> int:
    """Run the adapter of a message; 2 where its package is not installed."""
    try:
        message_type = getattr(import_module(f'{package}.msg'), message)
    except ModuleNotFoundError:
        print(
            f'{name} needs the ROS 2 package {package}, which is not installed or not '
            f'sourced: apt install ros-$ROS_DISTRO-{package.replace("_", "-")}',
            file=sys.stderr,
        )
        return 2
    rclpy.init()
    try:
        rclpy.spin(GazeboAdapter(name, message_type, read))
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    except FrictionConeError as error:
        print(f'{name}: {error}', file=sys.stderr)
        return 1
    finally:
        rclpy.try_shutdown()
    return 0


def _friction(values: dict[str, Any]) -> FrictionModel:
    """Return the pyramid of Gazebo's default engines, or the cone where one was chosen there."""
    model = FrictionPyramid if values['friction_set'] == 'pyramid' else CircularCone
    return model(float(values['friction_coefficient']))


def _force_rotation(values: dict[str, Any], frame: str) -> Array | None:
    """Return the turn of forces, stated along a link's axes, into the frame's."""
    if not values['force_frame']:
        return None
    words: Sequence[str] = values['static_transforms']
    return StaticFrames(parsed_transforms(words)).pose(frame, values['force_frame']).rotation.T


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)
