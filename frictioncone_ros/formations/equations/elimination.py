# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Elimination of the workpiece's position: one trigonometric polynomial in its angle remains.

Each sliding contact says normal . p = rhs(theta), with the normal fixed in the workpiece frame
(type A, p then in that frame too) or in the world (type B):
    A: rhs = -offset + (n . V) cos + (Jn . V) sin,    B: rhs = offset - (n . u) cos - (n . Ju) sin,
J the turn by +90 degrees. Three such equations have a common position only where
    sum over contacts of cross(next normal, next but one normal) rhs = 0.
The crosses are constant between two normals of one frame, so 3A and 3B leave G c + H s + I = 0;
between frames they are of degree one, so 2AB and 2BA leave a polynomial of degree two. A rolling
contact gives p at once and leaves degree one. For 3A these are G, H and I of the literature.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from frictioncone_ros.formations.equations.contact_equations import (
    EdgeOnVertex,
    RollingPoint,
    SlidingEquation,
)
from frictioncone_ros.formations.equations.half_angle_quartic import second_harmonic_roots
from frictioncone_ros.formations.equations.harmonics import (
    add_product,
    AngleRoot,
    AngleRoots,
    FORMATION_COEFFICIENT,
    Harmonic,
    linear_roots,
    SecondHarmonic,
)

PARALLEL_EDGES = 1e-12
"""Edges of one polygon whose directions differ by less than this are parallel [rad]."""
FORMATION_CONSISTENT = 1e-10
"""Disagreement of parallel contacts, relative to their size, below which they agree [-]."""


class SlidingLine(NamedTuple):
    """
    normal . p = right_side(theta), in the workpiece frame or in the world.

    size [m]: of the right side, and at least so large that what rounding leaves of it is nothing.
    """

    on_workpiece: bool
    normal_x: float
    normal_y: float
    right_side: Harmonic
    size: float


class EliminationCase(Enum):
    """How the position was eliminated."""

    REGULAR = 'regular'
    PARALLEL_PAIR = 'two parallel edges on one side'
    ALL_PARALLEL = 'all edges parallel'


class Elimination(NamedTuple):
    """
    What remains of three equations when the position is eliminated.

    polynomial [m or m^2] in the angle, scale the size of its terms; for ALL_PARALLEL the
    polynomial of the first pair that is not redundant. roots: where it vanishes.
    """

    case: EliminationCase
    polynomial: SecondHarmonic
    scale: float
    roots: AngleRoots

    @property
    def angle_drops_out(self) -> bool:
        """Whether only the constant is left: no angle solves, and a small change may."""
        varying = sum(abs(coefficient) for coefficient in self.polynomial[1:])
        return varying <= FORMATION_COEFFICIENT * self.scale


def sliding_line(equation: SlidingEquation, least: float) -> SlidingLine:
    """Return the line on which the workpiece's origin lies at each angle; least: its size [m]."""
    normal_x, normal_y, offset, vertex_x, vertex_y = equation
    along = normal_x * vertex_x + normal_y * vertex_y
    across = normal_x * vertex_y - normal_y * vertex_x
    size = abs(offset) + abs(along) + abs(across)
    size = max(size, least)
    if isinstance(equation, EdgeOnVertex):
        return SlidingLine(True, normal_x, normal_y, Harmonic(-offset, along, across), size)
    return SlidingLine(False, normal_x, normal_y, Harmonic(offset, -along, across), size)


def eliminate(lines: Sequence[SlidingLine]) -> Elimination:
    """Return the polynomial in the angle that three sliding contacts leave, and its zeros."""
    first, second, third = lines
    if first.on_workpiece == second.on_workpiece == third.on_workpiece:
        return _eliminate_one_frame(lines)
    for one, other in ((first, second), (second, third), (third, first)):
        if one.on_workpiece == other.on_workpiece and _parallel(one, other):
            return _eliminate_pair(one, other)
    total, scale = SecondHarmonic(0.0, 0.0, 0.0, 0.0, 0.0), 0.0
    for index, line in enumerate(lines):
        factor = _turning_cross(lines[index - 2], lines[index - 1])
        total = add_product(total, factor, line.right_side)
        scale += factor.magnitude * line.size
    roots = second_harmonic_roots(total, scale)
    return Elimination(EliminationCase.REGULAR, total, scale, roots)


