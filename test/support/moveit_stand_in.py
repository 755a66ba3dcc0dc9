# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A stand-in of MoveIt's state validation: a hand, a held tool and a table, as MoveIt would say it.

Answers about the group `arm`; of any other it says that nothing touches.
"""

from contextlib import suppress
import sys

from geometry_msgs.msg import Point, Vector3
from moveit_msgs.msg import ContactInformation
from moveit_msgs.srv import GetStateValidity
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node


def contact(first, second, normal):
    """Return a contact; sides: name and kind."""
    said = ContactInformation(
        position=Point(x=0.1, y=0.2, z=0.3),
        normal=Vector3(z=float(normal)),
        depth=0.002,
        contact_body_1=first[0],
        body_type_1=first[1],
        contact_body_2=second[0],
        body_type_2=second[1],
    )
    said.header.frame_id = 'planning_frame'
    return said


HAND = ('hand', ContactInformation.ROBOT_LINK)
FINGER = ('finger', ContactInformation.ROBOT_LINK)
TOOL = ('tool', ContactInformation.ROBOT_ATTACHED)
TABLE = ('table', ContactInformation.WORLD_OBJECT)


class StateValidation(Node):
    def __init__(self):
        super().__init__('move_group')
        self.create_service(GetStateValidity, '/check_state_validity', self.answer)

    def answer(self, request, response):
        # The present state is asked for: anything else would be judged by an empty one.
        assert request.robot_state.is_diff
        if request.group_name == 'arm':
            response.contacts = [
                contact(HAND, TABLE, -1),
                contact(TABLE, TOOL, 1),
                contact(HAND, FINGER, 1),
            ]
        response.valid = not response.contacts
        return response


if __name__ == '__main__':
    rclpy.init(args=sys.argv)
    node = StateValidation()
    # Not rclpy.spin: now and then it does not notice that it was told to stop.
    with suppress(KeyboardInterrupt, ExternalShutdownException):
        while rclpy.ok():
            rclpy.spin_once(node, timeout_sec=0.1)
