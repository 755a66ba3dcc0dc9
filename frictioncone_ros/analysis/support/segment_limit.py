# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The limit along a ray where friction is a sum of segments in three directions, exactly.

At the limit two segments rest and all others bear their size against the slip, which is across
both. A dual simplex method walks from such a slip to the next as long as a resting segment would
have to bear more than its size: begun with the slip of a load nearby it is there after a step
or two. The forces at the end prove the limit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.support.force_parts import LoadRay, RayLimit
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack

SEGMENT_DIRECTIONS = 3
"""Directions of load in which two resting segments leave one slip."""
NEAR_GAP = 2e-3
"""How much of itself a limit may be stated too low [-]."""
SEGMENT_STEPS = 40
"""Slips tried before another way is taken; some five from nowhere, none or one from nearby."""
OVERLOAD = 1e-9
"""Part of its size by which a resting segment may bear too much, by rounding [-]."""
LEAST_SIZE = 1e-300
"""What keeps a quotient finite where nothing presses [N]."""
RESTING = 1e-9
"""Slip of a segment, beside the largest, below which its friction has no direction [-]."""
PARALLEL = 1e-9
"""One minus the cosine up to which two segments are parallel [-]."""
EXACT = 1e-9
"""What the forces may leave of the load, and what is taken off the limit, beside it [-]."""


def applies(friction: Array) -> bool:
    """Tell whether parts of friction (b, m, q) are segments in three directions."""
    return (
        friction.shape[0] > 1
        and friction.shape[1] == 1
        and friction.shape[2] == SEGMENT_DIRECTIONS
    )


def segment_limit(friction: Array, ray: LoadRay, slip: Array | None) -> RayLimit | None:
    """Return the limit of segments (b, 1, 3), never too high; None where the walk does not end."""
    segments = friction[:, 0]
    aim = ray.load + ray.load_growth if slip is None else slip
    pair = _first_pair(segments, aim)
    if pair is None:
        return None
    first, second = pair
    signs = np.sign(segments.dot(aim))
    across = _cross(segments[first], segments[second])
    onward = ray.load_growth if ray.load_growth.any() else ray.load
    aim = across if across.dot(onward) >= 0.0 else -across
    for _ in range(SEGMENT_STEPS):
        slip = _cross(segments[first], segments[second])
        slip = slip if slip.dot(aim) >= 0.0 else -slip
        moved = segments.dot(slip)
        if not _limits(ray, slip, moved):
            return None
        still = np.abs(moved) <= RESTING * np.abs(moved).max()
        signs = np.where(still, signs, np.sign(moved))
        signs[[first, second]] = 0.0
        found = _at(segments, ray, signs, (first, second))
        if found is None:
            return None
        value, borne, sizes = found
        over = np.abs(borne) - sizes
        lowered = _lowered(ray, value, np.maximum(over, 0.0), (first, second))
        if value - lowered <= NEAR_GAP * abs(lowered) + OVERLOAD * sizes.max():
            bound = RayLimit(lowered, value, signs[:, None], slip, 0.0)
            return _proved(segments, ray, bound, (np.array((first, second)), borne))
        leaves = int(over.argmax())
        leaving, resting = ((first, second), (second, first))[leaves]
        signs[leaving] = np.sign(borne[leaves])
        entering = _next(segments, signs, (leaving, resting), slip)
        if entering is None:
            return None
        aim, first, second = entering[1], resting, entering[0]
    return None


def _limits(ray: LoadRay, slip: Array, moved: Array) -> bool:
    """Tell whether the load outgrows friction along the ray on a slip, by more than rounding."""
    rate = float(slip.dot(ray.load_growth) - ray.size_growth.dot(np.abs(moved)))
    terms = largest_entry(slip) * largest_entry(ray.load_growth)
    terms += largest_entry(moved) * largest_entry(ray.size_growth)
    return rate > RESTING * terms


