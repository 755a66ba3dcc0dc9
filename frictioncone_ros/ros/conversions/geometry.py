# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Vectors, six-vectors, times and orientations to messages; `messages.numbers` reads them.

Every field is written through float(), int() or bool(): rclpy stores a NumPy scalar or an
integer in a float64 field as garbage, without a word.
"""

from __future__ import annotations

from collections.abc import Sequence

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Accel, Point, Quaternion, Twist, Vector3, Wrench
import numpy as np

from frictioncone_ros.messages.numbers import HALVES, NANOSECONDS
from frictioncone_ros.spatial import Array

MESSAGES = {'wrench': Wrench, 'twist': Twist, 'accel': Accel}


def vector_to_message(values: Sequence[float] | Array) -> Vector3:
    """Return (3,) numbers as a vector."""
    return Vector3(x=float(values[0]), y=float(values[1]), z=float(values[2]))


def point_to_message(values: Array) -> Point:
    """Return (3,) numbers as a point [m]."""
    return Point(x=float(values[0]), y=float(values[1]), z=float(values[2]))


def six_to_message(values: Array, part: str) -> Wrench | Twist | Accel:
    """Return (6,) numbers, linear first, as the message of that part."""
    first, second = HALVES[part]
    return MESSAGES[part](
        **{first: vector_to_message(values[:3]), second: vector_to_message(values[3:])}
    )


def write_six(message: Wrench | Twist | Accel, values: Array, part: str) -> None:
    """Write (6,) numbers, linear first, into a message of that part."""
    first, second = HALVES[part]
    half, other = getattr(message, first), getattr(message, second)
    half.x, half.y, half.z, other.x, other.y, other.z = values.tolist()


def quaternion_to_message(rotation: Array) -> Quaternion:
    """Return the orientation of axes given as the rows of a (3, 3) rotation."""
    # The largest of the four components is computed first: it is never near zero.
    m = rotation.T
    squares = np.array(
        [
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
            1 + m[0, 0] + m[1, 1] + m[2, 2],
        ]
    )
    skew = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    largest = int(np.argmax(squares))
    if largest == 3:
        quaternion = np.append(skew, squares[3])
    else:
        quaternion = np.append(m[largest] + m[:, largest], skew[largest])
        quaternion[largest] = squares[largest]
    x, y, z, w = quaternion / np.linalg.norm(quaternion)
    return Quaternion(x=float(x), y=float(y), z=float(z), w=float(w))


def time_values(nanoseconds: int) -> tuple[int, int]:
    """Return a time stamp [ns] as a message's seconds and nanoseconds."""
    return divmod(int(nanoseconds), NANOSECONDS)


def write_time(message: Time, nanoseconds: int) -> None:
    """Write a time stamp [ns]."""
    message.sec, message.nanosec = divmod(int(nanoseconds), NANOSECONDS)


def time_to_message(nanoseconds: int) -> Time:
    """Return a time stamp [ns] as a message."""
    seconds, rest = divmod(int(nanoseconds), NANOSECONDS)
    return Time(sec=seconds, nanosec=rest)
