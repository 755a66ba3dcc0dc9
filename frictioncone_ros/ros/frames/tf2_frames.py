# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frames as tf2 knows them; imported only where tf2_ros is installed."""

from __future__ import annotations

from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.time import Time
from tf2_ros import Buffer, TransformException, TransformListener

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import pose_from_message, time_from_message
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.frames import StaticFrames, UnknownTransformError
from frictioncone_ros.spatial import RigidTransform


class Tf2Frames:
    """Frames from /tf and /tf_static; those of static_transforms come first."""

    def __init__(self, node: Node, settings: NodeSettings) -> None:
        """Listen to /tf and /tf_static."""
        self._node = node
        self._static = StaticFrames(settings.placed_frames)
        self.use(settings)
        self._buffer = Buffer(node=node)
        self._listener = TransformListener(self._buffer, node)

    def use(self, settings: NodeSettings) -> None:
        """Take changed parameters."""
        self._timeout = settings.number('transform_timeout')
        self._ahead = settings.filter.future_tolerance

    def pose(self, parent: str, child: str, stamp: int = 0) -> RigidTransform:
        """
        Return the pose of `child` as seen from `parent` at a stamp [ns], or the newest before it.

        The newest is refused when it is too old.
        """
        try:
            return self._static.pose(parent, child)
        except UnknownTransformError:
            pass
        newest = self._found(parent, child, 0)
        known_until = time_from_message(newest.header.stamp)
        if 0 < stamp < known_until:
            newest = self._found(parent, child, stamp)
        else:
            self._refuse_old(known_until, parent, child)
        try:
            return pose_from_message(newest.transform, f'transform {parent!r} to {child!r}')
        except InvalidInputError as error:
            raise UnknownTransformError(str(error)) from None

    def _found(self, parent: str, child: str, stamp: int) -> TransformStamped:
        """Return what tf2 knows of a stamp [ns], interpolated; zero: the newest."""
        try:
            return self._buffer.lookup_transform(parent, child, Time(nanoseconds=stamp))
        except TransformException as error:
            raise UnknownTransformError(
                f'no transform from {parent!r} to {child!r}: {error}'
            ) from None

    def _refuse_old(self, stamp: int, parent: str, child: str) -> None:
        """Refuse a moving frame's pose that is older than the timeout; static ones have no age."""
        age = (self._node.get_clock().now().nanoseconds - stamp) * 1e-9
        if stamp and age > self._timeout:
            raise UnknownTransformError(
                f'the transform from {parent!r} to {child!r} is {age:.3f} s old, '
                f'transform_timeout is {self._timeout:g} s'
            )
        if stamp and age < -self._ahead:
            # Used until its time comes it would seem fresh for long after its sender has died.
            raise UnknownTransformError(
                f'the transform from {parent!r} to {child!r} is stamped {-age:.3f} s ahead of the '
                f'clock here, future_tolerance is {self._ahead:g} s'
            )
