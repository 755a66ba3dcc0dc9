# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All poses of the workpiece that three contact equations admit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from frictioncone_ros.formations.equations.contact_equations import ContactEquation, EdgeOnVertex
from frictioncone_ros.formations.equations.elimination import Elimination, EliminationCase
from frictioncone_ros.formations.equations.pose_family import PoseFamily
from frictioncone_ros.formations.planar_pose import PlanarPose


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


@dataclass(frozen=True)
class FormationPose:
    """
    One admissible pose; multiplicity 2 where two branches meet.

    residual [m]: the largest distance of a vertex from its supporting line, at this pose.
    determinant [m]: of the wrenches of unit constraint forces, det W_n for three sliding
    contacts; up to sign the slope of the eliminated polynomial, so zero where branches meet and
    of opposite sign on two branches that meet.
    """

    pose: PlanarPose
    multiplicity: int
    residual: float
    determinant: float


@dataclass(frozen=True, eq=False)
class PoseSet:
    """
    Every pose on the supporting lines, sorted by angle; whether on the edges is another question.

    equations: the contacts solved; elimination: the polynomial left and how; poses: the isolated
    ones; families: the continua, if any. at_infinity: zeros of the polynomial where parallel
    edges send the position to infinity.
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
        if self.elimination.roots.every_angle:
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
        if self.families or self.at_infinity:
            return True
        if self.elimination.case is EliminationCase.PARALLEL_PAIR:
            edges = sum(isinstance(equation, EdgeOnVertex) for equation in self.equations)
            return edges != 2
        return self.elimination.case is EliminationCase.ALL_PARALLEL
