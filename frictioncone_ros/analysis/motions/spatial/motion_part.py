# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A part of a mode's motions, cut in two as often as a search needs it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arrays import Array, row_magnitudes

ON_FACET = 1e-9
"""A unit row on a motion of largest coordinate 1 that gives less counts as in the plane [-]."""

NEAR_FACET = 1e-7
"""The same where spins are cut: normals that are nearly parallel leave rays less exact [-]."""


@dataclass(frozen=True, eq=False)
class MotionPart:
    """
    A cone of motions in scaled coordinates.

    rays: (m, w) generators, largest coordinate 1. lines: (l, w) directions that are in it both
    ways; no cut sees them. active: (m, n) which facets each ray lies on.
    """

    rays: Array
    lines: Array
    active: NDArray[np.bool_]

    @classmethod
    def of(cls, rays: Array, lines: Array, facets: Array, slack: float = ON_FACET) -> MotionPart:
        """
        Return the part with these generators.

        facets: (n, w) rows that are 0 on its border, where rays give less than the slack.
        """
        sizes = row_magnitudes(rays)
        sizes[sizes == 0.0] = 1.0
        rays = rays / sizes[:, None]
        return cls(rays, lines, np.abs(rays @ facets.T) <= slack)

    @property
    def generators(self) -> Array:
        """All vectors whose non-negative combinations it is, (m + 2 l, w)."""
        return np.vstack((self.rays, self.lines, -self.lines))

    def halves(self, row: Array) -> tuple[MotionPart, ...]:
        """Return the parts with row @ motion >= 0 and <= 0; one alone where nothing is cut."""
        values = self.rays @ row
        above, below = values > ON_FACET, values < -ON_FACET
        if not (above.any() and below.any()):
            return (self,)
        first, second = self._neighbours(np.flatnonzero(above), np.flatnonzero(below))
        border = values[first, None] * self.rays[second] - values[second, None] * self.rays[first]
        border /= row_magnitudes(border)[:, None]
        shared = self.active[first] & self.active[second]
        on_cut = ~(above | below)
        return tuple(self._side(side, on_cut, border, shared) for side in (above, below))

    def sides_and_border(self, row: Array) -> list[MotionPart]:
        """Return the parts with row @ motion > 0, < 0 and = 0 inside, as far as there are."""
        halves = self.halves(row)
        if len(halves) == 1:
            return []
        border = halves[0].active[:, -1]
        on_border = MotionPart(halves[0].rays[border], self.lines, halves[0].active[border])
        return [*halves, on_border]

    def _side(
        self,
        inside: NDArray[np.bool_],
        on_cut: NDArray[np.bool_],
        border: Array,
        shared: NDArray[np.bool_],
    ) -> MotionPart:
        rays = np.vstack((self.rays[inside | on_cut], border))
        active = np.vstack((self.active[inside | on_cut], shared))
        cut = np.concatenate((on_cut[inside | on_cut], np.ones(len(border), dtype=bool)))
        return MotionPart(rays, self.lines, np.column_stack((active, cut)))

    def _neighbours(
        self, above: NDArray[np.intp], below: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return pairs of rays, one from each side, that share a face with no third ray on it."""
        first, second = (grid.ravel() for grid in np.meshgrid(above, below, indexing='ij'))
        shared = self.active[first] & self.active[second]
        lacking = shared.astype(np.float32) @ (~self.active).T.astype(np.float32)
        adjacent = (lacking == 0.0).sum(axis=1) == 2
        return first[adjacent], second[adjacent]