def _first_pair(segments: Array, aim: Array) -> tuple[int, int] | None:
    """Return the two segments, not parallel, that a slip moves least; None if there are none."""
    units = segments / np.sqrt(np.einsum('bq,bq->b', segments, segments))[:, None]
    order = np.abs(units.dot(aim)).argsort()
    turned = 1.0 - np.abs(units[order].dot(units[order[0]]))
    (others,) = (turned > PARALLEL).nonzero()
    return (int(order[0]), int(order[others[0]])) if others.size else None


def _at(
    segments: Array, ray: LoadRay, signs: Array, resting: tuple[int, int]
) -> tuple[float, Array, Array] | None:
    """Return the place on the ray where two segments rest, what both bear, and their sizes."""
    rows = list(resting)
    matrix = np.empty((SEGMENT_DIRECTIONS, SEGMENT_DIRECTIONS))
    matrix[:, 0] = ray.load_growth - (signs * ray.size_growth).dot(segments)
    matrix[:, 1:] = -segments[rows].T
    right = (signs * ray.sizes).dot(segments) - ray.load
    _, _, found, failed = lapack.dgesv(matrix, right)
    if failed:
        return None
    value = float(found[0])
    return (
        value,
        np.asarray(found[1:], dtype=np.float64),
        ray.sizes[rows] + value * ray.size_growth[rows],
    )


def _next(
    segments: Array, signs: Array, pair: tuple[int, int], slip: Array
) -> tuple[int, Array] | None:
    """Return the next segment that comes to rest where one ceases to, and a slip on the way."""
    leaving, resting = pair
    way = _cross(segments[resting], slip)
    along = float(segments[leaving].dot(way))
    if not along:
        return None
    way *= signs[leaving] / along
    rates, moved = segments.dot(way), segments.dot(slip)
    # Of segments parallel to the resting one the rates are rounding.
    falling = (rates * signs < 0.0) & (np.abs(rates) > RESTING * np.abs(rates).max())
    falling[[leaving, resting]] = False
    if not falling.any():
        return None
    ways = np.where(falling, np.abs(moved) / np.where(falling, np.abs(rates), 1.0), np.inf)
    entering = int(ways.argmin())
    return entering, slip + float(ways[entering]) * way


def _lowered(ray: LoadRay, value: float, over: Array, resting: tuple[int, int]) -> float:
    """Return where on the ray resting segments are large enough for what they bear too much."""
    rows = list(resting)
    falls = -ray.size_growth[rows]
    if falls.any():
        return value - float((over / np.where(falls > 0.0, falls, 1.0)).max())
    # A segment of no size, of a contact that nothing presses, bears nothing of any load.
    sizes, spare = np.maximum(ray.sizes[rows], LEAST_SIZE), OVERLOAD * ray.sizes.max()
    share = float(np.where(over > spare, over / sizes, 0.0).max())
    return value / (1.0 + share)


def _proved(
    segments: Array, ray: LoadRay, found: RayLimit, resting: tuple[NDArray[np.intp], Array]
) -> RayLimit | None:
    """Return the limit with its forces, if these are within their sizes and add up."""
    rows, borne = resting
    forces = found.balls[:, 0] * (ray.sizes + found.upper * ray.size_growth)
    forces[rows] = borne
    load = ray.load + found.upper * ray.load_growth
    left = largest_entry(load - forces.dot(segments))
    if not ray.size_growth.any() and found.upper:
        forces *= found.value / found.upper
    sizes = ray.sizes + found.value * ray.size_growth
    if sizes.min() < 0.0 or left > EXACT * largest_entry(load):
        return None
    balls = np.clip(forces / np.where(sizes > 0.0, sizes, 1.0), -1.0, 1.0)
    lowered = found.value - EXACT * abs(found.value)
    return RayLimit(lowered, found.upper, balls[:, None], found.slip, left)


def _cross(first: Array, second: Array) -> Array:
    """Return the cross product (3,) of two vectors; NumPy's own takes ten times as long here."""
    (x, y, z), (u, v, w) = first.tolist(), second.tolist()
    return np.array((y * w - z * v, z * u - x * w, x * v - y * u))
