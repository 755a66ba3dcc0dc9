# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
All poses of the workpiece that three contact equations admit.

Infinitely many poses, described: translation along edges, rotation, or both at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
import math

import numpy as np

from frictioncone_ros.formations.equations.back_substitution import PointOrLine
from frictioncone_ros.formations.equations.contact_equations import ContactEquation, EdgeOnVertex
from frictioncone_ros.formations.equations.elimination import (
    Elimination,
    EliminationCase,
    FORMATION_CONSISTENT,
)
from frictioncone_ros.formations.planar_pose import PlanarPose, wrapped_angle
from frictioncone_ros.spatial.arguments import checked, checked_fields

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


@checked_fields
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

    @checked
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


def sweeping_family(place_at_angle: PlaceAtAngle, least: float) -> PoseFamily | None:
    """
    Return the family of a formation that holds at every angle, None if all of it is at infinity.

    It is a rotation if one point w of the workpiece stays at one point c of the world:
    position(theta) = c - R(theta) w at every sampled angle. least: as of `SlidingLine.size` [m].
    """
    sampled = [(angle, place_at_angle(angle)) for angle in _SAMPLE_ANGLES]
    places = [(angle, place) for angle, place in sampled if place is not None]
    if not places:
        # Edges of one side nearly parallel, their lines meeting in one point far away.
        return None
    first = places[0]
    base = PlanarPose(first[1].x, first[1].y, wrapped_angle(first[0]))
    if all(place.direction is not None for _, place in places):
        kind = FamilyKind.TRANSLATION_AND_ROTATION
        return PoseFamily(kind, base, place_at_angle=place_at_angle)
    centre = _fixed_point([(a, p) for a, p in places if p.direction is None], least)
    kind = FamilyKind.SLIDING_ROTATION if centre is None else FamilyKind.ROTATION
    return PoseFamily(kind, base, centre=centre, place_at_angle=place_at_angle)


def _fixed_point(
    places: list[tuple[float, PointOrLine]], least: float
) -> tuple[float, float] | None:
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
    size = float(max(np.abs(path).max(), np.abs(unknowns).max(), least))
    if np.abs(system @ unknowns - path).max() > FORMATION_CONSISTENT * size:
        return None
    return float(unknowns[0]), float(unknowns[1])


def _shifted(pose: PlanarPose, direction: tuple[float, float], distance: float) -> PlanarPose:
    return PlanarPose(
        pose.x + distance * direction[0], pose.y + distance * direction[1], pose.angle
    )


class Verdict(Enum):
    """How many poses there are."""

    NONE = 'none'
    ONE = 'one'
    ONE_DOUBLE = 'one double'
    TWO = 'two'
    THREE = 'three'
    FOUR = 'four'
    INFINITE = 'infinite'


class Genericity(Enum):
    """Whether small changes keep the number of poses, and if not, which condition failed."""

    GENERIC = 'generic: the number of poses is stable under small changes'
    DOUBLE_POSE = 'a pose is multiple: the normal wrench matrix is singular there'
    REDUNDANT = 'a contact follows from the others: poses form a continuum'
    VANISHING = 'the angle drops out of the eliminated equation (G = H = 0, I not 0)'
    PARALLEL = 'edges are parallel: elimination of the position fails'


@checked_fields
@dataclass(frozen=True)
class FormationPose:
    """
    One admissible pose; multiplicity 2 where two branches meet, 3 or 4 where more do.

    residual [m]: the largest distance of a vertex from its supporting line, at this pose.
    determinant [m]: of the wrenches of unit constraint forces, det W_n for three sliding
    contacts; up to sign the slope of the eliminated polynomial, so zero where branches meet and
    of opposite sign on two branches that meet.
    """

    pose: PlanarPose
    multiplicity: int
    residual: float
    determinant: float


@checked_fields
@dataclass(frozen=True, eq=False)
class PoseSet:
    """
    Every pose on the supporting lines, sorted by angle; whether on the edges is another question.

    equations: the contacts solved; elimination: the polynomial left and how; poses: the isolated
    ones; families: the continua, if any. at_infinity: zeros of the polynomial where parallel
    edges send the position to infinity; a polynomial that vanishes without a family does so at
    every angle.
    """

    equations: tuple[ContactEquation, ...]
    elimination: Elimination
    poses: tuple[FormationPose, ...]
    families: tuple[PoseFamily, ...]
    at_infinity: int = 0

    @property
    def verdict(self) -> Verdict:
        """How many poses there are."""
        if self.families:
            return Verdict.INFINITE
        if len(self.poses) == 1 and self.poses[0].multiplicity > 1:
            return Verdict.ONE_DOUBLE
        counts = (Verdict.NONE, Verdict.ONE, Verdict.TWO, Verdict.THREE, Verdict.FOUR)
        return counts[len(self.poses)]

    @property
    def genericity(self) -> Genericity:
        """Whether the number of poses survives small changes, and what failed if not."""
        if self.elimination.roots.every_angle and self.families:
            return Genericity.REDUNDANT
        if self._parallel:
            return Genericity.PARALLEL
        if any(pose.multiplicity > 1 for pose in self.poses):
            return Genericity.DOUBLE_POSE
        if not self.poses and self.elimination.angle_drops_out:
            return Genericity.VANISHING
        return Genericity.GENERIC

    @property
    def generic(self) -> bool:
        """Whether small changes keep the number of poses."""
        return self.genericity is Genericity.GENERIC

    @property
    def _parallel(self) -> bool:
        """
        Whether parallel edges make the number of poses unstable.

        Two parallel edges of the workpiece stay parallel however the manipulators move, so a pair
        of type A contacts on them is generic; edges of two manipulators do not stay parallel.
        """
        if self.families or self.at_infinity or self.elimination.roots.every_angle:
            return True
        if self.elimination.case is EliminationCase.PARALLEL_PAIR:
            edges = sum(isinstance(equation, EdgeOnVertex) for equation in self.equations)
            return edges != 2
        return self.elimination.case is EliminationCase.ALL_PARALLEL
