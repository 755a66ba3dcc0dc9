# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Stamped poses, and poses in the plane."""

from __future__ import annotations

from geometry_msgs.msg import PoseArray, PoseStamped
import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import frame_from_message
from frictioncone_ros.messages.numbers import pose_from_message, time_from_message
from frictioncone_ros.node_interface.static_transforms import UNIT_QUATERNION
from frictioncone_ros.ros.conversions.geometry import (
    point_to_message,
    quaternion_to_message,
    time_to_message,
)
from frictioncone_ros.spatial import Array, RigidTransform


def planar_poses_from_message(message: PoseArray) -> tuple[str, int, Array]:
    """Return frame, stamp [ns] and (m, 3) poses (x, y, angle), or raise InvalidInputError."""
    if not message.header.frame_id:
        raise InvalidInputError('header.frame_id', '', 'the name of a frame', 'poses')
    poses = []
    for index, pose in enumerate(message.poses):
        where = f'pose {index}'
        found = pose_from_message(pose, where)
        if abs(found.rotation[2, 2] - 1.0) > UNIT_QUATERNION:
            raise InvalidInputError(
                'orientation', found.rotation.tolist(), 'a rotation about z', where
            )
        turn = np.arctan2(found.rotation[0, 1], found.rotation[0, 0])
        poses.append((found.position[0], found.position[1], float(turn)))
    stamp = time_from_message(message.header.stamp)
    return str(message.header.frame_id), stamp, np.array(poses).reshape(-1, 3)


def placed_from_message(message: PoseStamped, where: str) -> tuple[str, RigidTransform, int]:
    """Return frame, pose as seen from it and stamp [ns], or raise InvalidInputError."""
    return (
        frame_from_message(message.header.frame_id, 'header.frame_id', where),
        pose_from_message(message.pose, where),
        time_from_message(message.header.stamp, where),
    )


def placed_to_message(frame: str, pose: RigidTransform, stamp: int) -> PoseStamped:
    """Return a pose as seen from a frame as a message stamped [ns]."""
    message = PoseStamped()
    message.header.frame_id, message.header.stamp = str(frame), time_to_message(stamp)
    message.pose.position = point_to_message(pose.position)
    message.pose.orientation = quaternion_to_message(pose.rotation)
    return message
