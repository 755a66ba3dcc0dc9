# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which shapes are near enough to be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from frictioncone_ros.estimation.geometry.placed_shape import is_half_space, PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.uncertainty import coal_pose
from frictioncone_ros.estimation.sized_arrays import NonNegative
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked


class Placed(NamedTuple):
    """A shape, its SE3 as seen from the root link, and the same pose as Coal's."""

    shape: PlacedShape
    pose: Any
    at: Any


class NearShapes:
    """Shapes on frames of the robot, with a ball around each."""

    @checked
    def __init__(self, robot: Robot, shapes: Sequence[PlacedShape]) -> None:
        """Find each shape's frame and the ball around it."""
        names = [shape.name for shape in shapes]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise InvalidInputError('names of shapes', repeated, 'each name once')
        self._robot, self._shapes = robot, tuple(shapes)
        self.frames = [robot.frame(shape.frame, shape.name) for shape in shapes]
        balls = [_ball(shape.geometry) for shape in shapes]
        self._own_centers = [center for center, _ in balls]
        self.radii = np.array([radius for _, radius in balls])
        self.centers = np.zeros((len(balls), 3))
        self._normals = np.zeros((len(balls), 3))
        self._endless = np.flatnonzero(np.isinf(self.radii))
        self.placed: list[Placed] = [Placed(shape, None, None) for shape in shapes]
        everything = range(len(balls))
        # What stands still is placed once; twenty products of poses cost as much as five contacts.
        self._moving = [index for index in everything if not robot.is_fixed(self.frames[index])]
        self._place(set(everything) - set(self._moving))

    def follow(self) -> None:
        """Place the shapes where the robot's frames are now."""
        self._place(self._moving)

    @checked
    def near(self, movers: NearShapes, margin: NonNegative) -> list[tuple[Placed, Placed]]:
        """Return the pairs of moving shapes and of these whose balls come within a margin [m]."""
        offsets = self.centers - movers.centers[:, None]
        reach = self.radii + (movers.radii + margin)[:, None]
        is_near = np.einsum('ijk,ijk->ij', offsets, offsets) <= reach * reach
        for index in self._endless:
            heights = -(offsets[:, index] @ self._normals[index])
            is_near[:, index] = heights <= movers.radii + margin
        return [
            (movers.placed[mover], self.placed[other])
            for mover, other in zip(*is_near.nonzero(), strict=True)
        ]

    def _place(self, indices: Iterable[int]) -> None:
        for index in indices:
            shape = self._shapes[index]
            pose = self._robot.placement(self.frames[index]) * shape.placement
            self.placed[index] = Placed(shape, pose, coal_pose(pose))
            self.centers[index] = pose.act(self._own_centers[index])
            if np.isinf(self.radii[index]):
                self._normals[index] = pose.rotation @ shape.geometry.n


def _ball(geometry: Any) -> tuple[Array, float]:
    """Return centre and radius; a half-space has a point of its face, and no end."""
    if is_half_space(geometry):
        return np.array(geometry.n) * geometry.d, np.inf
    geometry.computeLocalAABB()
    return np.array(geometry.aabb_center), float(geometry.aabb_radius)
