# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which shapes are near enough to be asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from frictioncone_ros.estimation.geometry.placed_shape import PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.spatial import Array

Placed = tuple[PlacedShape, Any]
"""A shape with its SE3 as seen from the root link."""


class NearShapes:
    """Shapes on frames of the robot, with a ball around each."""

    def __init__(self, robot: Robot, shapes: Sequence[PlacedShape]) -> None:
        """Find each shape's frame and the ball around it."""
        self._robot, self._shapes = robot, tuple(shapes)
        self.frames = [robot.frame(shape.frame, shape.name) for shape in shapes]
        balls = [_ball(shape.geometry) for shape in shapes]
        self._own_centers = [center for center, _ in balls]
        self.radii = np.array([radius for _, radius in balls])
        self.centers = np.zeros((len(balls), 3))
        self.poses: list[Any] = [None] * len(balls)
        everything = range(len(balls))
        # What stands still is placed once; twenty products of poses cost as much as five contacts.
        self._moving = [index for index in everything if not robot.is_fixed(self.frames[index])]
        self._place(set(everything) - set(self._moving))

    def follow(self) -> None:
        """Place the shapes where the robot's frames are now."""
        self._place(self._moving)

    def placed(self) -> list[Placed]:
        """Return all shapes where they are."""
        return list(zip(self._shapes, self.poses, strict=True))

    def near(self, center: Array, radius: float) -> list[Placed]:
        """Return those whose ball comes within a radius [m] of a centre (3,)."""
        offsets = self.centers - center
        reach = self.radii + radius
        is_near = np.einsum('ij,ij->i', offsets, offsets) <= reach * reach
        return [(self._shapes[index], self.poses[index]) for index in is_near.nonzero()[0]]

    def _place(self, indices: Any) -> None:
        for index in indices:
            pose = self._robot.placement(self.frames[index]) * self._shapes[index].placement
            self.poses[index] = pose
            self.centers[index] = pose.act(self._own_centers[index])


def _ball(geometry: Any) -> tuple[Array, float]:
    """Return centre and radius; a half-space has neither: its ball is without end."""
    geometry.computeLocalAABB()
    radius = float(geometry.aabb_radius)
    if not radius < 1e6:
        return np.zeros(3), np.inf
    return np.array(geometry.aabb_center), radius
