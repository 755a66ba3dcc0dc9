# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frames that do not move, written as words: "parent child x y z qx qy qz qw"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.transforms import RigidTransform
from frictioncone_ros.tolerances import LARGEST_INPUT, UNIT_LENGTH

_FORM = 'parent child x y z qx qy qz qw'

UNIT_QUATERNION = 1e3 * UNIT_LENGTH
"""Largest | |q| - 1 | of a quaternion that is taken for a rotation; people write few digits."""


@dataclass(frozen=True)
class PlacedFrame:
    """A frame and where it stands: the pose of `child` as seen from `parent`."""

    parent: str
    child: str
    pose: RigidTransform


def parsed_transforms(entries: Sequence[str]) -> tuple[PlacedFrame, ...]:
    """Return the frames of the entries that are not empty; each child once, none above itself."""
    frames = tuple(_parsed(entry) for entry in entries if entry.strip())
    parents: dict[str, str] = {}
    for frame in frames:
        if frame.child in parents:
            raise InvalidInputError('static_transforms', frame.child, 'each child once')
        parents[frame.child] = frame.parent
        above: str | None = frame.parent
        while above is not None:
            if above == frame.child:
                raise InvalidInputError('static_transforms', frame.child, 'no frame above itself')
            above = parents.get(above)
    return frames


def rotation_from_quaternion(quaternion: Array) -> Array:
    """Return the (3, 3) rotation whose rows are the turned axes; quaternion (x, y, z, w)."""
    x, y, z, w = quaternion / np.linalg.norm(quaternion)
    turned = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    # The columns above are the turned axes; RigidTransform wants them as rows.
    return turned.T


def _parsed(entry: str) -> PlacedFrame:
    words = entry.split()
    try:
        numbers = np.array([float(word) for word in words[2:]])
    except ValueError:
        numbers = np.empty(0)
    if numbers.shape != (7,) or not np.isfinite(numbers).all():
        raise InvalidInputError('static_transforms', entry, f'"{_FORM}"', 'parameters')
    if np.abs(numbers[:3]).max() > LARGEST_INPUT:
        raise InvalidInputError(
            'static_transforms', entry, f'metres up to {LARGEST_INPUT:g}', 'parameters'
        )
    length = float(np.linalg.norm(numbers[3:]))
    if abs(length - 1.0) > UNIT_QUATERNION:
        raise InvalidInputError(
            'static_transforms',
            entry,
            f'a unit quaternion (its length is {length:g})',
            'parameters',
        )
    pose = RigidTransform(rotation_from_quaternion(numbers[3:]), numbers[:3])
    return PlacedFrame(words[0], words[1], pose)
