# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From an angle of the workpiece back to its position, and polishing of the whole pose."""

from __future__ import annotations

from collections.abc import Sequence
import math
from typing import NamedTuple

from frictioncone_ros import tolerances
from frictioncone_ros.formations.contact_equations import ContactEquation, equation_rows, Row
from frictioncone_ros.formations.elimination import SlidingLine

_POLISHING_STEPS = 3
"""Newton doubles the digits; a zero of the eliminated polynomial starts with about ten."""


class PlacedLine(NamedTuple):
    """normal . p = right_side in the world, at one angle of the workpiece."""

    normal_x: float
    normal_y: float
    right_side: float


class PointOrLine(NamedTuple):
    """Where the workpiece's origin is: a point (direction None), or on a line through it."""

    x: float
    y: float
    direction: tuple[float, float] | None


def placed_lines(lines: Sequence[SlidingLine], angle: float) -> list[PlacedLine]:
    """Return the lines of all contacts in the world at one angle of the workpiece."""
    cosine, sine = math.cos(angle), math.sin(angle)
    placed = []
    for on_workpiece, normal_x, normal_y, (constant, cosine_part, sine_part) in lines:
        right_side = constant + cosine_part * cosine + sine_part * sine
        if on_workpiece:
            placed.append(PlacedLine(
                cosine * normal_x - sine * normal_y, sine * normal_x + cosine * normal_y,
                right_side,
            ))
        else:
            placed.append(PlacedLine(normal_x, normal_y, right_side))
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
        cross = other.normal_x * line.normal_y - other.normal_y * line.normal_x
        if abs(cross) > abs(steepest):
            steepest, best = cross, (other, line)
    if abs(steepest) <= tolerances.PARALLEL_AT_POSE:
        return _common_line(placed)
    (first_x, first_y, first_side), (second_x, second_y, second_side) = best
    return PointOrLine(
        (first_side * second_y - second_side * first_y) / steepest,
        (second_side * first_x - first_side * second_x) / steepest,
        None,
    )


def _common_line(placed: list[PlacedLine]) -> PointOrLine | None:
    first = placed[0]
    size = max(abs(line.right_side) for line in placed)
    for line in placed[1:]:
        dot = first.normal_x * line.normal_x + first.normal_y * line.normal_y
        apart = abs(first.right_side - math.copysign(1.0, dot) * line.right_side)
        if apart > tolerances.FORMATION_CONSISTENT * (1.0 if size == 0.0 else size):
            return None
    return PointOrLine(
        first.normal_x * first.right_side, first.normal_y * first.right_side,
        (-first.normal_y, first.normal_x),
    )


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
    residual = max(abs(row[0]) for row in rows)
    minors, determinant = _moment_minors(rows)
    for _ in range(_POLISHING_STEPS):
        if not simple or residual == 0.0 or determinant == 0.0:
            break
        step = _newton_step(rows, minors, determinant)
        moved = (place[0] + step[0], place[1] + step[1], place[2] + step[2])
        rows = equation_rows(equations, *moved)
        smaller = max(abs(row[0]) for row in rows)
        if not smaller < residual:
            break
        place, residual = moved, smaller
        minors, determinant = _moment_minors(rows)
    return PolishedPose(place, residual, determinant)


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
        gap_0 * (y_1 * m_2 - y_2 * m_1) + gap_1 * (y_2 * m_0 - y_0 * m_2)
        + gap_2 * (y_0 * m_1 - y_1 * m_0)
    )
    step_y = (
        gap_0 * (m_1 * x_2 - m_2 * x_1) + gap_1 * (m_2 * x_0 - m_0 * x_2)
        + gap_2 * (m_0 * x_1 - m_1 * x_0)
    )
    turn = gap_0 * minors[0] + gap_1 * minors[1] + gap_2 * minors[2]
    return -step_x / determinant, -step_y / determinant, -turn / determinant
