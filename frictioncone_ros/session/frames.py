# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where frames are: from tf2 where it is installed, else from the parameter static_transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.node_interface.node_settings import NodeSettings
from frictioncone_ros.node_interface.static_transforms import PlacedFrame
from frictioncone_ros.spatial import RigidTransform, SPATIAL

MOST_POSES = 1000
"""So many pairs of frames are remembered: names come from outside and may be without end."""


class UnknownTransformError(FrictionConeError):
    """Two frames are not connected, or only by a transform that is too old."""


class FrameTree(Protocol):
    """Anything that knows where frames are."""

    def pose(self, parent: str, child: str, stamp: int = 0) -> RigidTransform:
        """
        Return the pose of `child` as seen from `parent`, or raise UnknownTransformError.

        stamp: [ns], as it was then; the newest where that is older, and for zero.
        """
        ...

    def use(self, settings: NodeSettings) -> None:
        """Take changed parameters."""
        ...


class StaticFrames:
    """Frames that do not move."""

    def __init__(self, frames: Sequence[PlacedFrame] = ()) -> None:
        """Keep each frame by its name."""
        self._frames = {frame.child: frame for frame in frames}
        self._poses: dict[tuple[str, str], RigidTransform] = {}

    def use(self, settings: NodeSettings) -> None:
        """Take changed parameters: what stands still depends on none."""

    def pose(self, parent: str, child: str, stamp: int = 0) -> RigidTransform:
        """Return the pose of `child` as seen from `parent`, the same object each time."""
        known = self._poses.get((parent, child))
        if known is None:
            known = self._found(parent, child)
            if len(self._poses) < MOST_POSES:
                self._poses[parent, child] = known
        return known

    def _found(self, parent: str, child: str) -> RigidTransform:
        """Return a pose by going up to the root and down again."""
        if parent == child:
            return RigidTransform.identity(SPATIAL)
        parent_root, parent_pose = self.from_root(parent)
        child_root, child_pose = self.from_root(child)
        if parent_root != child_root:
            known = ', '.join(sorted(self._frames)) or 'none'
            raise UnknownTransformError(
                f'no transform from {parent!r} to {child!r}: static_transforms knows {known}'
            )
        return parent_pose.inverse().then(child_pose)

    def from_root(self, name: str) -> tuple[str, RigidTransform]:
        """Return the topmost frame above a frame, and the frame's pose as seen from there."""
        pose = RigidTransform.identity(SPATIAL)
        while name in self._frames:
            frame = self._frames[name]
            pose = frame.pose.then(pose)
            name = frame.parent
        return name, pose
