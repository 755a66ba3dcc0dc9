# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Cells of a hyperplane arrangement inside a cone, by double description.

A cone is kept as generators: rays and lines, with the side of every hyperplane on which each ray
lies. A hyperplane bounds (keep its positive side) or divides (keep both sides). Every cell of the
divided cone is a composition of rays that agree in sign, so once the rays are known the cells
follow by joining bits: exact, and without a linear programme per cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import ARRANGEMENT_SIDE

Bits = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class DividedCone:
    """
    Generators of a cone and of all cells into which hyperplanes divide it.

    vector_size: number d of leading columns that hold the generator itself; the other columns
        hold its values on the n hyperplanes (row @ generator), so they follow linearly.
    rays: (r, d + n), each the extreme ray of some cell, largest vector component 1.
    lines: (l, d + n) basis of the directions along which no hyperplane used so far changes.
    sides: (r, 2 n) of 0 and 1: ray on the positive side, then ray on the negative side.
    """

    vector_size: int
    rays: Array
    lines: Array
    sides: Bits

    @classmethod
    def whole_space(cls, hyperplanes: Array) -> DividedCone:
        """Return all of space, still undivided, for hyperplanes (n, d) of about unit rows."""
        count, size = hyperplanes.shape
        lines = np.hstack((np.eye(size), hyperplanes.T))
        sides = np.zeros((0, 2 * count), dtype=np.float32)
        return cls(size, np.zeros((0, size + count)), lines, sides)

    @property
    def hyperplane_count(self) -> int:
        """Number n of hyperplanes, used or not."""
        return self.sides.shape[1] // 2

    @property
    def ray_vectors(self) -> Array:
        """Ray directions (r, d)."""
        return self.rays[:, : self.vector_size]

    @property
    def line_vectors(self) -> Array:
        """Directions (l, d) common to all hyperplanes used so far."""
        return self.lines[:, : self.vector_size]

    def selected(self, chosen: NDArray[np.bool_]) -> DividedCone:
        """Return the cone of some of the rays and all lines."""
        return DividedCone(self.vector_size, self.rays[chosen], self.lines, self.sides[chosen])

    def bounded(self, indices: Iterable[int]) -> DividedCone:
        """Return the part on the non-negative side of these hyperplanes."""
        cone = self
        for index in indices:
            cone = _cut(cone, index, both=False)
        return cone

    def divided(self, indices: Iterable[int]) -> DividedCone:
        """Return the same cone divided by these hyperplanes, both sides kept."""
        cone = self
        for index in indices:
            cone = _cut(cone, index, both=True)
        return cone

    def cells(self) -> list[int]:
        """
        Return every cell as an integer with bit i for side column i; the smallest cell is 0.

        Joining rays without a conflict of sign gives a cell, and every cell is the join of the
        rays on its boundary: one pass over the rays makes all joins.
        """
        count = self.hyperplane_count
        mask = (1 << count) - 1
        found = {0}
        for side in as_integers(self.sides):
            opposite = (side >> count) | ((side & mask) << count)
            found |= {cell | side for cell in found if not cell & opposite}
        return sorted(found)


def as_integers(sides: Bits) -> list[int]:
    """Return each row of 0 and 1 as an integer, column i as bit i."""
    packed = np.packbits(sides.astype(np.uint8), axis=1, bitorder='little')
    return [int.from_bytes(row.tobytes(), 'little') for row in packed]


