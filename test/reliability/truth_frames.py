# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where the frames of a scenario are, and a frame tree that knows some of them."""

from __future__ import annotations

from adapter import rigid_transform
import numpy as np
from records import Array, Pose, WORLD

from frictioncone_ros.session.frames import UnknownTransformError
from frictioncone_ros.spatial import RigidTransform


def truth(length: float, planar: bool) -> dict[str, Pose]:
    """Return every frame in the world: `twin` is where `base` is, nobody knows `ghost`."""
    tilt = np.eye(3) if planar else _turn(np.array([1.0, 0.4, -0.2]), 0.8)
    flat = 0.0 if planar else 1.0

    def at(x: float, y: float, z: float) -> Array:
        return length * np.array([x, y, flat * z])

    yaw = _turn(np.array([0.0, 0.0, 1.0]), -1.1)
    return {
        'base': WORLD,
        'twin': Pose(np.eye(3), np.zeros(3)),
        'cell': Pose(yaw, at(0.5, -0.4, 0.3)),
        'tool': Pose(tilt @ yaw.T, at(-0.3, 0.8, 0.2)),
        'far': Pose(yaw @ yaw, at(2.0, 1.0, -0.5)),
        'ghost': Pose(yaw.T @ yaw.T, at(0.2, 0.1, 0.9)),
    }


class FuzzFrames:
    """A frame tree as the core asks it; hidden frames are not known for now."""

    def __init__(self, frames: dict[str, Pose]) -> None:
        """Know all frames but the ghost."""
        self.frames = frames
        self.hidden = {'ghost'}
        self._poses: dict[tuple[str, str], RigidTransform] = {}

    def knows(self, *names: str) -> bool:
        """Tell whether all these frames can be transformed into each other."""
        return len(set(names)) == 1 or not any(
            name in self.hidden or name not in self.frames for name in names
        )

    def pose(self, parent: str, child: str, stamp: int = 0) -> RigidTransform:
        """Return the pose of `child` as seen from `parent`, the same object each time."""
        if not self.knows(parent, child):
            raise UnknownTransformError(f'no transform from {parent!r} to {child!r}')
        key = parent, child
        if key not in self._poses:
            self._poses[key] = rigid_transform(self.frames[child], self.frames[parent])
        return self._poses[key]


def _turn(axis: Array, angle: float) -> Array:
    """Return the rows of axes turned about an axis by an angle [rad]."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([(0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)])
    return np.asarray(
        (np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross).T
    )
