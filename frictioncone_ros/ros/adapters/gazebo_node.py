# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node behind both Gazebo adapters: messages in, ContactStateArray out, silence made words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, FrictionModel, FrictionPyramid
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.adapters.raw_contacts import (
    ContactRules,
    estimates_of,
    NormalMemory,
    RawPoint,
)
from frictioncone_ros.ros.adapters.sensor_silence import SensorSilence
from frictioncone_ros.ros.adapters.stated_node import found_type
from frictioncone_ros.ros.conversions.estimates import estimates_to_message
from frictioncone_ros.ros.frames.frame_sources import (
    FRAME_PARAMETERS,
    frame_settings,
    frame_tree,
    source_in_words,
)
from frictioncone_ros.ros.runtime.clocks import steady_timer
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.given_parameters import positive
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.spatial import Array, as_vector

Read = Callable[[Any], list[RawPoint]]

PARAMETERS: dict[str, object] = {
    'body': '',
    'frame': 'world',
    'friction_coefficient': 0.5,
    'friction_set': 'cone',
    'fallback_normal': [0.0, 0.0, 1.0],
    'force_frame': '',
    **FRAME_PARAMETERS,
    'silence_timeout': 0.1,
}
"""Defaults; see docs/robot/adapters.md."""

LONGEST_SILENCE = 3600.0
"""Largest silence_timeout that is taken for meant [s]."""

FRICTION_SETS: dict[str, type[FrictionPyramid] | type[CircularCone]] = {
    'pyramid': FrictionPyramid,
    'cone': CircularCone,
}


class GazeboAdapter(SimpleNode):
    """
    Listens to ~/gazebo_contacts, speaks on ~/contacts.

    A Gazebo contact sensor says nothing once contact ends: after silence_timeout an empty
    snapshot is published, and again as often, for an empty snapshot means "no contact" while
    silence means "stale".
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
        )
        self._force_frame = str(values['force_frame'])
        if self._force_frame:
            settings = frame_settings(values)
            self._frames = frame_tree(self, settings)
            self.get_logger().info(f'frames from {source_in_words(settings)}')
        self._read, self._memory = read, NormalMemory()
        timeout = positive(values, 'silence_timeout', LONGEST_SILENCE)
        self._silence = SensorSilence(timeout, monotonic(), self._now())
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self.create_subscription(message_type, '~/gazebo_contacts', self._take, INPUT)
        steady_timer(self, 1.0 / timeout, self._watch)

    def _take(self, message: Any) -> None:
        self._silence.end(monotonic(), self._now())
        stamp = time_from_message(message.header.stamp) or self._now()
        frame = str(message.header.frame_id) or self._frame
        rules = self._rules_at(frame, stamp)
        found = estimates_of(self._read(message), rules, self._memory)
        self._publisher.publish(estimates_to_message(EstimatedContacts(frame, stamp, found)))

    def _rules_at(self, frame: str, stamp: int) -> ContactRules:
        """Return the rules with the turn of forces, stated along a link's axes, at a stamp."""
        if not self._force_frame:
            return self._rules
        link = self._frames.pose(frame, self._force_frame, stamp)
        return replace(self._rules, force_rotation=link.rotation.T)

    def _watch(self) -> None:
        """Say that nothing is touched where nothing was heard for so long."""
        stamp = self._now()
        if self._silence.is_to_be_said(monotonic(), stamp):
            self._memory.keep({})
            self._publisher.publish(estimates_to_message(EstimatedContacts(self._frame, stamp)))

    def _now(self) -> int:
        return self.get_clock().now().nanoseconds


def run_adapter(name: str, package: str, message: str, read: Read) -> int:
    """Run the adapter of a message; 2 where its package is not installed."""
    message_type = found_type(name, package, 'msg', message)
    if message_type is None:
        return 2
    return run_node(name, lambda: GazeboAdapter(name, message_type, read))


def _friction(values: dict[str, Any]) -> FrictionModel:
    """Return the cone inside every pyramid of Gazebo's engines, or the pyramid along its axes."""
    kind = values['friction_set']
    if kind not in FRICTION_SETS:
        raise InvalidInputError('friction_set', kind, ' or '.join(FRICTION_SETS))
    return FRICTION_SETS[kind](float(values['friction_coefficient']))


def _unit(vector: Array) -> Array:
    length = float(np.linalg.norm(vector))
    if length == 0.0:
        raise InvalidInputError('fallback_normal', vector.tolist(), 'a direction')
    return vector / length
