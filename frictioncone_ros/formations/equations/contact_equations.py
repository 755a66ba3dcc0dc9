# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The equations of elemental contacts, with every manipulator already placed in the world.

Workpiece pose (x, y, theta), p = (x, y), R = R(theta). The gap of a contact is the signed distance
of the vertex from the edge's supporting line, positive when they are apart. Its derivative with
respect to (x, y, theta) is the wrench about the workpiece's origin of a unit force along the
contact normal, which points into the workpiece: gap rate = wrench . twist.

The coefficients G, H and I under which the literature knows the 3A formation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, explained
from frictioncone_ros.spatial.converters import Pair

Row = tuple[float, float, float, float]
"""(gap [m], normal x, normal y, moment [m]) of one scalar equation at a pose."""


class EdgeOnVertex(NamedTuple):
    """
    Type A: (R normal) . (vertex - p) = offset.

    normal: unit, out of the workpiece, workpiece frame; offset [m] of the edge's line from the
    workpiece's origin along it; vertex [m] of the manipulator in the world.
    """

    normal_x: float
    normal_y: float
    offset: float
    vertex_x: float
    vertex_y: float

    @classmethod
    @checked
    def from_angle(cls, normal_angle: float, offset: float, vertex: Pair) -> EdgeOnVertex:
        """Build from the angle of the edge's outward normal in the workpiece frame [rad]."""
        return cls(math.cos(normal_angle), math.sin(normal_angle), offset, *vertex)


class VertexOnEdge(NamedTuple):
    """
    Type B: normal . (p + R vertex) = offset.

    normal: unit, out of the manipulator, world frame; offset [m] of the edge's line from the
    world's origin along it; vertex [m] of the workpiece in the workpiece frame.
    """

    normal_x: float
    normal_y: float
    offset: float
    vertex_x: float
    vertex_y: float

    @classmethod
    @checked
    def from_angle(cls, normal_angle: float, offset: float, vertex: Pair) -> VertexOnEdge:
        """Build from the angle of the edge's outward normal in the world [rad]."""
        return cls(math.cos(normal_angle), math.sin(normal_angle), offset, *vertex)


class RollingPoint(NamedTuple):
    """
    Rolling contact, two equations: p + R (workpiece_x, workpiece_y) = (world_x, world_y).

    normal: unit, into the workpiece; in the workpiece frame if normal_on_workpiece (type A), else
    in the world (type B). It plays no part in where the workpiece is, only in what it feels.
    """

    workpiece_x: float
    workpiece_y: float
    world_x: float
    world_y: float
    normal_x: float
    normal_y: float
    normal_on_workpiece: bool


SlidingEquation = EdgeOnVertex | VertexOnEdge
ContactEquation = EdgeOnVertex | VertexOnEdge | RollingPoint


def sliding_row(equation: SlidingEquation, x: float, y: float, turn: tuple[float, float]) -> Row:
    """Return gap and its gradient at the pose (x, y) and turn = (cos theta, sin theta)."""
    cosine, sine = turn
    normal_x, normal_y, offset, vertex_x, vertex_y = equation
    if isinstance(equation, EdgeOnVertex):
        inward_x = -cosine * normal_x + sine * normal_y
        inward_y = -sine * normal_x - cosine * normal_y
        arm_x, arm_y = vertex_x - x, vertex_y - y
        gap = -(inward_x * arm_x + inward_y * arm_y) - offset
    else:
        inward_x, inward_y = normal_x, normal_y
        arm_x = cosine * vertex_x - sine * vertex_y
        arm_y = sine * vertex_x + cosine * vertex_y
        gap = inward_x * (x + arm_x) + inward_y * (y + arm_y) - offset
    return gap, inward_x, inward_y, arm_x * inward_y - arm_y * inward_x


