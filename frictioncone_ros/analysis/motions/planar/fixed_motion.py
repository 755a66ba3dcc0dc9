# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Modes whose equations leave a single planar motion: check the motion, then balance the forces.

Erdmann's three-dimensional normal space is of this kind, and so is every mode with two fixed
contacts: nothing is left to search but forces, however many contacts press on each other.

Whether a planar wrench is a non-negative combination of given wrenches, and the proof of either.

The first phase of the simplex method in three rows, with Bland's rule, which cannot cycle. The
answer is not trusted but checked: weights by their residual, "no" by its separating twist.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from frictioncone_ros.analysis.modes.generated_cone import (
    AmbiguousSignError,
    Arithmetic,
    make_row,
    Number,
    Vector,
)
from frictioncone_ros.analysis.motions.planar.mode import (
    Condition,
    ModeSolution,
    Obstacle,
    PlanarMode,
)
from frictioncone_ros.analysis.motions.planar.problem import cross_product, PlanarProblem


class Balance(NamedTuple):
    """Either weights >= 0 of the columns, or a twist that separates the target from them."""

    weights: list[Number]
    separating_twist: list[Number]

    @property
    def possible(self) -> bool:
        """Whether the target is a non-negative combination."""
        return not self.separating_twist


def balance(
    columns: Sequence[Vector], target: Vector, size: Number, arithmetic: Arithmetic
) -> Balance:
    """
    Decide whether `target` lies in the cone of `columns`, all wrenches of three components.

    The separating twist has non-negative power with every column and negative with the target.
    size: of the terms that make up the target. A target too close to the border for the
    arithmetic raises AmbiguousSignError.
    """
    if max(map(abs, target)) <= arithmetic.zero * size:
        return Balance([0] * len(columns), [])
    table, basis = _start(columns, target)
    _pivot_to_optimum(table, basis, len(columns), arithmetic)
    shortage = -table[3][-1]
    if shortage <= arithmetic.zero * size:
        return Balance(_weights(table, basis, len(columns)), [])
    twist = _separating_twist(table, target, len(columns))
    if shortage <= arithmetic.certain * size or not _separates(twist, columns, target, arithmetic):
        raise AmbiguousSignError
    return Balance([], twist)


def _start(columns: Sequence[Vector], target: Vector) -> tuple[list[list[Number]], list[int]]:
    """Return the table with one artificial variable a row, and the row of reduced costs."""
    count = len(columns)
    table: list[list[Number]] = []
    for row in range(3):
        sign = -1 if target[row] < 0 else 1
        entries: list[Number] = [sign * column[row] for column in columns]
        entries += [1 if row == other else 0 for other in range(3)]
        table.append([*entries, sign * target[row]])
    costs: list[Number] = [-sum(values) for values in zip(*table, strict=True)]
    costs[count : count + 3] = [0, 0, 0]
    table.append(costs)
    return table, [count, count + 1, count + 2]


def _pivot_to_optimum(
    table: list[list[Number]], basis: list[int], count: int, arithmetic: Arithmetic
) -> None:
    # Rounding could make even Bland's rule cycle among floats; fractions cannot.
    for _ in range(50 * (count + 3)):
        costs = table[3]
        entering = next((j for j in range(count) if costs[j] < -arithmetic.certain), -1)
        if entering < 0:
            # What a column gains only by rounding may be all that balances the target.
            if min(costs[:count], default=0) < -arithmetic.zero:
                raise AmbiguousSignError
            return
        leaving = _leaving_row(table, basis, entering, arithmetic)
        if leaving < 0 or table[leaving][entering] <= arithmetic.certain:
            raise AmbiguousSignError
        _pivot(table, leaving, entering)
        basis[leaving] = entering
    raise AmbiguousSignError


def _leaving_row(
    table: list[list[Number]], basis: list[int], entering: int, arithmetic: Arithmetic
) -> int:
    best = -1
    for row in range(3):
        if table[row][entering] <= arithmetic.zero:
            continue
        if best < 0:
            best = row
            continue
        left = table[row][-1] * table[best][entering]
        right = table[best][-1] * table[row][entering]
        if left < right or (left == right and basis[row] < basis[best]):
            best = row
    return best


def _pivot(table: list[list[Number]], leaving: int, entering: int) -> None:
    inverse = 1 / table[leaving][entering]
    scaled = [entry * inverse for entry in table[leaving]]
    table[leaving] = scaled
    for row, entries in enumerate(table):
        factor = entries[entering]
        if row != leaving and factor != 0:
            table[row] = [a - factor * b for a, b in zip(entries, scaled, strict=True)]


def _weights(table: list[list[Number]], basis: list[int], count: int) -> list[Number]:
    weights: list[Number] = [0] * count
    for row, variable in enumerate(basis):
        if variable < count:
            weights[variable] = max(table[row][-1], 0)
    return weights


def _separating_twist(table: list[list[Number]], target: Vector, count: int) -> list[Number]:
    """Read the multipliers off the artificial columns, in the target's own signs."""
    signs = [-1 if entry < 0 else 1 for entry in target]
    return [
        sign * (cost - 1) for sign, cost in zip(signs, table[3][count : count + 3], strict=True)
    ]


def _separates(
    twist: Vector, columns: Sequence[Vector], target: Vector, arithmetic: Arithmetic
) -> bool:
    def power(wrench: Vector) -> Number:
        return sum(a * b for a, b in zip(twist, wrench, strict=True))

    slack = -10 * arithmetic.certain * max(map(abs, twist))
    return power(target) < 0 and all(power(column) >= slack for column in columns)


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
