# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The set of contact forces of a solved planar mode, and its shortest member.

All non-negative weights of given wrenches that add up to a desired one, as a polytope.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import Vector
from frictioncone_ros.analysis.motions.minimum_norm import minimum_norm_forces, WEIGHT_ROUNDING
from frictioncone_ros.analysis.motions.planar.mode import ModeSolution
from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
from frictioncone_ros.analysis.motions.result import ForceSet
from frictioncone_ros.spatial.arrays import Array, largest_magnitude, row_magnitudes
from frictioncone_ros.tolerances import ROUNDING, SAME_MOTION


def weight_polytope(columns: Array, target: Array) -> tuple[Array, Array]:
    """
    Return vertices (count, m) and rays (count, m) of {weights >= 0: columns @ weights = target}.

    columns (d, m), target (d,): dimensionless. A vertex has linearly independent support, a ray
    one column more than independent: every such choice of columns is tried, all at once.
    """
    reduced, desired = _independent_rows(columns, target)
    vertices = _basic_solutions(reduced, desired)
    return _distinct(vertices), _distinct(_circuits(reduced))


def _independent_rows(columns: Array, target: Array) -> tuple[Array, Array]:
    """
    Rotate and scale the equations so that only as many as are independent remain, orthonormal.

    Columns that are nearly dependent count as independent where the target needs it.
    """
    left, values, right = np.linalg.svd(columns, full_matrices=False)
    coordinates = left.T @ target
    largest = values.max(initial=0.0)
    kept = values > SAME_MOTION * largest
    kept |= (values > ROUNDING * largest) & (np.abs(coordinates) > SAME_MOTION)
    return right[kept], coordinates[kept] / values[kept]


def _basic_solutions(rows: Array, target: Array) -> Array:
    rank, count = rows.shape
    choices, bases = _choices(rows, rank)
    regular = _regular(bases)
    choices, bases = choices[regular], bases[regular]
    weights = np.zeros((choices.shape[0], count))
    solved = np.linalg.solve(bases, np.broadcast_to(target, bases.shape[:2])[..., None])[..., 0]
    np.put_along_axis(weights, choices, solved, axis=1)
    return _non_negative(weights)


def _circuits(rows: Array) -> Array:
    """Return the minimal non-negative combinations of columns that vanish, of largest entry 1."""
    rank, count = rows.shape
    if count <= rank:
        return np.empty((0, count))
    choices, groups = _choices(rows, rank + 1)
    # Cramer: a vector across all rows has the minors, in turn plus and minus, as components.
    minors = np.stack(
        [
            (-1.0) ** left_out * np.linalg.det(np.delete(groups, left_out, axis=2))
            for left_out in range(rank + 1)
        ],
        axis=1,
    )
    largest = np.abs(minors).max(axis=1)
    kept = largest > WEIGHT_ROUNDING
    signed = minors[kept] / largest[kept, None]
    signed *= np.sign(signed.sum(axis=1))[:, None]
    weights = np.zeros((signed.shape[0], count))
    np.put_along_axis(weights, choices[kept], signed, axis=1)
    return _non_negative(weights[np.abs(weights).max(axis=1) > 0.5])


def _choices(rows: Array, size: int) -> tuple[np.ndarray, Array]:
    """Return all choices of `size` columns (choices, size) and the chosen columns as matrices."""
    count = rows.shape[1]
    choices = np.array(list(combinations(range(count), size)), dtype=int)
    choices = choices.reshape(comb(count, size), size)
    return choices, np.moveaxis(rows[:, choices], 0, 1)


def _regular(bases: Array) -> np.ndarray:
    lengths = np.linalg.norm(bases, axis=1).prod(axis=1)
    return np.abs(np.linalg.det(bases)) > WEIGHT_ROUNDING * lengths


def _non_negative(weights: Array) -> Array:
    """Keep the rows without a negative entry, rounding set to zero."""
    scale = np.maximum(row_magnitudes(weights), 1.0)
    kept = weights.min(axis=1, initial=0.0) >= -SAME_MOTION * scale
    return np.where(weights < WEIGHT_ROUNDING, 0.0, weights)[kept]


