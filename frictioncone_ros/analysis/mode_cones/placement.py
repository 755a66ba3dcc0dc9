# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Where on the boundary of a workpiece a frictionless finger may push.

Along one edge the finger's wrench per newton, (n, p x n) with n the inward normal, is affine in
the arc length, so the places whose wrench is in a cone are an interval. With the cone of the
mode in which all contacts stay fixed this is Reuleaux's question: where does a finger close the
grasp? The fixels' forces can balance a wrench in the cone's interior and everything near it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_float_array, frozen_array, PLANAR
from frictioncone_ros.spatial.arguments import checked, checked_fields


@checked_fields
@dataclass(frozen=True, eq=False)
class FingerPlacement:
    """
    A stretch of one edge on which a frictionless finger gives the mode.

    edge_index: the edge from vertex i to i + 1. start, end (2,): its two ends [m]. best (2,): the
    place with the largest margin; normal (2,): inward. margin: of the wrench of 1 N there [N].
    """

    edge_index: int
    start: Array
    end: Array
    best: Array
    normal: Array
    margin: float


@checked
def finger_placements(cone: ModeCone, vertices: ArrayLike) -> tuple[FingerPlacement, ...]:
    """
    Return all places on a polygon where a frictionless push is inside the mode's cone.

    vertices: (m, 2) counter-clockwise, relative to the reference point [m]. Inside means clear
    of every face; a flat or impossible cone has no inside.
    """
    corners = as_float_array(vertices, 'vertices of the workpiece')
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3 or _area(corners) <= 0.0:
        raise InvalidInputError(
            'vertices of the workpiece', corners.tolist(), 'a counter-clockwise polygon (m, 2)'
        )
    if cone.dimension != PLANAR:
        raise InvalidInputError('dimension of the mode cone', cone.dimension, '3 (planar)')
    if not cone.is_possible or cone.closed.is_flat:
        return ()
    edges = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    found = (_on_edge(cone, index, *edge) for index, edge in enumerate(edges))
    return tuple(placement for placement in found if placement is not None)


def _on_edge(cone: ModeCone, index: int, first: Array, second: Array) -> FingerPlacement | None:
    length = float(np.linalg.norm(second - first))
    along = (second - first) / length
    normal = np.array((-along[1], along[0]))
    # Clearance from each face at arc length s: constant + slope s.
    at_start = np.array((*normal, first[0] * normal[1] - first[1] * normal[0]))
    constant = -cone.rows.faces @ (cone.rows.scale * at_start)
    slope = (
        -cone.rows.faces[:, 2] * cone.rows.scale[2] * (along[0] * normal[1] - along[1] * normal[0])
    )
    low, high = _interval(constant, slope, length)
    if not low < high:
        return None
    best, margin = _deepest(constant, slope, (low, high))
    if margin <= 0.0:
        return None
    start, end, place = (frozen_array(first + s * along) for s in (low, high, best))
    return FingerPlacement(index, start, end, place, frozen_array(normal), margin)


def _interval(constant: Array, slope: Array, length: float) -> tuple[float, float]:
    """Return the stretch of [0, length] on which every constant + slope s is >= 0."""
    rising, falling = slope > 0.0, slope < 0.0
    if (constant[~rising & ~falling] < 0.0).any():
        return 0.0, 0.0
    low = float((-constant[rising] / slope[rising]).max(initial=0.0))
    high = float((-constant[falling] / slope[falling]).min(initial=length))
    return low, high


def _deepest(constant: Array, slope: Array, ends: tuple[float, float]) -> tuple[float, float]:
    """Return where the least of the lines is largest: at an end or where two of them cross."""
    if not constant.size:
        return 0.5 * (ends[0] + ends[1]), float('inf')
    first, second = np.triu_indices(len(constant), 1)
    differ = slope[first] != slope[second]
    first, second = first[differ], second[differ]
    crossings = (constant[second] - constant[first]) / (slope[first] - slope[second])
    inside = crossings[(crossings > ends[0]) & (crossings < ends[1])]
    candidates = np.concatenate((np.array(ends), inside))
    depths = (constant[:, None] + slope[:, None] * candidates).min(axis=0)
    best = int(np.argmax(depths))
    return float(candidates[best]), float(depths[best])


def _area(corners: Array) -> float:
    following = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum())
