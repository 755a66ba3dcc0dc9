# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a problem takes from the friction models alone, remembered for contacts that move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from frictioncone_ros.analysis.feasibility.round_sets import Indices, RoundSets
from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.spatial.arrays import Array, frozen_array

FIRST_POLYGON = 8
"""Edges of the polygon with which a round friction set is first tried."""


@dataclass(frozen=True, eq=False)
class ForceLayout:
    """Force components, edges and depth of contacts with given models, wherever they are.

    slices: force components of each contact, contact-major. edge_forces: (c, n) extreme forces of
    one contact each, of unit normal part. depth_forces: (c,) one newton inside every set.
    round_limits: (3, m) friction limits along the first tangent, torsion limits, and aspects of
    the contacts with round sets; starts: (m,) their first components; with_torsion: which of the
    m have a fourth one.
    """

    slices: tuple[slice, ...]
    edge_forces: Array
    depth_forces: Array
    round_limits: Array
    starts: Indices
    with_torsion: Indices

    def round_sets(self, matrix: Array) -> RoundSets | None:
        """Return the round sets with a scaled wrench matrix (d, c), or None without any."""
        if not self.starts.size:
            return None
        starts, turning = self.starts, self.with_torsion
        columns = np.zeros((4, matrix.shape[0], starts.size))
        for component in range(3):
            columns[component] = matrix[:, starts + component]
        if turning.size:
            columns[3][:, turning] = matrix[:, starts[turning] + 3]
        friction, torsion, aspects = self.round_limits
        sets = RoundSets(columns, friction, torsion, aspects, starts, turning)
        if sets.is_elliptic:
            columns[2] *= aspects
        return sets


@lru_cache(maxsize=128)
def force_layout(frictions: tuple[FrictionModel, ...], dimension: int) -> ForceLayout:
    """Return the layout for contacts of these models, in order; contacts come and go quickly."""
    ends = np.cumsum([friction.component_count(dimension) for friction in frictions], dtype=int)
    starts = np.concatenate(([0], ends))[:-1] if ends.size else ends
    slices = tuple(map(slice, starts.tolist(), ends.tolist()))
    depth = np.zeros(ends[-1] if ends.size else 0)
    depth[starts] = [friction.depth_shift(dimension) for friction in frictions]
    chosen: list[int] = []
    limits: list[tuple[float, float, float]] = []
    with_torsion: list[int] = []
    for index, friction in enumerate(frictions):
        half_axes = friction.round_limits(dimension)
        if half_axes is not None:
            if friction.component_count(dimension) > 3:
                with_torsion.append(len(chosen))
            chosen.append(index)
            first, second = half_axes
            limits.append((first, friction.torsion_limit(dimension), second / first))
    return ForceLayout(
        slices,
        frozen_array(_edge_forces(frictions, dimension, slices)),
        frozen_array(depth),
        frozen_array(np.reshape(limits, (-1, 3)).T),
        starts[chosen],
        np.array(with_torsion, dtype=np.intp),
    )


def _edge_forces(
    frictions: tuple[FrictionModel, ...], dimension: int, slices: tuple[slice, ...]
) -> Array:
    """Return the (c, n) block matrix of all contacts' first edges."""
    blocks = [_first_edges(friction, dimension) for friction in frictions]
    forces = np.zeros((slices[-1].stop if slices else 0, sum(len(block) for block in blocks)))
    start = 0
    for block, rows in zip(blocks, slices, strict=True):
        forces[rows, start : start + len(block)] = block.T
        start += len(block)
    return forces


@lru_cache(maxsize=128)
def _first_edges(friction: FrictionModel, dimension: int) -> Array:
    """Return edges (n, components) of the set, or of a polygon inside it where it is round.

    Remembered per model: bodies touch with few models and contacts come and go quickly.
    """
    edges = friction.inner_polygon(FIRST_POLYGON).force_edges(dimension)
    assert edges is not None
    return frozen_array(edges)
