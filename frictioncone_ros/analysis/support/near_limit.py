# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The limit along a ray of loads, from the slip that limited one nearby.

Newton's method on the slip alone: every slip gives an upper bound and the friction that opposes
it; what that leaves open of the load is borne as by viscous friction, which costs a share of the
sizes. What is returned is the lower bound, with forces behind it: a limit is never too high.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.support.force_parts import LoadRay, RayLimit
from frictioncone_ros.analysis.support.limit_ray import (
    Kinks,
    limit_along,
    limit_at_kink,
    LINE_DIRECTIONS,
)
from frictioncone_ros.analysis.support.segment_limit import applies, segment_limit
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack

NEAR_STEPS = 4
"""Newton steps from the slip nearby; one is usual where a load changes by a few per cent."""
NEAR_GAP = 2e-3
"""How much of itself a limit may be stated too low [-]."""
ZERO_GAP = 1e-7
"""The same for a depth near zero, beside the normal forces [-]."""
FAR_LEFT = 5e-3
"""What a slip may leave of the load, beside all friction, to be worth a bound [-]."""
AT_REST = 1e-6
"""Slip of a part, beside the largest, below which its friction has no direction [-]."""
EXACT_GAP = 1e-9
"""What is taken off a limit that is known but for rounding, beside it [-]."""
REGULAR = 1e-13
"""What is added to the matrix of viscous friction, beside its trace [-]."""


def limit_from(
    friction: Array, ray: LoadRay, known: Callable[[], Kinks], slip: Array | None
) -> RayLimit | None:
    """
    Return the limit along a ray for parts of friction (b, m, q), never too high.

    Either the sizes fall along the ray and the load stays, or the load grows and they stay.
    known: gives the kinks, where they are needed. slip: (q,) that limited a ray nearby; None: the
    limit is searched for. None is returned where
    nothing has friction or the search did not end.
    """
    if applies(friction):
        found = segment_limit(friction, ray, slip)
        if found is not None:
            return found
    if friction.shape[1:] == (1, LINE_DIRECTIONS):
        # Its limit is always at a kink.
        found = limit_at_kink(friction, ray, known())
        if found is not None:
            return _proved(friction, ray, found)
    near = slip if slip is not None and slip.shape == ray.load.shape else _viscous(friction, ray)
    found = None if near is None else _near(friction, ray, near)
    if found is not None:
        return found
    found = limit_along(friction, ray, known())
    return None if found is None else _proved(friction, ray, found)


def _viscous(friction: Array, ray: LoadRay) -> Array | None:
    """Return the slip (q,) under the load if friction were viscous; None without friction."""
    if not friction.shape[0] or not ray.sizes.max() > 0.0:
        return None
    flat = friction.reshape(-1, friction.shape[2])
    weights = np.maximum(ray.sizes, 0.0).repeat(friction.shape[1])
    return _solved(_regular((flat.T * weights).dot(flat)), ray.load + ray.load_growth)


def _regular(matrix: Array) -> Array:
    """Return the matrix of viscous friction (q, q), made regular where parts are parallel."""
    matrix.flat[:: matrix.shape[0] + 1] += REGULAR * matrix.trace()
    return matrix


def _solved(matrix: Array, right: Array) -> Array | None:
    """Return the solution (q,) of a positive definite system; None where it is none."""
    _, solution, failed = lapack.dposv(matrix, right)
    return None if failed else np.asarray(solution, dtype=np.float64)


