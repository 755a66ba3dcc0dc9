# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Limits at which some contact does not slip: the turn about it, tried exactly.

There the power of friction has a kink and Newton's method crawls. In a plane there are few such
slips: the turn about each contact, and, where friction is a sum of segments, the slips along none
of two of them. They depend on where the contacts are, not on the load.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.load_ray import LoadRay, RayLimit
from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial.arrays import Array

PLANE_DIRECTIONS = 3
"""Directions of slip in a plane, where two conditions leave one slip."""
AT_REST = 1e-9
"""Slip of a part, beside the largest, below which it rests in a kink [-]."""
KINK_GAP = 1e-7
"""How far a resting part may leave its ball, and the balance be open, by rounding [-]."""
PARALLEL = 1e-9
"""Length of a cross product of unit vectors below which they are parallel [-]."""


class Kinks(NamedTuple):
    """Slips (n, q) that leave some parts at rest, and how far they move each part, (n, b)."""

    slips: Array
    lengths: Array


def kinks(friction: Array) -> Kinks:
    """Return the kinks of parts of friction (b, m, q), both ways of each slip."""
    count, axes, directions = friction.shape
    slips = [np.zeros((0, directions))]
    if directions == PLANE_DIRECTIONS:
        ranks = [int(np.linalg.matrix_rank(part)) for part in friction]
        discs = [part for part, rank in zip(friction, ranks, strict=True) if rank == 2]
        segments = [part[0] for part, rank in zip(friction, ranks, strict=True) if rank == 1]
        pairs = [(part[0], part[1]) for part in discs] + list(combinations(segments, 2))
        if pairs:
            first, second = np.array(pairs).transpose(1, 0, 2)
            across = np.cross(first, second)
            lengths = np.linalg.norm(across, axis=1)
            sizes = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
            turned = lengths > PARALLEL * sizes
            found = across[turned] / lengths[turned, None]
            slips.extend((found, -found))
    rows = np.vstack(slips)
    moved = rows @ friction.reshape(-1, directions).T
    return Kinks(rows, np.linalg.norm(moved.reshape(len(rows), count, axes), axis=2))


def limit_at_kink(friction: Array, ray: LoadRay, known: Kinks) -> RayLimit | None:
    """Return the limit along a ray if it is at a kink, with its proof; else None."""
    if not known.slips.shape[0]:
        return None
    rates = known.slips @ ray.load_growth - known.lengths @ ray.size_growth
    powers = known.lengths @ ray.sizes - known.slips @ ray.load
    ends = np.where(rates > 0.0, powers / np.where(rates > 0.0, rates, 1.0), np.inf)
    least = int(ends.argmin())
    value = float(ends[least])
    if not np.isfinite(value):
        return None
    return _proved(friction, ray, known.slips[least] / rates[least], value)


def _proved(friction: Array, ray: LoadRay, slip: Array, value: float) -> RayLimit | None:
    """Return the limit if the parts at rest can bear what the slipping ones leave."""
    moved = friction @ slip
    lengths = np.linalg.norm(moved, axis=1)
    resting = lengths <= AT_REST * lengths.max()
    balls = moved / np.where(resting, 1.0, lengths)[:, None]
    balls[resting] = 0.0
    sizes = ray.sizes + value * ray.size_growth
    load = ray.load + value * ray.load_growth
    flat = friction.reshape(-1, slip.size)
    left = load - (sizes[:, None] * balls).reshape(-1) @ flat
    columns = (sizes[resting, None, None] * friction[resting]).reshape(-1, slip.size)
    balls[resting] = _borne(columns, left).reshape(-1, friction.shape[1])
    if (np.linalg.norm(balls, axis=1) > 1.0 + KINK_GAP).any():
        return None
    balls /= np.maximum(np.linalg.norm(balls, axis=1), 1.0)[:, None]
    left = load - (sizes[:, None] * balls).reshape(-1) @ flat
    residual = float(np.abs(left).max()) / (float(np.abs(load).max()) or 1.0)
    return None if residual > KINK_GAP else RayLimit(value, value, balls, slip, residual)


def _borne(columns: Array, left: Array) -> Array:
    """Return how parts at rest (n, q) bear a load (q,): least, or within their segments if not."""
    borne = np.linalg.lstsq(columns.T, left, rcond=None)[0]
    if np.abs(borne).max(initial=0.0) > 1.0:
        borne = _borne_within(columns, left)
    return np.asarray(borne)


def _borne_within(columns: Array, left: Array) -> Array:
    """Return shares (n,) from -1 to 1 that bear a load; what is no share cannot be borne.

    A share is what its distance from -1 leaves of 1, its distance from 1 being not negative
    either: non-negative least squares with a row for each pair, in parts of the largest force.
    """
    count = len(columns)
    unit = float(np.abs(columns).max()) or 1.0
    pairs, ones = np.eye(count), np.ones(count)
    table = np.block([[columns.T / unit, np.zeros((left.size, count))], [pairs, pairs]])
    target = np.concatenate(((left + columns.T @ ones) / unit, 2.0 * ones))
    return np.clip(nonnegative_weights(table, target)[0][:count] - 1.0, -1.0, 1.0)
