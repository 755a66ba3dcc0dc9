# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node behind adapters whose messages are whole snapshots: silence there means stale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
import sys
from typing import Any

from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.estimates import estimates_to_message
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node

Values = Mapping[str, Any]
Read = Callable[[Any], list[ContactEstimate]]
Reader = Callable[[Values], Read]
"""Makes of the parameters what reads messages; refuses values that it cannot use."""


class StatedAdapter(SimpleNode):
    """
    Listens to ~/stated_contacts, speaks on ~/contacts: one snapshot a message.

    Messages without a header are of now and along `frame`. One that cannot be used publishes
    nothing: contacts then grow stale, which is the truth.
    """

    def __init__(self, name: str, message_type: type, reader: Reader, parameters: Values) -> None:
        """Declare the parameters, `frame` among them, and connect the topics."""
        super().__init__(name)
        values = {
            key: self.declare_parameter(key, value).value
            for key, value in {'frame': 'world', **parameters}.items()
        }
        self._frame = str(values['frame'])
        self._read, self._sequence = reader(values), 0
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self.create_subscription(message_type, '~/stated_contacts', self.take, INPUT)

    def take(self, message: Any) -> None:
        """Publish what a message says."""
        frame, stamp = self._frame, 0
        if hasattr(message, 'header'):
            frame = str(message.header.frame_id) or frame
            stamp = time_from_message(message.header.stamp)
        found = self._read(message)
        estimated = EstimatedContacts(frame, stamp or self.get_clock().now().nanoseconds, found)
        # Two contacts of one name are found out here.
        snapshot = estimates_to_message(estimated, self._sequence + 1)
        self._sequence += 1
        self._publisher.publish(snapshot)


def run_stated(name: str, package: str, message: str, reader: Reader, parameters: Values) -> int:
    """Run the adapter of a message; 2 where its package is not installed."""
    message_type = found_type(name, package, 'msg', message)
    if message_type is None:
        return 2
    return run_node(name, lambda: StatedAdapter(name, message_type, reader, parameters))


def found_type(name: str, package: str, kind: str, message: str) -> type | None:
    """Return a type of another package, None where it is not installed, which is said."""
    try:
        found: type = getattr(import_module(f'{package}.{kind}'), message)
    except ModuleNotFoundError:
        print(
            f'{name} needs the ROS 2 package {package}, which is not installed or not '
            f'sourced: apt install ros-$ROS_DISTRO-{package.replace("_", "-")}',
            file=sys.stderr,
        )
        return None
    return found
