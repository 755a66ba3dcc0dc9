# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Joint states as plain values."""

from __future__ import annotations

from typing import NamedTuple

from sensor_msgs.msg import JointState

from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.ros.conversions.geometry import time_to_message


class Joints(NamedTuple):
    """Names, positions [rad, m] and velocities [rad/s, m/s], which may be none; stamp [ns]."""

    names: list[str]
    positions: list[float]
    velocities: list[float]
    stamp: int


def joints_from_message(message: JointState) -> Joints:
    """Return what a joint state says; numbers are checked by whoever uses them."""
    return Joints(
        list(message.name),
        message.position.tolist(),
        message.velocity.tolist(),
        time_from_message(message.header.stamp, 'joint state'),
    )


def joints_to_message(joints: Joints) -> JointState:
    """Return a joint state with what is known."""
    message = JointState(name=list(joints.names))
    message.header.stamp = time_to_message(joints.stamp)
    message.position = [float(position) for position in joints.positions]
    message.velocity = [float(velocity) for velocity in joints.velocities]
    return message
