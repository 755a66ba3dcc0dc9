# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Infinitely many poses, described: translation along edges, rotation, or both at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
import math

import numpy as np

from frictioncone_ros.formations.equations.back_substitution import PointOrLine
from frictioncone_ros.formations.equations.elimination import FORMATION_CONSISTENT
from frictioncone_ros.formations.planar_pose import PlanarPose, wrapped_angle

PlaceAtAngle = Callable[[float], 'PointOrLine | None']
"""Where the workpiece's origin is at an angle [rad]; None where the lines have no common point."""

_SAMPLE_ANGLES = tuple(0.3 + math.tau * index / 16 for index in range(16))
"""A rotation's path has one frequency, the others have two: sixteen angles tell them apart."""


class FamilyKind(Enum):
    """What the workpiece can do without leaving the contacts' supporting lines."""

    TRANSLATION = 'translation along parallel edges'
    ROTATION = 'rotation about a fixed point'
    SLIDING_ROTATION = 'rotation while the position follows'
    TRANSLATION_AND_ROTATION = 'any angle and translation along the one edge'


@dataclass(frozen=True, eq=False)
class PoseFamily:
    """
    A continuum of poses, all on the supporting lines of the formation's edges.

    TRANSLATION: base shifted along direction (unit, world); the parameter is the distance [m].
    ROTATION: the workpiece turns about centre [m] (world); the parameter is its angle [rad].
    SLIDING_ROTATION: the parameter is the angle [rad], the position is a function of it.
    TRANSLATION_AND_ROTATION: all contacts are one; angle [rad], and distance [m] along the edge.
    base: one pose of the family.
    """

    kind: FamilyKind
    base: PlanarPose
    direction: tuple[float, float] | None = None
    centre: tuple[float, float] | None = None
    place_at_angle: PlaceAtAngle | None = None

    @property
    def freedom(self) -> int:
        """Number of parameters, 1 or 2."""
        return 2 if self.kind is FamilyKind.TRANSLATION_AND_ROTATION else 1

    def pose_at(self, parameter: float, distance: float = 0.0) -> PlanarPose | None:
        """
        Return the pose at a parameter, None at the single angles where there is none.

        distance [m] is the second parameter of TRANSLATION_AND_ROTATION.
        """
        if self.place_at_angle is None:
            direction = self.direction or (0.0, 0.0)
            return _shifted(self.base, direction, parameter)
        place = self.place_at_angle(parameter)
        if place is None:
            return None
        pose = PlanarPose(place.x, place.y, wrapped_angle(parameter))
        return pose if place.direction is None else _shifted(pose, place.direction, distance)


def translation_family(base: PlanarPose, direction: tuple[float, float]) -> PoseFamily:
    """Return the translations of a pose along a unit direction of the world."""
    return PoseFamily(FamilyKind.TRANSLATION, base, direction=direction)


def sweeping_family(place_at_angle: PlaceAtAngle) -> PoseFamily:
    """
    Return the family of a formation that holds at every angle.

    It is a rotation if one point w of the workpiece stays at one point c of the world:
    position(theta) = c - R(theta) w at every sampled angle.
    """
    sampled = [(angle, place_at_angle(angle)) for angle in _SAMPLE_ANGLES]
    places = [(angle, place) for angle, place in sampled if place is not None]
    first = places[0]
    base = PlanarPose(first[1].x, first[1].y, wrapped_angle(first[0]))
    if all(place.direction is not None for _, place in places):
        kind = FamilyKind.TRANSLATION_AND_ROTATION
        return PoseFamily(kind, base, place_at_angle=place_at_angle)
    centre = _fixed_point([(a, place) for a, place in places if place.direction is None])
    kind = FamilyKind.SLIDING_ROTATION if centre is None else FamilyKind.ROTATION
    return PoseFamily(kind, base, centre=centre, place_at_angle=place_at_angle)


def _fixed_point(places: list[tuple[float, PointOrLine]]) -> tuple[float, float] | None:
    """Return the world point about which the workpiece turns, None if there is none."""
    system = np.vstack(
        [
            [
                [1.0, 0.0, -math.cos(angle), math.sin(angle)],
                [0.0, 1.0, -math.sin(angle), -math.cos(angle)],
            ]
            for angle, _ in places
        ]
    )
    path = np.concatenate([(place.x, place.y) for _, place in places])
    unknowns, *_ = np.linalg.lstsq(system, path, rcond=None)
    size = float(max(np.abs(path).max(), np.abs(unknowns).max()))
    if np.abs(system @ unknowns - path).max() > FORMATION_CONSISTENT * size:
        return None
    return float(unknowns[0]), float(unknowns[1])


def _shifted(pose: PlanarPose, direction: tuple[float, float], distance: float) -> PlanarPose:
    return PlanarPose(
        pose.x + distance * direction[0], pose.y + distance * direction[1], pose.angle
    )
