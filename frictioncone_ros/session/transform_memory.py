# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter remembers of what it published, told in the frames of the present contacts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.control.output.published import FilterMemory, PLANAR_ROWS
from frictioncone_ros.session.frames import FrameTree, UnknownTransformError
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.spatial import Array, PLANAR, RigidTransform, SPATIAL


def transform_memory(
    memory: FilterMemory, before: Placement | None, now: Placement, tree: FrameTree
) -> FilterMemory:
    """
    Return the filter's memory for contacts in another frame or about another moment centre.

    What counts is what a controller was told: numbers along the axes of the command's frame,
    about the command's moment centre. As long as the command keeps its frames these numbers stay,
    whatever frame the contacts come in. Else they are told anew from where the old frames are
    now; where nobody knows that, the way begins at neutral.
    """
    if before is None:
        return memory if _fits(memory, now) else memory.begun_anew()
    if before.rotation is now.rotation and before.frames == now.frames:
        return memory
    change = _change(before, now, tree)
    return memory.begun_anew() if change is None else memory.mapped(change)


def _fits(memory: FilterMemory, now: Placement) -> bool:
    return memory.sent is None or memory.sent.wrench.shape[0] == now.state.dimension


@dataclass(frozen=True, eq=False)
class _Change:
    """
    Maps parts (d,) of an old placement's state to a new one's.

    to_command_frame: (6, d) to the old command's axes. pose: of the old command's frame, its
    origin at the old moment centre, as seen from the new one's axes and moment centre.
    to_contact_frame: (d', 6).
    """

    to_command_frame: Array
    pose: RigidTransform
    to_contact_frame: Array

    def __call__(self, part: str, values: Array) -> Array:
        """Return one part of a command (d,), by name, in the new terms (d',)."""
        there = self.pose.inverse()
        transform = there.force_transform if part == 'wrench' else there.motion_transform
        changed: Array = self.to_contact_frame @ (transform @ (self.to_command_frame @ values))
        return changed


def _change(before: Placement, now: Placement, tree: FrameTree) -> _Change | None:
    """Return how old parts are told anew, None where the old frames are not known any more."""
    if before.frames == now.frames:
        return _Change(before.rotation.T, RigidTransform.identity(SPATIAL), now.rotation)
    poses = _poses_now(before, now.snapshot.frame, tree)
    if poses is None:
        return None
    axes, center = poses
    # Along the contacts' axes on both sides of the shift: the command's own rotation comes last.
    pose = RigidTransform(axes.rotation, center.position - now.offset)
    size = PLANAR_ROWS if now.state.dimension == PLANAR else list(range(SPATIAL))
    return _Change(before.rotation.T, pose, np.eye(SPATIAL)[size])


def _poses_now(
    before: Placement, seen_from: str, tree: FrameTree
) -> tuple[RigidTransform, RigidTransform] | None:
    """
    Return where an old command's axes and moment centre are, as seen from a frame.

    Where a frame is not known now: where it was when it was last known, carried along with the
    frame of the old contacts. None where that is not known either.
    """
    frames, poses = before.frames, before.poses
    try:
        return (
            tree.pose(seen_from, frames.axes),
            tree.pose(seen_from, frames.reference or frames.axes),
        )
    except UnknownTransformError:
        pass
    try:
        old = tree.pose(seen_from, before.snapshot.frame)
    except UnknownTransformError:
        return None
    return old.then(poses.axes), old.then(poses.center)
