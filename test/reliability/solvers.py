# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Second-order cone programs of the judge, solved by Clarabel."""

from __future__ import annotations

from typing import NamedTuple

import clarabel
from geometry import Geometry
import numpy as np
from records import Array
from scipy.sparse import csc_matrix

SOLVED = ('Solved', 'AlmostSolved')
SHRINK = 1e-3
"""Friction and limits are taken smaller by this when something is said to have been possible."""


class Program:
    """Minimise the last variable under conditions that are added one by one."""

    def __init__(self, size: int) -> None:
        """Begin without conditions on (size,) variables."""
        self._size = size
        self._blocks: dict[str, list[tuple[Array, Array]]] = {'zero': [], 'linear': [], 'cone': []}

    def equal(self, rows: Array, values: Array) -> None:
        """Demand rows @ x = values."""
        self._blocks['zero'].append((rows, values))

    def at_most(self, rows: Array, values: Array) -> None:
        """Demand rows @ x <= values."""
        self._blocks['linear'].append((rows, values))

    def within(self, bound: tuple[Array, float], rows: Array, values: Array) -> None:
        """Demand |rows @ x - values| <= bound[0] @ x + bound[1]."""
        matrix = np.vstack((-bound[0], -rows))
        self._blocks['cone'].append((matrix, np.concatenate(([bound[1]], -values))))

    def least(self) -> tuple[float, Array] | None:
        """Return the least last variable and all of them, None where there is no solution."""
        parts = [*self._blocks['zero'], *self._blocks['linear'], *self._blocks['cone']]
        rows = np.concatenate([matrix for matrix, _ in parts])
        values = np.concatenate([value for _, value in parts])
        goal = np.zeros(self._size)
        goal[-1] = 1.0
        nothing = csc_matrix((self._size, self._size))
        solver = clarabel.DefaultSolver(
            nothing, goal, csc_matrix(rows), values, self._cones(), _settings()
        )
        solution = solver.solve()
        if str(solution.status) not in SOLVED:
            return None
        found = np.array(solution.x)
        return float(found[-1]), found

    def _cones(self) -> list[object]:
        cones: list[object] = []
        for kind, make in (('zero', clarabel.ZeroConeT), ('linear', clarabel.NonnegativeConeT)):
            count = sum(len(values) for _, values in self._blocks[kind])
            cones += [make(count)] if count else []
        return cones + [clarabel.SecondOrderConeT(len(v)) for _, v in self._blocks['cone']]


def _settings() -> object:
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_feas = settings.tol_gap_abs = settings.tol_gap_rel = 1e-9
    return settings


class Reach(NamedTuple):
    """
    How far a part may go from what was sent before.

    before: (d,) what was sent. way: (linear, angular) allowed by the rates, inf without one.
    limits: (linear, angular) absolute ones.
    """

    before: Array
    way: tuple[float, float]
    limits: tuple[float, float]


def carried_distance(geometry: Geometry, wrench: Array, length: float, normal: float) -> float:
    """
    Return how far a wrench is from what the contacts carry, relative to itself, by an SOCP.

    The wrench acts from the robot on the environment. normal: [N] limit of normal forces.
    """
    count = geometry.matrix.shape[1]
    scaling = _scaling(geometry.dimension, 1.0 / length)
    size = float(np.linalg.norm(scaling * wrench))
    if size == 0.0 or not count:
        return float(size > 0.0)
    program = Program(count + 1)
    rows = np.column_stack((scaling[:, None] * geometry.matrix, np.zeros(geometry.dimension)))
    program.within((np.eye(1, count + 1, count)[0], 0.0), rows, -scaling * wrench / size)
    _add_cones(program, geometry, 0.0)
    _add_normal_limit(program, geometry, normal / size)
    found = program.least()
    return 1.0 if found is None else found[0]


