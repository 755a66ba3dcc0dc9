# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The margin of a wrench in rational arithmetic, proved from both sides; shares no code with us.

What floats say is where to look: the edges of the face through which the ray leaves. The numbers
of the edges are taken as exact. The answer is the optimum of a linear programme, proved by weights
that are not negative and a normal on which no edge gains.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from frictioncone_ros.spatial import Array

Exact = list[Fraction]


def exact_margin(edges: Array, depth_wrench: Array, wrench: Array) -> Fraction | None:
    """Return the largest t with wrench - t depth_wrench in the cone of edges (d, n), or None."""
    size, count = edges.shape
    found = linprog(
        np.concatenate((np.zeros(count), (-1.0,))),
        A_eq=np.column_stack((edges, depth_wrench)),
        b_eq=wrench,
        bounds=[(0.0, None)] * count + [(None, None)],
        method='highs-ds',
    )
    if found.status != 0:
        return None
    used = np.argsort(-found.x[:count])[: size - 1]
    columns = [_exact(edges[:, index]) for index in used] + [_exact(depth_wrench)]
    loads = solved([list(row) for row in zip(*columns, strict=True)], _exact(wrench))
    # The face's normal: no power on the edges in use, one on the depth wrench.
    normal = solved(columns, [Fraction(0)] * (size - 1) + [Fraction(1)])
    if loads is None or normal is None or min(loads[:-1]) < 0:
        return None
    powers = (_dot(normal, _exact(edge)) for edge in edges.T)
    return loads[-1] if min(powers) >= 0 else None


def solved(rows: list[Exact], right: Exact) -> Exact | None:
    """Return the solution of a square system by elimination, or None where it has none."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = next((r for r in range(column, size) if table[r][column] != 0), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column][column]
        table[column] = [value / head for value in table[column]]
        for row in range(size):
            factor = table[row][column]
            if row != column and factor != 0:
                table[row] = [
                    a - factor * b for a, b in zip(table[row], table[column], strict=True)
                ]
    return [row[-1] for row in table]


def _exact(values: Array) -> Exact:
    return [Fraction(value) for value in values.tolist()]


def _dot(one: Exact, other: Exact) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))
