# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Intervals of the parameter c on Erdmann's line of reactions: Table 1, pieces, intersections."""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import (
    Arithmetic,
    Cut,
    GeneratedCone,
    make_row,
    measure,
    orthant,
    positive_part,
    Ray,
    Vector,
    zero_part,
)
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import SAME_MOTION

Interval = tuple[float, float]

PLAIN = Arithmetic(SAME_MOTION, SAME_MOTION)
"""Rows are of size 1 here and one threshold decides: the construction is not the judge."""


def validity_interval(
    sliding_speed: float, slope: float, offset: float, positive_edge: bool
) -> Interval:
    """
    Return the values of c for which a friction cone edge may be used, as in Table 1.

    sliding_speed: v . v_f, 0 at rest. slope: t_c . v_f. offset: F_i . v_f at c = 0, so that the
    contact's tangential acceleration is (offset + c slope) / m. The positive edge n + mu v_f
    pushes along v_f: it may be used while the contact does not move along v_f; the negative edge
    while it does not move against it. No value at all is (inf, -inf).
    """
    side = 1.0 if positive_edge else -1.0
    everything, nothing = (-inf, inf), (inf, -inf)
    if sliding_speed != 0.0:
        return nothing if side * sliding_speed > 0.0 else everything
    if slope == 0.0:
        return nothing if side * offset > 0.0 else everything
    border = -offset / slope
    return (-inf, border) if side * slope > 0.0 else (border, inf)


def pieces(intervals: Array, slack: float) -> list[Interval]:
    """Return the finite ends of intervals (count, 2) as points, and what lies between them."""
    borders: list[float] = []
    for end in sorted(intervals[np.isfinite(intervals)].tolist()):
        if not borders or end - borders[-1] > slack:
            borders.append(end)
    points = [(border, border) for border in borders]
    return sorted(points + list(zip([-inf, *borders], [*borders, inf], strict=True)))


def inside_cone(
    edges: Array, line: tuple[Array, Array], piece: Interval, unit: float
) -> Interval | None:
    """
    Return the part of a piece of the line base + c direction that lies in a cone, None if empty.

    edges (m, 3): the cone's generators. line: base and direction. unit: size of c to compute in.
    The unknowns are (1, edge weights, c / unit), c of either sign.
    """
    base, direction = line
    count = edges.shape[0] + 1
    rays = [Ray([*ray.coordinates, 0], ray.mask) for ray in orthant(count).rays]
    cone = GeneratedCone(rays, [[*[0] * count, 1]])
    bit = count
    for axis in range(3):
        row = [base[axis] / unit, *(-edges[:, axis]), direction[axis]]
        cone = zero_part(_measured(cone, row), bit)
        bit += 1
    for end, side in zip(piece, (1.0, -1.0), strict=True):
        if abs(end) < inf:
            row = [-side * end / unit, *[0.0] * (count - 1), side]
            cone = positive_part(_measured(cone, row), bit)
            bit += 1
    return _range(cone, unit)


def _measured(cone: GeneratedCone, row: Vector) -> Cut:
    return measure(cone, make_row(row, [max(abs(entry), 1.0) for entry in row], PLAIN))


def _range(cone: GeneratedCone, unit: float) -> Interval | None:
    values = []
    for ray in cone.rays:
        first, last = ray.coordinates[0], ray.coordinates[-1]
        if first > 0.0:
            values.append(last / first * unit)
        elif last != 0.0:
            values.append(inf if last > 0.0 else -inf)
    if not any(ray.coordinates[0] > 0.0 for ray in cone.rays):
        return None
    return min(values), max(values)
