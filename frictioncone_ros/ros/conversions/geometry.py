# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Vectors, six-vectors, times and poses of messages, and back.

Every field is written through float(), int() or bool(): rclpy stores a NumPy scalar or an
integer in a float64 field as garbage, without a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Accel, Point, Pose, Quaternion, Transform, Twist, Vector3, Wrench
import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.static_transforms import rotation_from_quaternion
from frictioncone_ros.spatial import Array, as_vector, RigidTransform, SPATIAL
from frictioncone_ros.tolerances import LARGEST_INPUT, UNIT_LENGTH

HALVES = {
    'wrench': ('force', 'torque'),
    'twist': ('linear', 'angular'),
    'accel': ('linear', 'angular'),
}
MESSAGES = {'wrench': Wrench, 'twist': Twist, 'accel': Accel}
NANOSECONDS = 1_000_000_000


def three_from_message(message: Vector3 | Point, what: str, where: str) -> Array:
    """Return (3,) numbers; raise InvalidInputError unless all are finite and in range."""
    values = message.x, message.y, message.z
    require_in_range(values, what, where)
    return as_vector(values, 3, what, where)


def require_in_range(values: Sequence[float] | Array, what: str, where: str) -> None:
    """Raise InvalidInputError where a number is so large that what is made of it may overflow."""
    # What is not finite is refused by whoever reads the numbers, in other words.
    if LARGEST_INPUT < max(map(abs, values)) < inf:
        raise InvalidInputError(what, list(values), f'numbers up to {LARGEST_INPUT:g}', where)


def vector_to_message(values: Sequence[float] | Array) -> Vector3:
    """Return (3,) numbers as a vector."""
    return Vector3(x=float(values[0]), y=float(values[1]), z=float(values[2]))


def point_to_message(values: Array) -> Point:
    """Return (3,) numbers as a point [m]."""
    return Point(x=float(values[0]), y=float(values[1]), z=float(values[2]))


def six_from_message(message: Wrench | Twist | Accel, part: str, where: str = 'command') -> Array:
    """Return (6,) numbers, linear first; raise InvalidInputError unless finite and in range."""
    first, second = (getattr(message, half) for half in HALVES[part])
    values = (first.x, first.y, first.z, second.x, second.y, second.z)
    return six_from_values(values, part, where)


def six_from_values(values: Sequence[float], part: str, where: str = 'command') -> Array:
    """Return (6,) numbers, linear first; raise InvalidInputError unless finite and in range."""
    require_in_range(values, part, where)
    return as_vector(values, SPATIAL, part, where)


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


def pose_from_message(message: Transform | Pose, where: str) -> RigidTransform:
    """Return the pose of the child frame as seen from its parent."""
    is_pose = hasattr(message, 'position')
    position = message.position if is_pose else message.translation
    turn = message.orientation if is_pose else message.rotation
    quaternion = np.array((turn.x, turn.y, turn.z, turn.w))
    length = float(np.linalg.norm(quaternion))
    # Written so that NaN is refused too.
    if not abs(length - 1.0) <= 1e3 * UNIT_LENGTH:
        raise InvalidInputError(
            'rotation', quaternion.tolist(), f'a unit quaternion (its length is {length:g})', where
        )
    return RigidTransform(
        rotation_from_quaternion(quaternion), three_from_message(position, 'position', where)
    )


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


def time_from_message(message: Time, where: str = 'message') -> int:
    """Return a time stamp [ns]; raise InvalidInputError where it is none."""
    return time_from_values(int(message.sec), int(message.nanosec), where)


def time_from_values(seconds: int, rest: int, where: str = 'message') -> int:
    """Return seconds and nanoseconds as [ns]; raise InvalidInputError where they are no time."""
    if seconds < 0 or rest >= NANOSECONDS:
        raise InvalidInputError(
            'header.stamp',
            f'{seconds} s and {rest} ns',
            'seconds >= 0 and nanoseconds below 1e9',
            where,
        )
    return seconds * NANOSECONDS + rest


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
