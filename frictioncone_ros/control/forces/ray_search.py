# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The rays of a force set while it is searched: those it begins with, and those that are added.

Least squares slow down with every ray. A search begins with some of them and takes others where
they reach beyond what was found; rays of flat sets, which nothing can bring back, stay throughout.

The rays that stand for the contacts' force sets while a question is answered.

Rays that each belong to one contact, kept as a block a contact: all other entries are zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import MARGIN_PENALTY


class Generators(NamedTuple):
    """Rays as scaled wrenches (d, m) of unit length, and as contact forces (c, m) when sent."""

    columns: Array
    outcome: Array

    @property
    def none(self) -> Generators:
        """No ray at all, in as many directions."""
        return Generators(self.columns[:, :0], self.outcome[:, :0])


def joined(first: Generators, second: Generators) -> Generators:
    """Return the rays of both."""
    return Generators(
        np.concatenate((first.columns, second.columns), axis=1),
        np.concatenate((first.outcome, second.outcome), axis=1),
    )


def with_penalty_column(columns: Array, inward: Array) -> Array:
    """Append the way back along -w0 as a column with its penalty as a last row."""
    size, count = columns.shape
    bordered = np.zeros((size + 1, count + 1))
    bordered[:size, :count] = columns
    bordered[:size, count] = -inward
    bordered[size, count] = MARGIN_PENALTY
    return bordered


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

    @cached_property
    def count(self) -> int:
        """How many rays there are."""
        return sum(map(len, self.blocks))

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

    @cached_property
    def _placed(self) -> list[tuple[Array, int]]:
        """The blocks that hold rays, with where their components begin."""
        pairs = zip(self.blocks, self.starts, strict=True)
        return [(block, start) for block, start in pairs if len(block)]


INWARD_PART = 1e-3
"""Part of a ray along a direction from which on it counts as one: less may be rounding [-]."""