def as_bits(cells: list[int], hyperplane_count: int) -> Bits:
    """Return the (cells, 2 n) rows of 0 and 1 of integers made of `hyperplane_count` n."""
    width = -(-2 * hyperplane_count // 8)
    packed = np.frombuffer(b''.join(cell.to_bytes(width, 'little') for cell in cells), np.uint8)
    bits = np.unpackbits(packed.reshape(len(cells), width), axis=1, bitorder='little')
    return bits[:, : 2 * hyperplane_count].astype(np.float32)


def rays_of_cells(cone: DividedCone, cells: Bits) -> NDArray[np.bool_]:
    """Return (cells, rays): whether the ray lies in the closure of the cell."""
    return np.asarray((1.0 - cells) @ cone.sides.T == 0.0)


def _cut(cone: DividedCone, index: int, both: bool) -> DividedCone:
    """Use one hyperplane: keep its positive side, or both."""
    column = cone.vector_size + index
    if len(cone.lines):
        pivot = int(np.argmax(np.abs(cone.lines[:, column])))
        if abs(cone.lines[pivot, column]) > ARRANGEMENT_SIDE:
            return _cut_lines(cone, index, pivot, both)
    return _cut_rays(cone, index, both)


def _cut_lines(cone: DividedCone, index: int, pivot: int, both: bool) -> DividedCone:
    """
    Cut a cone that contains a line across the hyperplane.

    The cone is a product of its part in the hyperplane and the line: all other generators are
    moved into the hyperplane along the line, and the line's two halves become rays.
    """
    column = cone.vector_size + index
    line = cone.lines[pivot] / cone.lines[pivot, column]
    others = np.delete(cone.lines, pivot, axis=0)
    others = _in_hyperplane(others, line, column)
    line = line / np.abs(line[: cone.vector_size]).max()
    halves = np.array([line, -line]) if both else line[None]
    halves_sides = np.zeros((len(halves), cone.sides.shape[1]), dtype=np.float32)
    halves_sides[0, index] = 1.0
    halves_sides[1:, index + cone.hyperplane_count] = 1.0
    rays = _normalized(_in_hyperplane(cone.rays, line / line[column], column), cone.vector_size)
    return DividedCone(
        cone.vector_size,
        np.vstack((rays, halves)),
        _normalized(others, cone.vector_size),
        np.vstack((cone.sides, halves_sides)),
    )


def _cut_rays(cone: DividedCone, index: int, both: bool) -> DividedCone:
    """Cut a cone whose lines lie in the hyperplane: new rays where it crosses two-faced cells."""
    column = cone.vector_size + index
    values = cone.rays[:, column]
    positive, negative = values > ARRANGEMENT_SIDE, values < -ARRANGEMENT_SIDE
    sides = cone.sides.copy()
    sides[positive, index] = 1.0
    sides[negative, index + cone.hyperplane_count] = 1.0
    rays = cone.rays.copy()
    rays[~(positive | negative), column] = 0.0
    kept = slice(None) if both else ~negative
    if not (positive.any() and negative.any()):
        return DividedCone(cone.vector_size, rays[kept], cone.lines, sides[kept])
    first, second = _adjacent_pairs(cone, np.flatnonzero(positive), np.flatnonzero(negative))
    crossing = values[first, None] * rays[second] - values[second, None] * rays[first]
    crossing[:, column] = 0.0
    new_sides = np.maximum(cone.sides[first], cone.sides[second])
    return DividedCone(
        cone.vector_size,
        np.vstack((rays[kept], _normalized(crossing, cone.vector_size))),
        cone.lines,
        np.vstack((sides[kept], new_sides)),
    )


def _adjacent_pairs(
    cone: DividedCone, positive: NDArray[np.intp], negative: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """
    Return the pairs of rays, one from each side, that span a two-dimensional cell.

    They agree in every sign used so far, and no third ray lies in the closure of their join.
    """
    count = cone.hyperplane_count
    sides = cone.sides
    swapped = np.hstack((sides[:, count:], sides[:, :count]))
    agreeing = sides[positive] @ swapped[negative].T == 0.0
    rows, columns = np.nonzero(agreeing)
    first, second = positive[rows], negative[columns]
    outside = 1.0 - np.maximum(sides[first], sides[second])
    inside = np.count_nonzero(outside @ sides.T == 0.0, axis=1)
    adjacent = inside == 2
    return first[adjacent], second[adjacent]


def _in_hyperplane(generators: Array, line: Array, column: int) -> Array:
    """Return the generators moved along a line of value 1 into the hyperplane of a column."""
    moved = generators - generators[:, column, None] * line
    moved[:, column] = 0.0
    return moved


def _normalized(generators: Array, vector_size: int) -> Array:
    sizes = np.abs(generators[:, :vector_size]).max(axis=1, initial=0.0)
    return generators / sizes[:, None]