def _distinct(rows: Array) -> Array:
    """Return the rows without repetitions up to rounding, in their order."""
    found = np.empty_like(rows)
    count = 0
    for row in rows:
        slack = SAME_MOTION * max(1.0, largest_magnitude(row))
        if not (row_magnitudes(found[:count] - row) <= slack).any():
            found[count] = row
            count += 1
    return found[:count]


def planar_forces(
    scene: PlanarScene, found: ModeSolution, inner: Array, twist_rate: Array
) -> ForceSet:
    """
    Return the forces of a mode in contact components (2 k,) [N].

    inner: weights of the mode's edges that belong to `twist_rate`, one solution among many.
    """
    edges = edge_components(scene.friction, found.mode.edges)
    if not found.fixed_motion and len(found.vertices) == 1 and not found.rays:
        return ForceSet(edges @ inner * scene.force_unit, lambda: _only(edges, inner, scene), True)
    desired = scene.inertia.matrix @ twist_rate - scene.force
    shortest = shortest_forces(scene, found.mode.edges, desired)
    if shortest is None:
        shortest = edges @ inner * scene.force_unit

    def generators() -> tuple[Array, Array]:
        if not found.fixed_motion:
            return _scaled(edges, found.vertices, found.rays, scene)
        columns = (scene.jacobian.T @ edges) * scene.moment_to_force[:, None]
        return _scaled(edges, *weight_polytope(columns, _dimensionless(scene, desired)), scene)

    return ForceSet(shortest, generators)


def shortest_forces(scene: PlanarScene, edges: Sequence[int], desired: Array) -> Array | None:
    """Return the shortest contact forces (2 k,) [N] along `edges` that make up a wrench (3,)."""
    components, limits = _force_coordinates(scene.friction, edges)
    columns = (scene.jacobian.T @ components) * scene.moment_to_force[:, None]
    coordinates = minimum_norm_forces(columns, limits, _dimensionless(scene, desired))
    return None if coordinates is None else components @ coordinates * scene.force_unit


def edge_components(friction: Array, edges: Sequence[int]) -> Array:
    """Return the contact components (2 k, m) of edge forces of unit |normal| + |tangential|."""
    components = np.zeros((2 * friction.shape[0], len(edges)))
    for column, edge in enumerate(edges):
        contact, against = divmod(edge, 2)
        mu = float(friction[contact])
        components[2 * contact, column] = 1.0 / (1.0 + mu)
        components[2 * contact + 1, column] = (-mu if against else mu) / (1.0 + mu)
    return components


def _force_coordinates(friction: Array, edges: Sequence[int]) -> tuple[Array, Array]:
    """
    Return orthonormal coordinates of the forces along edges: components (2 k, c), limits (l, c).

    A contact with both edges has its normal and tangential force as coordinates and two limits;
    one with a single edge has the force along it, at least zero.
    """
    components = edge_components(friction, edges)
    components /= np.linalg.norm(components, axis=0)
    limits = np.eye(len(edges))
    for column in range(len(edges) - 1):
        contact = edges[column] // 2
        if edges[column + 1] // 2 == contact:
            mu = friction[contact]
            components[:, column : column + 2] = 0.0
            components[2 * contact, column] = components[2 * contact + 1, column + 1] = 1.0
            sides = np.array([[mu, 1.0], [mu, -1.0]]) / np.hypot(mu, 1.0)
            limits[column : column + 2, column : column + 2] = sides
    return components, limits


def _only(edges: Array, weights: Array, scene: PlanarScene) -> tuple[Array, Array]:
    return (edges @ weights)[None] * scene.force_unit, np.empty((0, edges.shape[0]))


def _scaled(
    edges: Array,
    vertices: Sequence[Vector] | Array,
    rays: Sequence[Vector] | Array,
    scene: PlanarScene,
) -> tuple[Array, Array]:
    points, directions = (
        np.array(rows, dtype=np.float64).reshape(len(rows), edges.shape[1])
        for rows in (vertices, rays)
    )
    return points @ edges.T * scene.force_unit, directions @ edges.T


def _dimensionless(scene: PlanarScene, wrench: Array) -> Array:
    return wrench * scene.moment_to_force / scene.force_unit