@dataclass(frozen=True, eq=False)
class RaySearch:
    """
    Rays as scaled wrenches, and more of them where they are needed.

    matrix: (d, c) from contact forces to scaled wrenches. pool: the rays a search may begin with.
    further: rays taken where they are needed. round_axes (q, c) and round_tangents (q, s, c):
    round parts, as contact forces.
    """

    matrix: Array
    pool: Generators
    further: RayBlocks
    round_axes: Array
    round_tangents: Array

    @cached_property
    def grows(self) -> bool:
        """Whether there are more rays than those of the pool."""
        return self.round_axes.shape[0] > 0 or self.further.count > 0

    def begun_from(self, warm_start: Generators | None) -> Generators:
        """Return the rays of the set, flat sets' first, and those of a warm start."""
        return self.start if warm_start is None else joined(self.start, warm_start)

    def all_along(self, direction: Array) -> bool:
        """Tell whether every ray has a part along a direction (d,), by more than rounding."""
        along, _, across = self._round_reach(direction)
        lengths = (
            self.pool.columns.T.dot(direction),
            self._further_columns.dot(direction),
            along - across,
        )
        least = INWARD_PART * sqrt(direction.dot(direction))
        return all(min(part.tolist(), default=inf) > least for part in lengths)

    def reaching_beyond(self, direction: Array, slack: float) -> Generators | None:
        """Return the rays beyond the pool's furthest along a direction, those beyond slack."""
        least = slack * self._ray_length
        found = None
        for more in (
            self._further_beyond(direction, least),
            self._round_beyond(direction, least),
        ):
            if more is not None:
                found = more if found is None else joined(found, more)
        return found

    def furthest(self, direction: Array) -> float:
        """Return how far what is not in the pool reaches along a direction (d,), by its slack."""
        along, _, across = self._round_reach(direction)
        further = self._further_columns.dot(direction)
        reaches = (along + across).tolist() + further.tolist()
        return max(reaches, default=-inf) / self._ray_length

    def _further_beyond(self, direction: Array, least: float) -> Generators | None:
        """Return the furthest of each contact's further rays, where it reaches beyond."""
        if not self.further.count:
            return None
        starts = self.further.first_rows
        gains = self._further_columns.dot(direction)
        furthest = np.maximum.reduceat(gains, starts)
        counts = np.diff(np.append(starts, gains.shape[0]))
        beyond = gains >= np.maximum(np.repeat(furthest, counts), least)
        (rows,) = (beyond & (gains > least)).nonzero()
        if not rows.size:
            return None
        columns = self._further_columns[rows]
        sizes = np.sqrt(np.einsum('qd,qd->q', columns, columns))
        return Generators(columns.T / sizes, self.further.forces(rows).T / sizes)

    def _round_beyond(self, direction: Array, least: float) -> Generators | None:
        """Return the furthest ray of each round part, where it reaches beyond."""
        count, size = self._round_columns[0].shape
        if not count:
            return None
        along, sideways, lengths = self._round_reach(direction)
        (beyond,) = (along + lengths > least).nonzero()
        if not beyond.size:
            return None
        centres, spans = self._round_rays
        if beyond.size < count:
            sideways, lengths = sideways[beyond], lengths[beyond]
            centres, spans = centres[beyond], spans[beyond]
        rays = centres + np.matmul(_units(sideways, lengths)[:, None], spans)[:, 0]
        columns = rays[:, :size]
        rays /= np.sqrt(np.einsum('qd,qd->q', columns, columns))[:, None]
        return Generators(columns.T, rays[:, size:].T)

    def _round_reach(self, direction: Array) -> tuple[Array, Array, Array]:
        """Return how far axes (q,) and tangents (q, s) of round parts reach, and these' length."""
        axes, tangents = self._round_columns
        sideways = tangents.dot(direction)
        return axes.dot(direction), sideways, np.sqrt(np.einsum('qt,qt->q', sideways, sideways))

    @cached_property
    def _round_rays(self) -> tuple[Array, Array]:
        """Axes (q, d + c) and tangents (q, s, d + c): scaled wrenches, then contact forces."""
        axes, tangents = self._round_columns
        return (
            np.concatenate((axes, self.round_axes), axis=1),
            np.concatenate((tangents, self.round_tangents), axis=2),
        )

    @cached_property
    def _ray_length(self) -> float:
        """Mean length of the scaled wrenches of what is not in the pool."""
        rays = self._round_columns[0]
        if self.further.count:
            rays = np.vstack((rays, self._further_columns))
        lengths = np.sqrt(np.einsum('qd,qd->q', rays, rays)).tolist()
        return sum(lengths) / len(lengths) if lengths else 1.0

    @cached_property
    def flat(self) -> Generators:
        """The rays of contacts that have no others: every search has them from first to last."""
        return self._with_others(others=False)

    @cached_property
    def start(self) -> Generators:
        """The rays a search begins with where nothing is known, those of flat sets first."""
        return self.begun_with(self._with_others(others=True)) if self.grows else self.pool

    def begun_with(self, rays: Generators) -> Generators:
        """Return the rays of flat sets and these."""
        return joined(self.flat, rays) if self.flat.columns.shape[1] else rays

    def in_use(self, rays: Generators, weights: Array) -> Generators:
        """Return those with a weight of rays that begin with the flat sets', without these."""
        used = weights > 0.0
        used[: self.flat.columns.shape[1]] = False
        (places,) = used.nonzero()
        # As a selection would lie in memory: a product's last bits depend on it.
        if places.size == used.size and rays.columns.flags.f_contiguous:
            return rays
        return Generators(rays.columns[:, places], rays.outcome[:, places])

    @cached_property
    def _grown(self) -> NDArray[np.bool_]:
        """Which components (c,) belong to contacts that have more rays than those of the pool."""
        grown = np.asarray(self.round_axes.any(axis=0), dtype=np.bool_)
        return grown | self.further.uses if self.further.count else grown

    @cached_property
    def _more(self) -> list[bool]:
        """Which of the pool's rays belong to contacts that have more rays than those."""
        more: list[bool] = np.asarray(self.pool.outcome[self._grown].any(axis=0)).tolist()
        return more

    def _with_others(self, *, others: bool) -> Generators:
        """Return the pool's rays of contacts that have more rays than those, or have not."""
        more = self._more
        if (not others) not in more:
            return self.pool
        if others not in more:
            return self.pool.none
        chosen = [one is others for one in more]
        return Generators(self.pool.columns[:, chosen], self.pool.outcome[:, chosen])

    @cached_property
    def _further_columns(self) -> Array:
        return self.further.wrenches(self.matrix)

    @cached_property
    def _round_columns(self) -> tuple[Array, Array]:
        return self.round_axes.dot(self.matrix.T), self.round_tangents.dot(self.matrix.T)


def _units(sideways: Array, lengths: Array) -> Array:
    """Return directions (q, s) across the axes as unit vectors; any for one of no length (q,)."""
    if min(lengths.tolist()) > 0.0:
        return np.asarray(sideways / lengths[:, None])
    # A direction straight along the normal prefers no side.
    pairs = zip(sideways, lengths.tolist(), strict=True)
    first = np.eye(1, sideways.shape[1])[0]
    return np.array([side / length if length else first for side, length in pairs])
