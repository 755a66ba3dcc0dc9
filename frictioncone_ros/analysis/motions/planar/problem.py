# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The planar question "what can happen?" as tables of plain numbers without units.

Lengths are measured in characteristic lengths, masses in body masses, and forces in the larger
of the applied force and what the velocity products stand for, so that one relative threshold
suits every entry. With twist rate x, edge forces e >= 0 and inertia M:
    x = M^-1 (external wrench - velocity wrench + edges e),
    contact accelerations = J x + bias = (J M^-1 f + bias) + J M^-1 edges e.
Beside every entry stands the size of the terms it is a sum of: what is zero depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import (
    Arithmetic,
    FLOATS,
    FRACTIONS,
    make_row,
    Number,
    Row,
)
from frictioncone_ros.analysis.modes.planar import as_fractions, Table
from frictioncone_ros.analysis.modes.planar_cells import ContactRows
from frictioncone_ros.tolerances import ROUNDING

ROUNDED_INPUTS = Arithmetic(ROUNDING, ROUNDING)
"""Of fractions that were floats: nothing is rounded any more, but each entry was once."""


@dataclass(frozen=True, eq=False)
class PlanarQuantities:
    """
    The dimensionless data of k planar contacts (see the module's text).

    jacobian (2 k, 3) and jacobian_size, the sizes of its entries' terms; bias (2 k,) and
    bias_size; mobility (3, 3), inverse of inertia (3, 3); force (3,): external wrench minus
    velocity wrench, and force_size; friction (k,). All exact where the arithmetic is.
    """

    jacobian: Table
    jacobian_size: Table
    bias: Table
    bias_size: Table
    inertia: Table
    force: Table
    force_size: Table
    friction: Table

    def exact(self) -> PlanarQuantities:
        """Return the same numbers as fractions."""
        return PlanarQuantities(*(as_fractions(value) for value in vars(self).values()))


class PlanarProblem:
    """
    Rows ready for the search, in floats or in fractions.

    letters: for each contact '' where it rests, 'l' or 'r' where it slides, 's' where it opens
    already. Edge 2 i of contact i is the one with friction along +t, edge 2 i + 1 along -t.
    """

    def __init__(
        self, quantities: PlanarQuantities, letters: Sequence[str], arithmetic: Arithmetic = FLOATS
    ) -> None:
        """Build the tables."""
        self.quantities = quantities
        self.letters = tuple(letters)
        self.arithmetic = arithmetic
        self._build()

    @cached_property
    def exact(self) -> PlanarProblem:
        """The same problem in fractions, for signs too close to call."""
        return PlanarProblem(self.quantities.exact(), self.letters, ROUNDED_INPUTS)

    @cached_property
    def unrounded(self) -> PlanarProblem:
        """The same problem in fractions that are taken to the last bit: it has an answer."""
        return PlanarProblem(self.quantities.exact(), self.letters, FRACTIONS)

    def floats_then_fractions(self) -> Iterator[PlanarProblem]:
        """Yield the problem in numbers that may not decide it: see `unrounded`."""
        yield self
        yield self.exact

    @cached_property
    def cells(self) -> tuple[ContactRows, ...]:
        """Contact accelerations as forms on (twist rate, 1), for the kinematic search."""
        return tuple(self._contact_rows(*contact) for contact in enumerate(self.letters))

    def _build(self) -> None:
        data = self.quantities
        edges, edge_sizes = _edge_wrenches(data)
        mobility = _inverse(data.inertia)
        forces = np.concatenate((data.force[:, None], edges.T), axis=1)
        force_sizes = np.concatenate((data.force_size[:, None], edge_sizes.T), axis=1)
        self.response = mobility @ forces
        rows = data.jacobian @ self.response
        rows[:, 0] += data.bias
        sizes = data.jacobian_size @ (np.abs(mobility) @ force_sizes)
        sizes[:, 0] += data.bias_size
        self.edge_wrenches: list[list[Number]] = edges.tolist()
        self.rows: list[list[Number]] = rows.tolist()
        self.row_sizes: list[list[Number]] = sizes.tolist()
        self.jacobian_rows = _with_column(data.jacobian, data.bias)
        self.jacobian_row_sizes = _with_column(data.jacobian_size, data.bias_size)
        self.inertia_rows: list[list[Number]] = data.inertia.tolist()
        self.force: list[Number] = data.force.tolist()
        self.force_size: list[Number] = data.force_size.tolist()
        self.frictionless = tuple(value == 0 for value in data.friction.tolist())

    def _contact_rows(self, index: int, letter: str) -> ContactRows:
        if letter == 's':
            return ContactRows(None, None)
        normal = self._cell_row(2 * index)
        return ContactRows(normal, None if letter else self._cell_row(2 * index + 1), letter)

    def _cell_row(self, row: int) -> Row:
        return make_row(self.jacobian_rows[row], self.jacobian_row_sizes[row], self.arithmetic)


def _edge_wrenches(data: PlanarQuantities) -> tuple[Table, Table]:
    """Return the wrenches (2 k, 3) of edge forces with |normal| + |tangential| = 1, and sizes."""
    mu = data.friction[:, None]
    # Not normal force 1: a huge mu would stretch the scale.
    total = 1 + mu
    edges = np.empty_like(data.jacobian)
    sizes = np.empty_like(data.jacobian)
    normals, friction = data.jacobian[0::2] / total, data.jacobian[1::2] * (mu / total)
    edges[0::2], edges[1::2] = normals + friction, normals - friction
    sizes[0::2] = (data.jacobian_size[0::2] + mu * data.jacobian_size[1::2]) / total
    sizes[1::2] = sizes[0::2]
    return edges, sizes


def _with_column(matrix: Table, column: Table) -> list[list[Number]]:
    rows: list[list[Number]] = np.concatenate((matrix, column[:, None]), axis=1).tolist()
    return rows


def _inverse(matrix: Table) -> Table:
    """Invert a (3, 3) matrix of any numbers by its cofactors."""
    rows = matrix.tolist()
    cofactors = [cross_product(rows[one], rows[two]) for one, two in ((1, 2), (2, 0), (0, 1))]
    determinant = sum(a * b for a, b in zip(rows[0], cofactors[0], strict=True))
    inverse = [[cofactors[column][row] / determinant for column in range(3)] for row in range(3)]
    return np.array(inverse, dtype=matrix.dtype)


def cross_product(first: Sequence[Number], second: Sequence[Number]) -> list[Number]:
    """Return the cross product of the first three components, of any numbers."""
    x, y, z = first[:3]
    u, v, w = second[:3]
    return [y * w - z * v, z * u - x * w, x * v - y * u]
