# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Modes whose equations leave a single planar motion: check the motion, then balance the forces.

Erdmann's three-dimensional normal space is of this kind, and so is every mode with two fixed
contacts: nothing is left to search but forces, however many contacts press on each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from frictioncone_ros.analysis.modes.generated_cone import make_row, Number, Vector
from frictioncone_ros.analysis.motions.planar.balance import balance
from frictioncone_ros.analysis.motions.planar.mode import (
    Condition,
    ModeSolution,
    Obstacle,
    PlanarMode,
)
from frictioncone_ros.analysis.motions.planar.problem import cross_product, PlanarProblem


def independent_rows(problem: PlanarProblem, mode: PlanarMode) -> tuple[int, ...]:
    """Return three table rows that fix the motion, or nothing where the equations do not."""
    if len(mode.equations) < 3:
        return ()
    rows, sizes = problem.jacobian_rows, problem.jacobian_row_sizes
    sign_value = problem.arithmetic.sign_value
    first, *others = (condition.row for condition in mode.equations)
    second = -1
    normal: Sequence[Number] = ()
    size: Sequence[Number] = ()
    for row in others:
        if second < 0:
            normal = cross_product(rows[first], rows[row])
            size = _cross_size(sizes[first], sizes[row])
            if any(sign_value(a, b) for a, b in zip(normal, size, strict=True)):
                second = row
        elif sign_value(_dot(normal, rows[row]), _dot(size, sizes[row])):
            return first, second, row
    return ()


def solve_fixed(
    problem: PlanarProblem, mode: PlanarMode, rows: tuple[int, ...]
) -> ModeSolution | Obstacle:
    """Return the mode's only motion with one vector of forces, or what forbids it."""
    motion = _meeting_point([problem.jacobian_rows[row] for row in rows])
    for condition in (*mode.equations, *mode.inequalities):
        if condition.row not in rows and not _holds(problem, condition, motion, mode.strict):
            return Obstacle(mode, condition)
    return balance_forces(problem, mode, motion)


def balance_forces(
    problem: PlanarProblem, mode: PlanarMode, motion: tuple[Number, ...]
) -> ModeSolution | Obstacle:
    """Return contact forces of a mode that give the body a dimensionless twist rate."""
    net = [_dot(row, motion) for row in problem.inertia_rows]
    needed = [mine - given for mine, given in zip(net, problem.force, strict=True)]
    sizes = [_dot([*map(abs, row)], [*map(abs, motion)]) for row in problem.inertia_rows]
    columns = [problem.edge_wrenches[edge] for edge in mode.edges]
    verdict = balance(columns, needed, max(*sizes, *problem.force_size), problem.arithmetic)
    if not verdict.possible:
        return Obstacle(mode, None, separating_twist=tuple(verdict.separating_twist))
    return ModeSolution(mode, (verdict.weights,), (), motion)


def _meeting_point(rows: Sequence[Vector]) -> tuple[Number, ...]:
    """Return the solution of three equations row . (x, 1) = 0, by Cramer's rule."""
    first, second, third = rows
    normals = (
        cross_product(second, third),
        cross_product(third, first),
        cross_product(first, second),
    )
    determinant = _dot(normals[2], third)
    return tuple(
        -(first[3] * normals[0][axis] + second[3] * normals[1][axis] + third[3] * normals[2][axis])
        / determinant
        for axis in range(3)
    )


def _holds(
    problem: PlanarProblem, condition: Condition, motion: tuple[Number, ...], strict: bool
) -> bool:
    row = make_row(
        problem.jacobian_rows[condition.row],
        problem.jacobian_row_sizes[condition.row],
        problem.arithmetic,
    )
    largest = max(1, *(abs(entry) for entry in motion))
    value = row.value([*(entry / largest for entry in motion), 1 / largest])
    if condition.sign == 0:
        return value == 0
    return condition.sign * value > 0 if strict else condition.sign * value >= 0


def _dot(first: Sequence[Number], second: Sequence[Number]) -> Number:
    """Product of the first three components; rows carry their bias as a fourth."""
    return first[0] * second[0] + first[1] * second[1] + first[2] * second[2]


def _cross_size(first: Vector, second: Vector) -> list[Number]:
    x, y, z = first[:3]
    u, v, w = second[:3]
    return [y * w + z * v, z * u + x * w, x * v + y * u]
