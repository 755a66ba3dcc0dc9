# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rays that each belong to one contact, kept as a block a contact: all other entries are zero."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class RayBlocks:
    """
    Rays of several contacts, in order.

    blocks: (m_i, c_i) of contact i alone. starts: where its components begin among all `total`.
    """

    blocks: tuple[Array, ...]
    starts: tuple[int, ...]
    total: int

    @cached_property
    def first_rows(self) -> NDArray[np.intp]:
        """Where the rays of each contact that has any begin (k,)."""
        counts = np.array([len(block) for block in self.blocks], dtype=np.intp)
        return np.asarray((np.cumsum(counts) - counts)[counts > 0], dtype=np.intp)

    @property
    def count(self) -> int:
        """How many rays there are."""
        return sum(len(block) for block in self.blocks)

    @cached_property
    def uses(self) -> NDArray[np.bool_]:
        """Which components (total,) any ray has."""
        used = np.zeros(self.total, dtype=bool)
        for block, start in self._placed:
            used[start : start + block.shape[1]] = block.any(axis=0)
        return used

    def wrenches(self, matrix: Array) -> Array:
        """Return matrix (d, total) times every ray, (m, d)."""
        parts = [
            block.dot(matrix[:, start : start + block.shape[1]].T) for block, start in self._placed
        ]
        return np.concatenate(parts) if parts else np.zeros((0, matrix.shape[0]))

    def forces(self, rows: NDArray[np.intp] | None = None) -> Array:
        """Return the rays of some rows, or of all, as forces of all contacts, (m, total)."""
        chosen = np.arange(self.count) if rows is None else rows
        found = np.zeros((len(chosen), self.total))
        first = 0
        for block, start in self._placed:
            (places,) = ((chosen >= first) & (chosen < first + len(block))).nonzero()
            if places.size:
                found[places, start : start + block.shape[1]] = block[chosen[places] - first]
            first += len(block)
        return found

    def padded(self, count: int) -> RayBlocks:
        """Return the same rays among so many components more, which they have not."""
        return replace(self, total=self.total + count)

    @property
    def _placed(self) -> list[tuple[Array, int]]:
        """The blocks that hold rays, with where their components begin."""
        pairs = zip(self.blocks, self.starts, strict=True)
        return [(block, start) for block, start in pairs if len(block)]
