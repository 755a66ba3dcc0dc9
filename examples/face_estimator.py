# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
An estimator in forty lines of code: which corners of a tool's flat face are on the table.

Copy it and put your own knowledge into `corners` and `contact`. It is told where the tool is on
/tool_pose; until then the tool stands where it was put. Run it beside the filter and a planner.
"""

import signal

from geometry_msgs.msg import Point, PoseStamped, Vector3
import rclpy
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from frictioncone_ros.msg import ContactPoint, ContactState, ContactStateArray

RATE, HALF_SIDE, TOUCHING, NEAR = 100.0, 0.03, 0.0005, 0.01  # [Hz], [m], [m], [m]


class FaceEstimator(Node):
    """Hears /tool_pose, says on /frictioncone/contacts what touches the table at height 0."""

    def __init__(self) -> None:
        """Connect the two topics."""
        super().__init__('face_estimator')
        self.count, self.place = 0, Point(x=0.5, y=0.0, z=0.0)
        self.contacts = self.create_publisher(ContactStateArray, '/frictioncone/contacts', 10)
        self.create_subscription(PoseStamped, '/tool_pose', self.hear, 10)
        self.create_timer(1.0 / RATE, self.send)

    def hear(self, message: PoseStamped) -> None:
        """Keep where the face's middle is, along the axes of the base [m]."""
        self.place = message.pose.position

    def corners(self) -> list[Point]:
        """Return the corners of the face, which is level [m]."""
        signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
        x, y, z = self.place.x, self.place.y, self.place.z
        return [Point(x=x + HALF_SIDE * one, y=y + HALF_SIDE * two, z=z) for one, two in signs]

    def contact(self, name: str, corner: Point) -> ContactState:
        """Return one corner: where, which way, how rough, and whether it touches."""
        point = ContactPoint(name=name, position=corner, normal=Vector3(z=1.0))
        point.friction_coefficient, point.friction_uncertainty = 0.4, 0.05
        touches = corner.z <= TOUCHING
        return ContactState(point=point, in_contact=touches, has_distance=True, distance=corner.z)

    def send(self) -> None:
        """Send a complete snapshot, stamped now: silence would be stale, empty is no contact."""
        self.count += 1
        snapshot = ContactStateArray(sequence=self.count)
        snapshot.header.stamp = self.get_clock().now().to_msg()
        snapshot.header.frame_id = 'base'  # axes and origin of positions and normals
        near = [corner for corner in self.corners() if corner.z <= NEAR]
        snapshot.contacts = [self.contact(f'corner_{i}', one) for i, one in enumerate(near)]
        self.contacts.publish(snapshot)


def main() -> None:
    """Run until Ctrl-C, which ends no callback in the middle: rclpy's own handling may."""
    stops: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stops.append(number))
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    estimator = FaceEstimator()
    while not stops:
        rclpy.spin_once(estimator, timeout_sec=0.1)
    rclpy.try_shutdown()


if __name__ == '__main__':
    main()
