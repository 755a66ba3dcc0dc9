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

from frictioncone_ros.analysis.modes.sides import as_integers, signs_of, within, WORD, Words
from frictioncone_ros.spatial.arrays import Array, row_magnitudes

ARRANGEMENT_SIDE = 1e-7
"""A unit row on a motion of largest coordinate 1 that gives less counts as in the plane [-].
Well above the root of a float's rounding: where two planes cross at this angle the rounding of
their line, 1e-16 / 1e-7, is far below it, so that no third row is judged by rounding."""


@dataclass(frozen=True, eq=False)
class DividedCone:
    """
    Generators of a cone and of all cells into which hyperplanes divide it.

    vector_size: number d of leading columns that hold the generator itself; the other columns
        hold its values on the n hyperplanes (row @ generator), so they follow linearly.
    rays: (r, d + n), each the extreme ray of some cell, largest vector component 1.
    lines: (l, d + n) basis of the directions along which no hyperplane used so far changes.
    sides: (r, 2 words) bit i set where the ray lies on the positive side of hyperplane i, and in
        the second half of the words where it lies on the negative side.
    """

    vector_size: int
    rays: Array
    lines: Array
    sides: Words

    @classmethod
    def whole_space(cls, hyperplanes: Array) -> DividedCone:
        """Return all of space, still undivided, for hyperplanes (n, d) of about unit rows."""
        count, size = hyperplanes.shape
        lines = np.hstack((np.eye(size), hyperplanes.T))
        sides = np.zeros((0, 2 * -(-count // WORD)), dtype=np.uint64)
        return cls(size, np.zeros((0, size + count)), lines, sides)

    @property
    def word_count(self) -> int:
        """Number of words that hold one bit for each hyperplane."""
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
        cone, pending = self, np.array(list(indices), dtype=np.intp)
        while len(pending):
            crossing = _across_lines(cone, pending)
            if crossing is None:
                cone, pending = _marked(cone, pending)
            if len(pending):
                first = pending[0] if crossing is None else crossing
                cone = _cut(cone, int(first), both=True)
                pending = pending[pending != first]
        return cone

    def cells(self) -> list[int]:
        """
        Return every cell as an integer, the bits of `sides` in their order; the smallest is 0.

        Joining rays without a conflict of sign gives a cell, and every cell is the join of the
        rays on its boundary: one pass over the rays makes all joins.
        """
        half = WORD * self.word_count
        mask = (1 << half) - 1
        found = {0}
        for side in as_integers(self.sides):
            opposite = (side >> half) | ((side & mask) << half)
            found |= {cell | side for cell in found if not cell & opposite}
        return sorted(found)


def rays_of_cells(cone: DividedCone, cells: Words) -> NDArray[np.bool_]:
    """Return (cells, rays): whether the ray lies in the closure of the cell."""
    return within(cone.sides, cells)


def solutions(equalities: Array, inequalities: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """
    Return what obeys equalities @ x = 0 and inequalities @ x >= 0: rays (r, d), lines (l, d).

    About unit rows. And (inequalities, rays): on which rays each is positive, judged as the cells
    of an arrangement are. A sum over the rays meets strictly what any of them does; how much, says
    nothing: two rays may lie 1e-8 from being opposite, and no value of theirs be larger.
    """
    first, count = len(equalities), len(equalities) + len(inequalities)
    cone = DividedCone.whole_space(np.vstack((equalities, inequalities))).bounded(range(first))
    # Of the equalities' half-spaces only the lines lie in all their planes.
    cone = cone.selected(np.zeros(len(cone.rays), dtype=bool)).bounded(range(first, count))
    positive = signs_of(cone.sides, count)[:, first:] > 0
    return cone.ray_vectors, cone.line_vectors, positive.T


def _across_lines(cone: DividedCone, pending: NDArray[np.intp]) -> np.intp | None:
    """Return the first hyperplane that some line crosses, None where all lines lie in all."""
    if not len(cone.lines):
        return None
    values = np.abs(cone.lines[:, cone.vector_size + pending]).max(axis=0)
    crossed = np.flatnonzero(values > ARRANGEMENT_SIDE)
    return pending[crossed[0]] if len(crossed) else None


def _marked(cone: DividedCone, pending: NDArray[np.intp]) -> tuple[DividedCone, NDArray[np.intp]]:
    """
    Use at once all hyperplanes with all rays on one side, and return those that are left.

    They divide nothing, and rays to come are combinations of these rays: on the same side.
    """
    values = cone.rays[:, cone.vector_size + pending]
    positive, negative = values > ARRANGEMENT_SIDE, values < -ARRANGEMENT_SIDE
    dividing = positive.any(axis=0) & negative.any(axis=0)
    done = pending[~dividing]
    rays = cone.rays.copy()
    rays[:, cone.vector_size + done] *= (positive | negative)[:, ~dividing]
    bits = np.zeros((len(rays), cone.sides.shape[1] * WORD), dtype=bool)
    bits[:, done] = positive[:, ~dividing]
    bits[:, WORD * cone.word_count + done] = negative[:, ~dividing]
    words = np.packbits(bits, axis=1, bitorder='little').view(np.uint64)
    return DividedCone(cone.vector_size, rays, cone.lines, cone.sides | words), pending[dividing]


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
    halves_sides = np.zeros((len(halves), cone.sides.shape[1]), dtype=np.uint64)
    word, bit = divmod(index, WORD)
    halves_sides[0, word] = halves_sides[1:, word + cone.word_count] = np.uint64(1 << bit)
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
    word, bit = divmod(index, WORD)
    sides[positive, word] |= np.uint64(1 << bit)
    sides[negative, word + cone.word_count] |= np.uint64(1 << bit)
    rays = cone.rays.copy()
    rays[~(positive | negative), column] = 0.0
    kept = slice(None) if both else ~negative
    if not (positive.any() and negative.any()):
        return DividedCone(cone.vector_size, rays[kept], cone.lines, sides[kept])
    first, second = _adjacent_pairs(cone, np.flatnonzero(positive), np.flatnonzero(negative))
    crossing = values[first, None] * rays[second] - values[second, None] * rays[first]
    crossing[:, column] = 0.0
    new_sides = cone.sides[first] | cone.sides[second]
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
    sides, half = cone.sides, cone.word_count
    conflict = np.zeros((len(positive), len(negative)), dtype=bool)
    for word in range(2 * half):
        opposite = sides[negative, (word + half) % (2 * half)]
        conflict |= (sides[positive, word, None] & opposite) != 0
    rows, columns = np.nonzero(~conflict)
    first, second = positive[rows], negative[columns]
    inside = np.count_nonzero(within(sides, sides[first] | sides[second]), axis=1)
    adjacent = inside == 2
    return first[adjacent], second[adjacent]


def _in_hyperplane(generators: Array, line: Array, column: int) -> Array:
    """Return the generators moved along a line of value 1 into the hyperplane of a column."""
    moved = generators - generators[:, column, None] * line
    moved[:, column] = 0.0
    return moved


def _normalized(generators: Array, vector_size: int) -> Array:
    sizes = row_magnitudes(generators[:, :vector_size])
    return generators / sizes[:, None]
