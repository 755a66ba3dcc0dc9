# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Position and orientation of a rigid polygon in the plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
import math
from typing import Annotated

import numpy as np

from frictioncone_ros.spatial.arguments import checked, explained
from frictioncone_ros.spatial.arrays import Array, as_finite_number, as_vector, frozen_array
from frictioncone_ros.spatial.converters import as_rows, Pair

Points = Annotated[Array, as_rows((2,), '(k, 2)')]


@dataclass(frozen=True)
class PlanarPose:
    """
    Frame of a polygon in the world: a point p of the polygon is at (x, y) + R(angle) p.

    x, y [m] in the world, angle [rad] counter-clockwise from the world's x axis.
    """

    x: float
    y: float
    angle: float

    def __post_init__(self) -> None:
        """Check that it is a place: finite numbers."""
        plain = type(self.x) is type(self.y) is type(self.angle) is float
        # The sum is finite exactly when no term is NaN or infinite, short of overflow.
        if plain and math.isfinite(self.x + self.y + self.angle):
            return
        for name in ('x', 'y', 'angle'):
            number = as_finite_number(getattr(self, name), f'{name} of a pose')
            object.__setattr__(self, name, number)

    @explained
    def point_in_world(self, point: Pair) -> tuple[float, float]:
        """Return where a point (2,) [m] given in the polygon's frame is in the world."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        return (
            self.x + cosine * point[0] - sine * point[1],
            self.y + sine * point[0] + cosine * point[1],
        )

    @explained
    def direction_in_world(self, direction: Pair) -> tuple[float, float]:
        """Return a direction (2,) given in the polygon's frame along the world's axes."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        return (
            cosine * direction[0] - sine * direction[1],
            sine * direction[0] + cosine * direction[1],
        )

    @explained
    def point_from_world(self, point: Pair) -> tuple[float, float]:
        """Return where a point (2,) [m] of the world is in the polygon's frame."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        arm_x, arm_y = point[0] - self.x, point[1] - self.y
        return cosine * arm_x + sine * arm_y, cosine * arm_y - sine * arm_x

    @checked
    def points_in_world(self, points: Points) -> Array:
        """Return points (k, 2) [m] of the polygon's frame in the world, same shape."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        transposed = np.array([[cosine, sine], [-sine, cosine]])
        return points @ transposed + np.array([self.x, self.y])

    def as_array(self) -> Array:
        """Return (x, y, angle) as a read-only array [m, m, rad]."""
        return frozen_array([self.x, self.y, self.angle])


def as_planar_pose(values: PlanarPose | Sequence[float], where: str) -> PlanarPose:
    """Return the values (x, y, angle) as a finite pose, or say what is wrong with them."""
    if isinstance(values, PlanarPose):
        return values
    return PlanarPose(*as_vector(values, 3, 'pose', where).tolist())


def wrapped_angle(angle: float) -> float:
    """Return the angle in (-pi, pi] [rad]."""
    wrapped = math.remainder(angle, math.tau)
    return math.pi if wrapped == -math.pi else wrapped
