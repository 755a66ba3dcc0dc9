# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact equations in, all poses out."""

from __future__ import annotations

from collections.abc import Sequence
import math

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.equations.back_substitution import (
    common_position,
    PointOrLine,
    polished,
)
from frictioncone_ros.formations.equations.contact_equations import (
    ContactEquation,
    moved_origin,
    RollingPoint,
    world_anchor,
)
from frictioncone_ros.formations.equations.elimination import (
    eliminate,
    eliminate_rolling,
    Elimination,
    sliding_line,
    SlidingLine,
)
from frictioncone_ros.formations.equations.harmonics import AngleRoot, FORMATION_COEFFICIENT
from frictioncone_ros.formations.equations.pose_set import (
    FamilyKind,
    FormationPose,
    PoseFamily,
    PoseSet,
    sweeping_family,
    translation_family,
)
from frictioncone_ros.formations.planar_pose import PlanarPose, wrapped_angle
from frictioncone_ros.spatial.arguments import checked

LENGTHS_ROUNDING = 4e-15
"""
Part of the lengths which cancel in an equation that rounding leaves of it, a dozen ulps [-].

Where contacts meet at the workpiece's origin nothing else is left: it must not pass for geometry.
"""


@checked
def solve_contact_equations(equations: Sequence[ContactEquation], lengths: float = 0.0) -> PoseSet:
    """
    Return every pose that satisfies three sliding contacts, or a rolling and a sliding one.

    Only the supporting lines count here. The world's origin is moved to the first contact, so
    that no digits are lost where everything is far away. lengths [m]: of what the equations were
    made of, polygons and their distances; by default those that the equations show.
    """
    for number, equation in enumerate(equations):
        if not isinstance(equation, ContactEquation):
            raise InvalidInputError(
                f'contact equation {number}',
                equation,
                'an EdgeOnVertex, a VertexOnEdge or a RollingPoint',
            )
        if not math.isfinite(sum(equation)):
            raise InvalidInputError(f'contact equation {number}', equation, 'finite numbers')
    problem = _Problem(tuple(equations), lengths or _lengths_shown(equations))
    elimination = problem.eliminated()
    poses: list[FormationPose] = []
    families: list[PoseFamily] = []
    at_infinity = 0
    if elimination.roots.every_angle:
        families = problem.continua()
    for root in elimination.roots.roots:
        place = problem.position(root.angle)
        if place is None:
            at_infinity += 1
        elif place.direction is None:
            poses.append(problem.pose(place, root))
        else:
            families.append(problem.translation(place, root.angle))
    poses.sort(key=lambda found: found.pose.angle)
    return PoseSet(problem.given, elimination, tuple(poses), tuple(families), at_infinity)


def _lengths_shown(equations: Sequence[ContactEquation]) -> float:
    """Return the largest length [m] in the equations, which their normals are not."""
    return max(
        abs(length)
        for equation in equations
        for length in (equation[:4] if isinstance(equation, RollingPoint) else equation[2:])
    )


class _Problem:
    """The equations about a near origin, split into the rolling point and the sliding lines."""

    __slots__ = ('equations', 'given', 'least', 'lines', 'origin', 'rolling')

    lines: list[SlidingLine]
    rolling: RollingPoint | None

    def __init__(self, given: tuple[ContactEquation, ...], lengths: float) -> None:
        rolling = sum([isinstance(equation, RollingPoint) for equation in given])
        if (len(given) - rolling, rolling) not in ((3, 0), (1, 1)):
            raise InvalidInputError(
                'numbers of sliding and rolling contacts',
                (len(given) - rolling, rolling),
                'three and none, or one and one',
            )
        self.given = given
        self.origin = x, y = world_anchor(given[0])
        moved = [moved_origin(e, x, y) for e in given]
        self.equations = tuple(moved)
        # What is negligible beside it is what rounding leaves of the lengths.
        self.least = least = LENGTHS_ROUNDING / FORMATION_COEFFICIENT * lengths
        self.lines, self.rolling = [], None
        for equation in moved:
            if isinstance(equation, RollingPoint):
                self.rolling = equation
            else:
                self.lines.append(sliding_line(equation, least))

    def eliminated(self) -> Elimination:
        """Return the polynomial that is left in the workpiece's angle."""
        if self.rolling is not None:
            return eliminate_rolling(self.rolling, self.lines[0])
        return eliminate(self.lines)

    def position(self, angle: float) -> PointOrLine | None:
        """Return where the workpiece's origin is at a zero of the polynomial."""
        if self.rolling is None:
            return common_position(self.lines, angle)
        cosine, sine = math.cos(angle), math.sin(angle)
        arm_x, arm_y = self.rolling.workpiece_x, self.rolling.workpiece_y
        return PointOrLine(
            self.rolling.world_x - cosine * arm_x + sine * arm_y,
            self.rolling.world_y - sine * arm_x - cosine * arm_y,
            None,
        )

    def pose(self, place: PointOrLine, root: AngleRoot) -> FormationPose:
        """Return the polished pose at a zero, seen from the world's own origin."""
        simple = root.multiplicity == 1
        found = polished(self.equations, (place.x, place.y, root.angle), simple)
        return FormationPose(
            self._in_world(*found.place), root.multiplicity, found.residual, found.determinant
        )

    def translation(self, place: PointOrLine, angle: float) -> PoseFamily:
        """Return the translations along parallel edges at one angle."""
        direction = place.direction or (0.0, 0.0)
        return translation_family(self._in_world(place.x, place.y, angle), direction)

    def continua(self) -> list[PoseFamily]:
        """Return the families of a problem that every angle solves."""
        sweeping = sweeping_family(self._place_in_world, self.least)
        families = [] if sweeping is None else [sweeping]
        if sweeping is not None and sweeping.kind is not FamilyKind.TRANSLATION_AND_ROTATION:
            for angle in self._parallel_angles():
                place = self.position(angle)
                if place is not None and place.direction is not None:
                    families.append(self.translation(place, angle))
        return families

    def _parallel_angles(self) -> list[float]:
        """Return the two angles that make the first contact parallel to one of the other type."""
        first = self.lines[0]
        for other in self.lines[1:]:
            if other.on_workpiece != first.on_workpiece:
                turn = math.atan2(other.normal_y, other.normal_x) - math.atan2(
                    first.normal_y, first.normal_x
                )
                angle = turn if first.on_workpiece else -turn
                return [angle, angle + math.pi]
        return []

    def _place_in_world(self, angle: float) -> PointOrLine | None:
        place = self.position(angle)
        if place is None:
            return None
        return place._replace(x=place.x + self.origin[0], y=place.y + self.origin[1])

    def _in_world(self, x: float, y: float, angle: float) -> PlanarPose:
        return PlanarPose(x + self.origin[0], y + self.origin[1], wrapped_angle(angle))
