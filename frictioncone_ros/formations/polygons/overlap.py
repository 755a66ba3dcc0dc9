# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whether two polygons overlap, rather than merely touch.

Two simple polygons share interior points exactly if a piece of one's outline lies inside the
other, or if they are the same. Each outline is cut where the other meets it; between the cuts a
piece is wholly inside or wholly outside, so its middle decides.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.converters import as_rows

Outline = Annotated[Array, as_rows((2,), '(k, 2) with k > 2', 3)]
OVERLAP_DEPTH = 1e-9
"""Penetration below this times the size of the polygons is touching, not overlap [-]."""


@checked
def overlap_depth(first: Outline, second: Outline) -> float:
    """
    Return how deep the outlines of two polygons (k, 2), (m, 2) [m] reach into each other [m].

    0 where they are apart or touch within the tolerance. It is the largest distance of a sampled
    outline point from the other's outline: positive exactly for overlap, at most the true depth.
    """
    size = max(float(np.ptp(first, axis=0).max()), float(np.ptp(second, axis=0).max()))
    slack = OVERLAP_DEPTH * size
    if _boxes_apart(first, second, slack):
        return 0.0
    depth = max(
        _depth_inside(_outline_samples(first, second), second),
        _depth_inside(_outline_samples(second, first), first),
    )
    if depth <= slack:
        # Equal outlines have no piece inside the other: a point well inside tells.
        depth = _depth_inside(_interior_point(first)[None, :], second)
    return depth if depth > slack else 0.0


def distance_to_outline(points: Array, outline: Array) -> Array:
    """Return the distances (p,) [m] of points (p, 2) from the edges of a polygon (k, 2)."""
    along = np.roll(outline, -1, axis=0) - outline
    arms = points[:, None, :] - outline
    parts = np.einsum('pkc,kc->pk', arms, along) / np.einsum('kc,kc->k', along, along)
    nearest = arms - np.clip(parts, 0.0, 1.0)[..., None] * along
    distances: Array = np.sqrt(np.einsum('pkc,pkc->pk', nearest, nearest).min(axis=1))
    return distances


def inside(points: Array, outline: Array) -> NDArray[np.bool_]:
    """Return for points (p, 2) whether an odd number of edges lies to their right."""
    starts, ends = outline, np.roll(outline, -1, axis=0)
    y = points[:, 1, None]
    spans = (starts[:, 1] <= y) != (ends[:, 1] <= y)
    rise = np.where(spans, ends[:, 1] - starts[:, 1], 1.0)
    crossing = starts[:, 0] + (y - starts[:, 1]) * (ends[:, 0] - starts[:, 0]) / rise
    to_the_right = np.count_nonzero(spans & (points[:, 0, None] < crossing), axis=1)
    odd: NDArray[np.bool_] = to_the_right % 2 == 1
    return odd


def _depth_inside(points: Array, outline: Array) -> float:
    within = inside(points, outline)
    if not within.any():
        return 0.0
    return float(distance_to_outline(points[within], outline).max())


def _boxes_apart(first: Array, second: Array, slack: float) -> bool:
    gaps = np.maximum(first.min(0) - second.max(0), second.min(0) - first.max(0))
    return bool(gaps.max() > -slack)


def _outline_samples(outline: Array, other: Array) -> Array:
    """Return the corners and the middles of the pieces that the other outline cuts (p, 2)."""
    starts, along = outline, np.roll(outline, -1, axis=0) - outline
    other_along = np.roll(other, -1, axis=0) - other
    arms = other[None, :, :] - starts[:, None, :]
    cross = along[:, None, 0] * other_along[:, 1] - along[:, None, 1] * other_along[:, 0]
    reach = arms[..., 0] * other_along[:, 1] - arms[..., 1] * other_along[:, 0]
    crossings = reach / np.where(cross == 0.0, np.inf, cross)
    # Corners of the other on this edge cut it too; cuts too many do no harm.
    feet = np.einsum('kmc,kc->km', arms, along) / np.einsum('kc,kc->k', along, along)[:, None]
    ends = np.zeros((len(outline), 1)), np.ones((len(outline), 1))
    cuts = np.sort(np.clip(np.hstack((*ends, crossings, feet)), 0.0, 1.0), axis=1)
    middles = 0.5 * (cuts[:, 1:] + cuts[:, :-1])
    points = starts[:, None, :] + middles[..., None] * along[:, None, :]
    return np.vstack((outline, points.reshape(-1, 2)))


def _interior_point(outline: Array) -> Array:
    """
    Return a point (2,) well inside: the deepest centre of three consecutive corners.

    Every simple polygon has an ear, three consecutive corners whose triangle lies inside.
    """
    centres = (np.roll(outline, 1, axis=0) + outline + np.roll(outline, -1, axis=0)) / 3.0
    within = centres[inside(centres, outline)]
    deepest: Array = within[np.argmax(distance_to_outline(within, outline))]
    return deepest
