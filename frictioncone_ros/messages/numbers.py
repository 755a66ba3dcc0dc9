# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Vectors, six-vectors, times and poses as messages hold them, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Protocol

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.static_transforms import (
    rotation_from_quaternion,
    UNIT_QUATERNION,
)
from frictioncone_ros.spatial import Array, as_vector, RigidTransform, SPATIAL
from frictioncone_ros.tolerances import LARGEST_INPUT

HALVES = {
    'wrench': ('force', 'torque'),
    'twist': ('linear', 'angular'),
    'accel': ('linear', 'angular'),
}
"""Fields of the linear and the angular half of each part."""

NANOSECONDS = 1_000_000_000


class Three(Protocol):
    """A message of three numbers: Vector3, Point."""

    x: float
    y: float
    z: float


class Stamp(Protocol):
    """A message of a time."""

    sec: int
    nanosec: int


def three_from_message(message: Three, what: str, where: str) -> Array:
    """Return (3,) numbers; raise InvalidInputError unless all are finite and in range."""
    values = message.x, message.y, message.z
    require_in_range(values, what, where)
    return as_vector(values, 3, what, where)


def require_in_range(values: Sequence[float] | Array, what: str, where: str) -> None:
    """Raise InvalidInputError where a number is so large that what is made of it may overflow."""
    # What is not finite is refused by whoever reads the numbers, in other words.
    if LARGEST_INPUT < max(map(abs, values)) < inf:
        raise InvalidInputError(what, list(values), f'numbers up to {LARGEST_INPUT:g}', where)


def six_from_message(message: object, part: str, where: str = 'command') -> Array:
    """Return (6,) numbers, linear first; raise InvalidInputError unless finite and in range."""
    first, second = (getattr(message, half) for half in HALVES[part])
    values = (first.x, first.y, first.z, second.x, second.y, second.z)
    return six_from_values(values, part, where)


def six_from_values(values: Sequence[float], part: str, where: str = 'command') -> Array:
    """Return (6,) numbers, linear first; raise InvalidInputError unless finite and in range."""
    require_in_range(values, part, where)
    return as_vector(values, SPATIAL, part, where)


def time_from_message(message: Stamp, where: str = 'message') -> int:
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


def pose_from_message(message: Any, where: str) -> RigidTransform:
    """Return the pose of the child frame as seen from its parent."""
    is_pose = hasattr(message, 'position')
    position = message.position if is_pose else message.translation
    turn = message.orientation if is_pose else message.rotation
    quaternion = np.array((turn.x, turn.y, turn.z, turn.w))
    length = float(np.linalg.norm(quaternion))
    # Written so that NaN is refused too.
    if not abs(length - 1.0) <= UNIT_QUATERNION:
        raise InvalidInputError(
            'rotation', quaternion.tolist(), f'a unit quaternion (its length is {length:g})', where
        )
    return RigidTransform(
        rotation_from_quaternion(quaternion), three_from_message(position, 'position', where)
    )