def _near(friction: Array, ray: LoadRay, slip: Array) -> RayLimit | None:
    """Return the limit by a few steps from a slip nearby; None where they do not lead to it."""
    flat, axes = friction.reshape(-1, friction.shape[2]), friction.shape[1]
    for _ in range(NEAR_STEPS):
        moved = flat.dot(slip).reshape(-1, axes)
        lengths = np.sqrt(np.einsum('bm,bm->b', moved, moved))
        each = lengths.tolist()
        rate = float(ray.load_growth.dot(slip) - ray.size_growth.dot(lengths))
        if not rate > 0.0 or min(each) <= AT_REST * max(each):
            return None
        upper = float(ray.sizes.dot(lengths) - ray.load.dot(slip)) / rate
        sizes = ray.sizes + upper * ray.size_growth
        if min(sizes.tolist()) < 0.0:
            return None
        balls = moved / lengths[:, None]
        left = ray.load + upper * ray.load_growth - (sizes[:, None] * balls).reshape(-1).dot(flat)
        if largest_entry(left) <= FAR_LEFT * float(sizes.dot(lengths)) / max(each):
            found = _bounded(friction, ray, RayLimit(upper, upper, balls, slip, 0.0), left)
            if found is None or is_close(ray, found):
                return found
        slip = slip + _turn(friction, balls, sizes / lengths, slip, left)
    return None


def is_close(ray: LoadRay, found: RayLimit) -> bool:
    """Tell whether a limit is stated no more too low than it may be, in its own unit."""
    gap = NEAR_GAP * abs(found.value)
    if any(ray.size_growth.tolist()):
        # A depth near zero is compared with what it is taken from.
        gap += ZERO_GAP * largest_entry(ray.sizes)
    return found.upper - found.value <= gap


def _turn(friction: Array, balls: Array, weights: Array, slip: Array, left: Array) -> Array:
    """Return the change of a slip (q,) by which friction bears what it leaves open (q,)."""
    size = slip.size
    flat = friction.reshape(-1, size)
    along = np.einsum('bm,bmq->bq', balls, friction)
    matrix = (flat.T * weights.repeat(friction.shape[1])).dot(flat)
    matrix -= (along.T * weights).dot(along)
    # Longer slips are the same: the part along the slip is held.
    matrix += slip[:, None] * slip * (float(matrix.trace()) / float(slip.dot(slip)) or 1.0)
    turn = _solved(matrix, left)
    return np.zeros(size) if turn is None else turn


def _bounded(friction: Array, ray: LoadRay, found: RayLimit, left: Array) -> RayLimit | None:
    """Return the limit lowered by what friction (b, m) has to give to bear the rest (q,) too."""
    flat, axes = friction.reshape(-1, left.size), friction.shape[1]
    falls = any(ray.size_growth.tolist())
    sizes = ray.sizes + found.value * ray.size_growth
    weights = -ray.size_growth if falls else sizes
    if min(weights.tolist()) < 0.0:
        return None
    viscous = _solved(_regular((flat.T * weights.repeat(axes)).dot(flat)), left)
    if viscous is None:
        return None
    borne = flat.dot(viscous).reshape(-1, axes)
    missing = largest_entry(left - (weights[:, None] * borne).reshape(-1).dot(flat))
    if missing > EXACT_GAP * (largest_entry(ray.load) + largest_entry(ray.load_growth)):
        return None
    share = sqrt(max(np.einsum('bm,bm->b', borne, borne).tolist()))
    forces = sizes[:, None] * found.balls + weights[:, None] * borne
    value = found.value - share if falls else found.value / (1.0 + share)
    kept = sizes + share * weights
    if min(kept.tolist()) <= 0.0:
        kept = np.where(kept > 0.0, kept, 1.0)
    return RayLimit(value, found.upper, forces / kept[:, None], found.slip, found.residual)


def _proved(friction: Array, ray: LoadRay, found: RayLimit) -> RayLimit | None:
    """Return a limit that was searched for, lowered until its balls bear the load."""
    if not np.isfinite(found.value):
        return None
    sizes = ray.sizes + found.value * ray.size_growth
    flat = friction.reshape(-1, found.slip.size)
    left = ray.load + found.value * ray.load_growth
    left = left - (sizes[:, None] * found.balls).reshape(-1).dot(flat)
    size = largest_entry(ray.load) + largest_entry(ray.load_growth)
    if largest_entry(left) <= EXACT_GAP * size:
        # To bear what rounding leaves, where friction hardly reaches, would cost per cents.
        return found._replace(value=found.value - EXACT_GAP * abs(found.value))
    return _bounded(friction, ray, found, left)
