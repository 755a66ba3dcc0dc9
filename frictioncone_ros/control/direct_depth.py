# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The short way: forces by one matrix product, and their depth inside the friction sets.

Most commands lie well inside the cones. Then the contact forces of least square sum are inside
their friction sets too, and no inequality has to be solved for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from frictioncone_ros.analysis.feasibility.friction_edges import depth_shift
from frictioncone_ros.contact.friction import (
    CircularCone,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices
from frictioncone_ros.spatial.arrays import Array, PLANAR
from frictioncone_ros.tolerances import CONSTRAINT_RANK


@dataclass(frozen=True, eq=False)
class DirectDepth:
    """
    Contact forces of least square sum for a reaction, and how deep they are in their sets.

    inverse: (c, d), from a reaction to contact forces. unique: whether no others give the same.
    rows: (q, c); the least entry of rows @ forces is the depth [N] as far as flat sides go.
    normals, tangents: (p,), (p, 2) where the components of round sets stand; slopes: (p,) 1 / mu;
    scales: (p,) depth per normal force.
    """

    inverse: Array
    unique: bool
    rows: Array
    normals: Array
    tangents: Array
    slopes: Array
    scales: Array

    def depth(self, contact_forces: Array) -> float:
        """Return the depth [N] at which the shallowest contact force lies; negative: outside."""
        depth = float((self.rows @ contact_forces).min()) if self.rows.shape[0] else np.inf
        if self.normals.shape[0]:
            first, second = contact_forces[self.tangents]
            lengths = np.sqrt(first * first + second * second)
            inside = (contact_forces[self.normals] - self.slopes * lengths) * self.scales
            depth = min(depth, float(inside.min()))
        return depth


def direct_depth(state: ContactState, matrix: Array, scale: Array) -> DirectDepth | None:
    """
    Return the short way for all contacts of a state, or None where there is none.

    matrix: (d, c) wrench matrix; scale: (d, d) the metric in which its rank is judged.
    """
    rows, round_parts = [], []
    used = np.zeros(matrix.shape[1], dtype=bool)
    for contact, part in zip(state.contacts, component_slices(state), strict=True):
        found = _flat_sides(contact.friction, state.dimension)
        if found is None:
            return None
        rows.append((part, found))
        used[part] = found.any(axis=0)
        if contact.friction.force_edges(state.dimension) is None:
            used[part.start : part.start + 3] = True
            round_parts.append((part.start, contact.friction))
    if not used.any():
        return None
    stacked = np.zeros((sum(len(found) for _, found in rows), matrix.shape[1]))
    start = 0
    for part, found in rows:
        stacked[start : start + len(found), part] = found
        start += len(found)
    inverse, unique = _least_square_inverse(matrix, scale, used)
    return DirectDepth(inverse, unique, stacked, *_round_arrays(round_parts, state.dimension))


def _least_square_inverse(matrix: Array, scale: Array, used: Array) -> tuple[Array, bool]:
    scaled = scale @ matrix[:, used]
    left, values, right = np.linalg.svd(scaled, full_matrices=False)
    kept = values > CONSTRAINT_RANK * values[0]
    inverse = np.zeros((matrix.shape[1], matrix.shape[0]))
    inverse[used] = (right[kept].T / values[kept]) @ (left[:, kept].T @ scale)
    return inverse, int(kept.sum()) == scaled.shape[1]


@lru_cache(maxsize=256)
def _flat_sides(friction: FrictionModel, dimension: int) -> Array | None:
    """Return rows (q, components) whose products with a force are its depths, None if unknown."""
    count = friction.component_count(dimension)
    per_newton = 1.0 / depth_shift(friction, dimension)
    normal = per_newton * np.eye(1, count)
    if friction.is_frictionless or (dimension == PLANAR and not friction.friction_coefficient):
        return normal
    if dimension == PLANAR:
        return _sides(normal, [(1, friction.friction_coefficient)])
    if isinstance(friction, FrictionPyramid):
        limits = enumerate(friction.coefficients, start=1)
        return _sides(normal, [(axis, mu) for axis, mu in limits if mu > 0.0])
    torsion = friction.torsional_friction if isinstance(friction, SoftFinger) else 0.0
    sides = _sides(normal, [(3, torsion)] if torsion > 0.0 else [])
    if friction.force_edges(dimension) is None:
        return sides if isinstance(friction, CircularCone | SoftFinger) else None
    edge_count = getattr(friction, 'edge_count', None)
    if not isinstance(friction, FrictionPolygon | SoftFinger) or edge_count is None:
        return None
    if friction.friction_coefficient == 0.0:
        return sides
    middles = 2.0 * np.pi * (np.arange(edge_count) + 0.5) / edge_count
    reach = friction.friction_coefficient * np.cos(np.pi / edge_count)
    polygon = np.repeat(normal, edge_count, axis=0)
    polygon[:, 1] = -per_newton * np.cos(middles) / reach
    polygon[:, 2] = -per_newton * np.sin(middles) / reach
    return np.vstack((sides, polygon))


def _sides(normal: Array, limits: Sequence[tuple[int, float]]) -> Array:
    """Return rows for |component| <= limit * normal force, two for each limit."""
    rows = np.repeat(normal, 2 * len(limits), axis=0)
    for index, (component, limit) in enumerate(limits):
        rows[2 * index, component] = -normal[0, 0] / limit
        rows[2 * index + 1, component] = normal[0, 0] / limit
    return rows


def _round_arrays(
    parts: list[tuple[int, FrictionModel]], dimension: int
) -> tuple[Array, Array, Array, Array]:
    starts = np.array([start for start, _ in parts], dtype=int)
    slopes = np.array([1.0 / friction.friction_coefficient for _, friction in parts])
    depths = [depth_shift(friction, dimension) for _, friction in parts]
    return starts, np.array((starts + 1, starts + 2)), slopes, 1.0 / np.array(depths)