def _eliminate_one_frame(lines: Sequence[SlidingLine]) -> Elimination:
    """Return what three contacts of one type leave: the crosses are constant, the degree one."""
    first, second, third = lines
    weights = (_cross(second, third), _cross(third, first), _cross(first, second))
    if max(map(abs, weights)) <= PARALLEL_EDGES:
        return _eliminate_all_parallel(lines)
    constant = cosine = sine = scale = 0.0
    for weight, line in zip(weights, lines, strict=True):
        line_constant, line_cosine, line_sine = line.right_side
        constant += weight * line_constant
        cosine += weight * line_cosine
        sine += weight * line_sine
        scale += abs(weight) * line.size
    polynomial = SecondHarmonic(constant, cosine, sine, 0.0, 0.0)
    roots = linear_roots(Harmonic(constant, cosine, sine), scale)
    return Elimination(EliminationCase.REGULAR, polynomial, scale, roots)


def eliminate_rolling(point: RollingPoint, line: SlidingLine) -> Elimination:
    """Return what the sliding contact says once the rolling contact has fixed the position."""
    along_world = line.normal_x * point.world_x + line.normal_y * point.world_y
    along_body = line.normal_x * point.workpiece_x + line.normal_y * point.workpiece_y
    if line.on_workpiece:
        across = line.normal_x * point.world_y - line.normal_y * point.world_x
        position = Harmonic(-along_body, along_world, across)
    else:
        across = line.normal_x * point.workpiece_y - line.normal_y * point.workpiece_x
        position = Harmonic(along_world, -along_body, across)
    harmonic = line.right_side.minus(position, 1.0)
    scale = line.size + position.magnitude
    polynomial = SecondHarmonic(*harmonic, 0.0, 0.0)
    roots = linear_roots(harmonic, scale)
    return Elimination(EliminationCase.REGULAR, polynomial, scale, roots)


def _cross(first: SlidingLine, second: SlidingLine) -> float:
    """Return cross(first normal, second normal) of two lines fixed in one frame."""
    return first.normal_x * second.normal_y - first.normal_y * second.normal_x


def _turning_cross(first: SlidingLine, second: SlidingLine) -> Harmonic:
    """Return cross(first normal, second normal) as a function of the workpiece's angle."""
    cross = _cross(first, second)
    if first.on_workpiece == second.on_workpiece:
        return Harmonic(cross, 0.0, 0.0)
    dot = first.normal_x * second.normal_x + first.normal_y * second.normal_y
    return Harmonic(0.0, cross, -dot if first.on_workpiece else dot)


def _parallel(first: SlidingLine, second: SlidingLine) -> bool:
    return abs(_cross(first, second)) <= PARALLEL_EDGES


def _eliminate_pair(first: SlidingLine, second: SlidingLine) -> Elimination:
    """
    Return what two parallel lines of one frame say: their right sides agree.

    The general polynomial is this one times a factor that vanishes where the third contact
    becomes parallel too; there the position is at infinity, so the factor is left out.
    """
    harmonic = _disagreement(first, second)
    scale = first.size + second.size
    return Elimination(
        EliminationCase.PARALLEL_PAIR,
        SecondHarmonic(*harmonic, 0.0, 0.0),
        scale,
        linear_roots(harmonic, scale),
    )


def _disagreement(first: SlidingLine, second: SlidingLine) -> Harmonic:
    dot = first.normal_x * second.normal_x + first.normal_y * second.normal_y
    return first.right_side.minus(second.right_side, 1.0 if dot > 0.0 else -1.0)


def _eliminate_all_parallel(lines: Sequence[SlidingLine]) -> Elimination:
    """Return the angles at which three parallel lines of one frame coincide."""
    first = _eliminate_pair(lines[0], lines[1])
    second = _eliminate_pair(lines[1], lines[2])
    if first.roots.every_angle:
        first, second = second, first
    scale = first.scale + second.scale
    roots = first.roots
    if not second.roots.every_angle:
        # Each pair has its own zeros; only common ones are poses.
        roots = AngleRoots(
            tuple(
                AngleRoot(root.angle, root.multiplicity)
                for root in first.roots.roots
                if abs(second.polynomial.value(root.angle)) <= FORMATION_CONSISTENT * scale
            )
        )
    return Elimination(EliminationCase.ALL_PARALLEL, first.polynomial, scale, roots)
