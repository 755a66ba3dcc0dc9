# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From an angle of the workpiece back to its position, and polishing of the whole pose."""

from __future__ import annotations

from collections.abc import Sequence
import math
from typing import NamedTuple

from frictioncone_ros.formations.equations.contact_equations import (
    ContactEquation,
    equation_rows,
    Row,
)
from frictioncone_ros.formations.equations.elimination import FORMATION_CONSISTENT, SlidingLine

PARALLEL_AT_POSE = 1e-9
"""Edges of two polygons this close to parallel at a computed pose are parallel [rad]."""
GAP_ROUNDING = 2.3e-16
"""Gaps of this many times the lengths they are made of cannot be improved: one ulp [-]."""

_POLISHING_STEPS = 3
"""Newton doubles the digits; a zero of the eliminated polynomial starts with about ten."""


PlacedLine = tuple[float, float, float]
"""(normal x, normal y, right side) of a line in the world at one angle of the workpiece."""


class PointOrLine(NamedTuple):
    """Where the workpiece's origin is: a point (direction None), or on a line through it."""

    x: float
    y: float
    direction: tuple[float, float] | None


def placed_lines(lines: Sequence[SlidingLine], angle: float) -> list[PlacedLine]:
    """Return the lines of all contacts in the world at one angle of the workpiece."""
    cosine, sine = math.cos(angle), math.sin(angle)
    placed = []
    for on_workpiece, normal_x, normal_y, (constant, cosine_part, sine_part), _ in lines:
        right_side = constant + cosine_part * cosine + sine_part * sine
        if on_workpiece:
            placed.append(
                (
                    cosine * normal_x - sine * normal_y,
                    sine * normal_x + cosine * normal_y,
                    right_side,
                )
            )
        else:
            placed.append((normal_x, normal_y, right_side))
    return placed


def common_position(lines: Sequence[SlidingLine], angle: float) -> PointOrLine | None:
    """
    Return where all lines meet, given that they do at this angle; None if they are apart.

    The two lines that cross most steeply give the point. Lines that are all parallel share a
    whole line or, if their right sides disagree, nothing: there the position is at infinity.
    """
    placed = placed_lines(lines, angle)
    steepest, best = 0.0, (placed[0], placed[1])
    for index, line in enumerate(placed):
        other = placed[index - 1]
        cross = other[0] * line[1] - other[1] * line[0]
        if abs(cross) > abs(steepest):
            steepest, best = cross, (other, line)
    if abs(steepest) <= PARALLEL_AT_POSE:
        return _common_line(placed, max(line.size for line in lines))
    (first_x, first_y, first_side), (second_x, second_y, second_side) = best
    return PointOrLine(
        (first_side * second_y - second_side * first_y) / steepest,
        (second_side * first_x - first_side * second_x) / steepest,
        None,
    )


def _common_line(placed: list[PlacedLine], size: float) -> PointOrLine | None:
    """Return the line that parallel lines share; size [m] of the terms of their right sides."""
    normal_x, normal_y, right_side = placed[0]
    for other_x, other_y, other_side in placed[1:]:
        dot = normal_x * other_x + normal_y * other_y
        apart = abs(right_side - math.copysign(1.0, dot) * other_side)
        if apart > FORMATION_CONSISTENT * size:
            return None
    return PointOrLine(normal_x * right_side, normal_y * right_side, (-normal_y, normal_x))


class PolishedPose(NamedTuple):
    """A pose (x, y, theta), its largest gap [m], the determinant of the gaps' gradients [m]."""

    place: tuple[float, float, float]
    residual: float
    determinant: float


def polished(
    equations: tuple[ContactEquation, ...], place: tuple[float, float, float], simple: bool
) -> PolishedPose:
    """
    Return the pose after Newton steps on all three equations.

    Only simple poses are moved: at a multiple one the steps would divide zero by zero.
    """
    rows = equation_rows(equations, *place)
    residual = _largest(rows, 0)
    minors, determinant = _moment_minors(rows)
    if not simple or determinant == 0.0:
        return PolishedPose(place, residual, determinant)
    rounding = GAP_ROUNDING * (abs(place[0]) + abs(place[1]) + _largest(rows, 3))
    for _ in range(_POLISHING_STEPS):
        if residual <= rounding:
            break
        step = _newton_step(rows, minors, determinant)
        moved = (place[0] + step[0], place[1] + step[1], place[2] + step[2])
        rows = equation_rows(equations, *moved)
        smaller = _largest(rows, 0)
        if not smaller < residual:
            break
        place, residual = moved, smaller
        minors, determinant = _moment_minors(rows)
    return PolishedPose(place, residual, determinant)


def _largest(rows: list[Row], column: int) -> float:
    first, second, third = rows
    return max(abs(first[column]), abs(second[column]), abs(third[column]))


def _moment_minors(rows: list[Row]) -> tuple[tuple[float, float, float], float]:
    """Return the three minors of the normals that go with the moments, and the determinant."""
    (_, x_0, y_0, moment_0), (_, x_1, y_1, moment_1), (_, x_2, y_2, moment_2) = rows
    minors = (x_1 * y_2 - x_2 * y_1, x_2 * y_0 - x_0 * y_2, x_0 * y_1 - x_1 * y_0)
    return minors, moment_0 * minors[0] + moment_1 * minors[1] + moment_2 * minors[2]


def _newton_step(
    rows: list[Row], minors: tuple[float, float, float], determinant: float
) -> tuple[float, float, float]:
    """Return the solution of gradient @ step = -gap by Cramer's rule."""
    (gap_0, x_0, y_0, m_0), (gap_1, x_1, y_1, m_1), (gap_2, x_2, y_2, m_2) = rows
    step_x = (
        gap_0 * (y_1 * m_2 - y_2 * m_1)
        + gap_1 * (y_2 * m_0 - y_0 * m_2)
        + gap_2 * (y_0 * m_1 - y_1 * m_0)
    )
    step_y = (
        gap_0 * (m_1 * x_2 - m_2 * x_1)
        + gap_1 * (m_2 * x_0 - m_0 * x_2)
        + gap_2 * (m_0 * x_1 - m_1 * x_0)
    )
    turn = gap_0 * minors[0] + gap_1 * minors[1] + gap_2 * minors[2]
    return -step_x / determinant, -step_y / determinant, -turn / determinant