def rolling_rows(
    equation: RollingPoint, x: float, y: float, turn: tuple[float, float]
) -> tuple[Row, Row]:
    """
    Return the two rows of a rolling contact: along its normal, then along its tangent.

    The tangent is the normal turned by +90 degrees. "Gap" is the workpiece's point minus the
    world's point, along each.
    """
    cosine, sine = turn
    arm_x = cosine * equation.workpiece_x - sine * equation.workpiece_y
    arm_y = sine * equation.workpiece_x + cosine * equation.workpiece_y
    gap_x, gap_y = x + arm_x - equation.world_x, y + arm_y - equation.world_y
    normal_x, normal_y = equation.normal_x, equation.normal_y
    if equation.normal_on_workpiece:
        normal_x, normal_y = (
            cosine * normal_x - sine * normal_y,
            sine * normal_x + cosine * normal_y,
        )
    return (
        (
            normal_x * gap_x + normal_y * gap_y,
            normal_x,
            normal_y,
            arm_x * normal_y - arm_y * normal_x,
        ),
        (
            normal_x * gap_y - normal_y * gap_x,
            -normal_y,
            normal_x,
            arm_x * normal_x + arm_y * normal_y,
        ),
    )


@checked
def equation_rows(
    equations: tuple[ContactEquation, ...], x: float, y: float, theta: float
) -> list[Row]:
    """Return all scalar rows at a pose, contact by contact, two for a rolling contact."""
    turn = (math.cos(theta), math.sin(theta))
    rows: list[Row] = []
    for equation in equations:
        if isinstance(equation, RollingPoint):
            rows.extend(rolling_rows(equation, x, y, turn))
        else:
            rows.append(sliding_row(equation, x, y, turn))
    return rows


def moved_origin(equation: ContactEquation, x: float, y: float) -> ContactEquation:
    """Return the equation with the world's origin moved to (x, y)."""
    if isinstance(equation, EdgeOnVertex):
        normal_x, normal_y, offset, vertex_x, vertex_y = equation
        return EdgeOnVertex(normal_x, normal_y, offset, vertex_x - x, vertex_y - y)
    if isinstance(equation, VertexOnEdge):
        normal_x, normal_y, offset, vertex_x, vertex_y = equation
        shifted = offset - normal_x * x - normal_y * y
        return VertexOnEdge(normal_x, normal_y, shifted, vertex_x, vertex_y)
    return equation._replace(world_x=equation.world_x - x, world_y=equation.world_y - y)


def world_anchor(equation: ContactEquation) -> tuple[float, float]:
    """Return a point [m] of the world through which the contact passes."""
    if isinstance(equation, EdgeOnVertex):
        return equation.vertex_x, equation.vertex_y
    if isinstance(equation, VertexOnEdge):
        return equation.normal_x * equation.offset, equation.normal_y * equation.offset
    return equation.world_x, equation.world_y


class AngleCoefficients(NamedTuple):
    """G, H and I of three type A contacts: their poses have G cos + H sin + I = 0."""

    cosine: float
    sine: float
    constant: float


@explained
def three_edge_coefficients(
    equations: tuple[EdgeOnVertex, EdgeOnVertex, EdgeOnVertex],
) -> AngleCoefficients:
    """
    Return G, H, I of the 3A formation, about the world's own origin.

    With a_l = sin(angle between the two other edges' normals): G = sum a_l n_l . V_l,
    H = sum a_l (J n_l) . V_l, I = -sum a_l offset_l.
    """
    if len(equations) != 3 or not all(isinstance(e, EdgeOnVertex) for e in equations):
        raise InvalidInputError('equations', equations, 'three contacts of type A')
    cosine = sine = constant = 0.0
    for index, line in enumerate(equations):
        before, after = equations[index - 2], equations[index - 1]
        weight = before.normal_x * after.normal_y - before.normal_y * after.normal_x
        cosine += weight * (line.normal_x * line.vertex_x + line.normal_y * line.vertex_y)
        sine += weight * (line.normal_x * line.vertex_y - line.normal_y * line.vertex_x)
        constant -= weight * line.offset
    return AngleCoefficients(cosine, sine, constant)
