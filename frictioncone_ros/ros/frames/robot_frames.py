# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frames from joint_states and robot_description: for arms where there is no tf2."""

from __future__ import annotations

from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from frictioncone_ros.estimation.geometry.libraries import require_libraries
from frictioncone_ros.estimation.robot_frames import RobotFrames
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.conversions.joints import joints_from_message
from frictioncone_ros.ros.runtime.qos import JOINTS, LATCHED
from frictioncone_ros.session.frames import StaticFrames, UnknownTransformError
from frictioncone_ros.spatial import RigidTransform


class JointStateFrames:
    """
    The robot's frames as its joints are, and those of static_transforms hung on them.

    A pose is refused while a joint below it is not heard, and when one was heard longer ago than
    transform_timeout: a frame that moves is then nowhere. Each joint counts by itself: a gripper
    that speaks on does not make fresh what an arm said that is silent.
    """

    def __init__(self, node: Node, settings: NodeSettings) -> None:
        """Listen to joint_states and to the latched robot_description."""
        require_libraries()
        self._node = node
        self._static = StaticFrames(settings.placed_frames)
        self.use(settings)
        self._frames: RobotFrames | None = None
        self._described = ''
        node.create_subscription(String, 'robot_description', self._describe, LATCHED)
        self._joints = node.create_subscription(JointState, 'joint_states', self._take, JOINTS)

    def use(self, settings: NodeSettings) -> None:
        """Take changed parameters."""
        self._timeout = settings.number('transform_timeout')
        self._ahead = settings.filter.future_tolerance

    def pose(self, parent: str, child: str, stamp: int = 0) -> RigidTransform:
        """
        Return the pose of `child` as seen from `parent`, or raise UnknownTransformError.

        stamp: [ns], as the joints were then, between two that were heard; the newest before it.
        """
        if self._static.from_root(parent)[0] == self._static.from_root(child)[0]:
            return self._static.pose(parent, child)
        between = f'no transform from {parent!r} to {child!r}'
        above, parent_pose = self._placed(parent, between, stamp)
        beside, child_pose = self._placed(child, between, stamp)
        if above != beside:
            raise UnknownTransformError(f'{between}: {above!r} and {beside!r} are not connected')
        return parent_pose.inverse().then(child_pose)

    def _placed(self, name: str, between: str, stamp: int) -> tuple[str, RigidTransform]:
        """Return the topmost frame above a frame and the pose as seen from there."""
        link, pose = self._static.from_root(name)
        if self._frames is None:
            raise UnknownTransformError(f'{between}: no robot_description yet')
        if not self._frames.knows(link):
            return link, pose
        self._refuse_unheard(link, between)
        self._refuse_old(link, between)
        pose = self._frames.from_root(link, stamp).then(pose)
        # The robot itself may stand somewhere.
        top, root_pose = self._static.from_root(self._frames.root)
        return top, root_pose.then(pose)

    def _refuse_unheard(self, link: str, between: str) -> None:
        """Refuse a link that hangs on joints whose position was never heard."""
        missing = [] if self._frames is None else self._frames.missing(link)
        if not missing:
            return
        count = self._node.count_publishers(self._joints.topic_name)
        raise UnknownTransformError(
            f'{between}: {link!r} moves with {", ".join(missing)}, whose position did not come on '
            f'{self._joints.topic_name} yet ({count} publisher{"" if count == 1 else "s"})'
        )

    def _refuse_old(self, link: str, between: str) -> None:
        """Refuse a link that moves with a joint that is older than transform_timeout."""
        heard = [] if self._frames is None else self._frames.received(link)
        now = self._node.get_clock().now().nanoseconds
        for stamp, joint in (*heard[:1], *heard[-1:]):
            age = (now - stamp) * 1e-9
            if age > self._timeout:
                raise UnknownTransformError(
                    f'{between}: the position of {joint} in joint_states is {age:.3f} s old, '
                    f'transform_timeout is {self._timeout:g} s'
                )
            if age < -self._ahead:
                raise UnknownTransformError(
                    f'{between}: the position of {joint} in joint_states is stamped {-age:.3f} s '
                    f'ahead of the clock here, future_tolerance is {self._ahead:g} s'
                )

    def _describe(self, message: String) -> None:
        """Begin with a robot; the same description again changes nothing."""
        if message.data == self._described:
            return
        try:
            self._frames, self._described = RobotFrames(str(message.data)), message.data
        except FrictionConeError as error:
            self._node.get_logger().error(str(error))

    def _take(self, message: JointState) -> None:
        if self._frames is None:
            return
        try:
            joints = joints_from_message(message)
            stamp = joints.stamp or self._node.get_clock().now().nanoseconds
            if self._frames.robot.update(*joints[:3], stamp):
                self._frames.remember(stamp)
        except FrictionConeError as error:
            self._node.get_logger().warning(str(error), throttle_duration_sec=1.0)