def least_wrench_pace(
    geometry: Geometry, reach: Reach, length: float, normal: float
) -> float | None:
    """
    Return the least share of the rates with which some allowed wrench can be reached.

    Above one: absolute limits and contacts leave none within the rates. None: nothing allowed.
    """
    count, dimension = geometry.matrix.shape[1], geometry.dimension
    scaling = _scaling(dimension, 1.0 / length)
    size = max(float(np.linalg.norm(scaling * reach.before)), 1e-300)
    program = Program(count + 1)
    matrix = np.column_stack((-scaling[:, None] * geometry.matrix, np.zeros(dimension)))
    scaled = Reach(
        scaling * reach.before / size,
        (reach.way[0] / size, reach.way[1] / length / size),
        (reach.limits[0] / size, reach.limits[1] / length / size),
    )
    _add_reach(program, matrix, scaled)
    _add_cones(program, geometry, SHRINK)
    _add_normal_limit(program, geometry, (1.0 - SHRINK) * normal / size)
    found = program.least()
    return None if found is None else found[0]


def least_motion_pace(held: tuple[Array, Array], reach: Reach, length: float) -> float | None:
    """
    Return the least share of the rates with which some free motion can be reached.

    held: rows (r, d) on the scaled motion, and their values (r,) where surfaces move; any share
    of these values between none and all is allowed.
    """
    rows, values = held
    dimension = rows.shape[1]
    scaling = _scaling(dimension, length)
    most = float(np.abs(values).max(initial=0.0))
    size = float(np.linalg.norm(scaling * reach.before)) or most or 1.0
    program = Program(dimension + 2)
    # What surfaces do may be a million times what is commanded: its share is counted in sizes.
    program.equal(
        np.column_stack((rows, -values / (most or 1.0), np.zeros(len(rows)))), np.zeros(len(rows))
    )
    share = np.eye(1, dimension + 2, dimension)
    program.at_most(np.vstack((share, -share)), np.array([most / size, 0.0]))
    scaled = Reach(
        scaling * reach.before / size,
        (reach.way[0] / size, reach.way[1] * length / size),
        (reach.limits[0] / size, reach.limits[1] * length / size),
    )
    _add_reach(program, np.eye(dimension, dimension + 2), scaled)
    found = program.least()
    return None if found is None else found[0]


def _add_reach(program: Program, matrix: Array, reach: Reach) -> None:
    """Bound a scaled part matrix @ x by limits, and its way by the last variable times rates."""
    size = matrix.shape[1]
    split = 2 if matrix.shape[0] == 3 else 3
    pace = np.eye(1, size, size - 1)[0]
    program.at_most(-pace[None], np.zeros(1))
    for part, way, limit in zip(
        (slice(0, split), slice(split, None)), reach.way, reach.limits, strict=True
    ):
        if way < np.inf:
            # Rates of nothing at all, as at a tick without time, are given rounding to move in.
            program.within((max(way, 1e-6) * pace, 0.0), matrix[part], reach.before[part])
        if limit < np.inf:
            bound = np.zeros(size), (1.0 - SHRINK) * limit
            program.within(bound, matrix[part], np.zeros(matrix[part].shape[0]))


def _add_cones(program: Program, geometry: Geometry, shrink: float) -> None:
    """Demand that the first variables are contact forces inside their friction sets."""
    count = geometry.matrix.shape[1]
    flat = geometry.flat.copy()
    flat[:, geometry.normals] *= 1.0 - shrink
    program.at_most(np.column_stack((flat, np.zeros(len(flat)))), np.zeros(len(flat)))
    for normal, weights in geometry.round:
        reach = (1.0 - shrink) * np.eye(1, count + 1, normal)[0]
        rows = np.column_stack((weights, np.zeros(len(weights))))
        program.within((reach, 0.0), rows, np.zeros(len(rows)))


def _add_normal_limit(program: Program, geometry: Geometry, limit: float) -> None:
    if limit < np.inf:
        rows = np.eye(geometry.matrix.shape[1] + 1)[geometry.normals]
        program.at_most(rows, np.full(len(rows), limit))


def _scaling(dimension: int, factor: float) -> Array:
    split = 2 if dimension == 3 else 3
    return np.where(np.arange(dimension) < split, 1.0, factor)
