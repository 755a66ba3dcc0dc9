# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of MoveIt's collision check, asked again and again; its fields are read here alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
import sys
from time import monotonic
from typing import Any

import numpy as np
from rclpy.task import Future

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.adapters.raw_contacts import (
    ContactRules,
    estimates_of,
    NormalMemory,
    RawPoint,
)
from frictioncone_ros.ros.adapters.stated_node import found_type
from frictioncone_ros.ros.conversions.estimates import estimates_to_message
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.given_parameters import positive
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node

ROBOT_LINK, WORLD_OBJECT, ROBOT_ATTACHED = 0, 1, 2
"""ContactInformation's own constants."""


def points_of_moveit(contacts: Sequence[Any]) -> list[RawPoint]:
    """
    Return the points between the robot (links, attached objects) and the world.

    The robot's side comes first. The normal is that of the collision check, from body 1 to
    body 2: into body 2. Contacts of the robot with itself are left out.
    """
    return [_point(contact) for contact in contacts if _meets_the_world(contact)]


def frame_of_moveit(contacts: Sequence[Any]) -> str:
    """Return the frame of all contacts, MoveIt's planning frame; '' where none is stated."""
    frames = sorted({str(one.header.frame_id) for one in contacts} - {''})
    if len(frames) > 1:
        raise InvalidInputError('frame of contacts', frames, 'one for all', 'MoveIt')
    return frames[0] if frames else ''


def _meets_the_world(contact: Any) -> bool:
    kinds = (contact.body_type_1, contact.body_type_2)
    for index, kind in enumerate(kinds, start=1):
        if kind not in (ROBOT_LINK, WORLD_OBJECT, ROBOT_ATTACHED):
            where = f'contact of {str(contact.contact_body_1)!r} in MoveIt'
            raise InvalidInputError(f'body_type_{index}', kind, '0, 1 or 2', where)
    return (WORLD_OBJECT in kinds) and kinds != (WORLD_OBJECT, WORLD_OBJECT)


def _point(contact: Any) -> RawPoint:
    names = [str(contact.contact_body_1), str(contact.contact_body_2)]
    normal = np.array((contact.normal.x, contact.normal.y, contact.normal.z))
    if contact.body_type_1 != WORLD_OBJECT:
        normal = -normal
    else:
        names.reverse()
    place = contact.position
    position = np.array((place.x, place.y, place.z))
    # What is listed collides. Of its collision checkers one states depths below zero for it.
    depth = None if contact.depth < 0.0 else float(contact.depth)
    return RawPoint(names[0], names[1], position, normal, None, depth)


PARAMETERS: dict[str, object] = {
    'body': '',
    'frame': 'world',
    'group_name': '',
    'friction_coefficient': 0.5,
    'rate': 20.0,
}
"""Defaults; see docs/robot/adapters.md."""

FASTEST = 1000.0
"""Largest rate that is taken for meant [Hz]."""

PATIENCE = 1.0
"""A question without an answer for so long is given up, and the next one asked [s]."""


class MoveItAdapter(SimpleNode):
    """
    Asks ~/check_state_validity for the robot's present state, speaks on ~/contacts.

    One question at a time: an answer is a complete snapshot of the moment it was asked. Without
    answers nothing is published.
    """

    lives_on_messages = False

    def __init__(self, service_type: Any) -> None:
        """Declare the parameters and connect the service."""
        super().__init__('moveit_contacts')
        values = {
            key: self.declare_parameter(key, value).value for key, value in PARAMETERS.items()
        }
        rate = positive(values, 'rate', FASTEST)
        friction = CircularCone(float(values['friction_coefficient']))
        self._rules = ContactRules(str(values['body']), friction, None)
        self._frame, self._memory = str(values['frame']), NormalMemory()
        self._request = service_type.Request(group_name=str(values['group_name']))
        # A difference of nothing: the state that the monitored scene has now.
        self._request.robot_state.is_diff = True
        self._future: Future[Any] | None = None
        self._asked, self._sequence = -inf, 0
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self._client = self.create_client(service_type, '~/check_state_validity')
        self.create_timer(1.0 / rate, self._ask)

    def _ask(self) -> None:
        # By the steady clock: one that is set back would be waited for as long as it was.
        now = monotonic()
        if self._future is not None and not self._future.done():
            if now - self._asked < PATIENCE:
                return
            self._client.remove_pending_request(self._future)
            self._future = None
        if not self._client.service_is_ready():
            self.get_logger().warning(
                f'nobody offers {self.resolve_service_name(self._client.srv_name)}',
                throttle_duration_sec=1.0,
            )
            return
        self._asked, stamp = now, self.get_clock().now().nanoseconds
        future: Future[Any] = self._client.call_async(self._request)
        self._future = future
        future.add_done_callback(partial(self._publish, stamp))

    def _publish(self, stamp: int, future: Future[Any]) -> None:
        if self._future is None or future is not self._future:
            return
        try:
            answer: Any = future.result()
            self._frame = frame_of_moveit(answer.contacts) or self._frame
            points = points_of_moveit(answer.contacts)
            found = estimates_of(points, self._rules, self._memory)
        except FrictionConeError as error:
            self.get_logger().warning(str(error), throttle_duration_sec=1.0)
            return
        self._sequence += 1
        snapshot = EstimatedContacts(self._frame, stamp, found)
        self._publisher.publish(estimates_to_message(snapshot, self._sequence))


def main() -> int:
    """Run the adapter until told to stop."""
    service_type = found_type('moveit_contacts', 'moveit_msgs', 'srv', 'GetStateValidity')
    if service_type is None:
        return 2
    return run_node('moveit_contacts', lambda: MoveItAdapter(service_type))


if __name__ == '__main__':
    sys.exit(main())
