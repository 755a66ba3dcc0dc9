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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.generated_cone import (
    Arithmetic,
    FLOATS,
    FRACTIONS,
    make_row,
    Number,
    Row,
)
from frictioncone_ros.analysis.motions.planar_cells import ContactRows
from frictioncone_ros.spatial.arrays import Array

Table = NDArray[Any]
"""Floats, or fractions in an array of objects."""


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
        return PlanarQuantities(*(_as_fractions(value) for value in vars(self).values()))


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
        return PlanarProblem(self.quantities.exact(), self.letters, FRACTIONS)

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are fractions."""
        return self.arithmetic is FRACTIONS

    @cached_property
    def cells(self) -> tuple[ContactRows, ...]:
        """Contact accelerations as forms on (twist rate, 1), for the kinematic search."""
        return tuple(self._contact_rows(index, letter) for index, letter in enumerate(self.letters))

    def edges_of(self, index: int, letter: str) -> tuple[int, ...]:
        """Return the edges along which a contact may push in an interaction."""
        if letter == 's':
            return ()
        if self.frictionless[index] or letter == 'r':
            return (2 * index,)
        return (2 * index + 1,) if letter == 'l' else (2 * index, 2 * index + 1)

    def _build(self) -> None:
        data = self.quantities
        normals, tangents = data.jacobian[0::2], data.jacobian[1::2]
        normal_size, tangent_size = data.jacobian_size[0::2], data.jacobian_size[1::2]
        mu = data.friction[:, None]
        shape = (data.jacobian.shape[0], 3)
        edges = np.stack((normals + mu * tangents, normals - mu * tangents), axis=1)
        sizes = np.repeat(normal_size + mu * tangent_size, 2, axis=0)
        # Edges of about unit force, so that a huge mu does not stretch the scale.
        length = np.repeat(1 + mu, 2, axis=0)
        edges, sizes = edges.reshape(shape) / length, sizes / length
        mobility = _inverse(data.inertia)
        mobility_size = np.abs(mobility)
        response = np.column_stack((mobility @ data.force, mobility @ edges.T))
        response_size = np.column_stack((mobility_size @ data.force_size, mobility_size @ sizes.T))
        rows = data.jacobian @ response
        rows[:, 0] += data.bias
        row_sizes = data.jacobian_size @ response_size
        row_sizes[:, 0] += data.bias_size
        self.response = response
        self.edge_wrenches: list[list[Number]] = edges.tolist()
        self.rows: list[list[Number]] = rows.tolist()
        self.row_sizes: list[list[Number]] = row_sizes.tolist()
        self.jacobian_rows: list[list[Number]] = np.column_stack(
            (data.jacobian, data.bias)).tolist()
        self.jacobian_row_sizes: list[list[Number]] = np.column_stack(
            (data.jacobian_size, data.bias_size)).tolist()
        self.inertia_rows: list[list[Number]] = data.inertia.tolist()
        self.force: list[Number] = data.force.tolist()
        self.force_size: list[Number] = data.force_size.tolist()
        self.frictionless: list[bool] = [value == 0 for value in data.friction.tolist()]

    def _contact_rows(self, index: int, letter: str) -> ContactRows:
        if letter == 's':
            return ContactRows(None, None)
        normal = self._cell_row(2 * index)
        return ContactRows(normal, None if letter else self._cell_row(2 * index + 1), letter)

    def _cell_row(self, row: int) -> Row:
        return make_row(self.jacobian_rows[row], self.jacobian_row_sizes[row], self.arithmetic)


def _as_fractions(values: Table) -> Table:
    exact = np.empty(values.shape, dtype=object)
    exact.flat = [Fraction(float(value)) for value in values.flat]
    return exact


def _inverse(matrix: Table) -> Table:
    """Invert a (3, 3) matrix of any numbers by its cofactors."""
    rows = matrix.tolist()
    cofactors = [cross_product(rows[1], rows[2]), cross_product(rows[2], rows[0]), cross_product(rows[0], rows[1])]
    determinant = sum(a * b for a, b in zip(rows[0], cofactors[0], strict=True))
    inverse = [[cofactors[column][row] / determinant for column in range(3)] for row in range(3)]
    return np.array(inverse, dtype=matrix.dtype)


def cross_product(first: Sequence[Number], second: Sequence[Number]) -> list[Number]:
    """Return the cross product of the first three components, of any numbers."""
    x, y, z = first[:3]
    u, v, w = second[:3]
    return [y * w - z * v, z * u - x * w, x * v - y * u]
