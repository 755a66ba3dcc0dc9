# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which shapes are near enough to be asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from frictioncone_ros.estimation.geometry.placed_shape import PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot

Placed = list[tuple[PlacedShape, Any]]
"""Shapes with their SE3 as seen from the root link."""


class NearShapes:
    """Shapes on frames of the robot, with a ball around each."""

    def __init__(self, robot: Robot, shapes: Sequence[PlacedShape]) -> None:
        """Find each shape's frame and the ball around it."""
        self._shapes = tuple(shapes)
        self.frames = [robot.frame(shape.frame, shape.name) for shape in shapes]
        for shape in shapes:
            shape.geometry.computeLocalAABB()
        self._centers = [np.array(shape.geometry.aabb_center) for shape in shapes]
        self._radii = np.array([float(shape.geometry.aabb_radius) for shape in shapes])
        # Of a half-space the ball is without end, and its centre no number.
        self._is_endless = ~(self._radii < 1e6)
        self._radii[self._is_endless] = np.inf
        for index in np.flatnonzero(self._is_endless):
            self._centers[index] = np.zeros(3)

    def placed(self, robot: Robot) -> Placed:
        """Return all shapes where they are now."""
        return [
            (shape, robot.placement(frame) * shape.placement)
            for shape, frame in zip(self._shapes, self.frames, strict=True)
        ]

    def near(
        self, mover: PlacedShape, pose: Any, placed: Placed, margin: float
    ) -> Iterator[tuple[PlacedShape, Any]]:
        """Yield those whose ball comes within a margin [m] of a moving shape's ball."""
        center = pose.act(np.array(mover.geometry.aabb_center))
        reach = self._radii + float(mover.geometry.aabb_radius) + margin
        for (shape, place), own, limit in zip(placed, self._centers, reach.tolist(), strict=True):
            offset = place.act(own) - center
            if offset @ offset <= limit * limit:
                yield shape, place
