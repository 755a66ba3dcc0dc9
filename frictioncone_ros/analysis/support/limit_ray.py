# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Limit analysis: how far along a ray of loads friction of given size holds.

Largest t for which balls |y_b| <= r_b + t r'_b exist with sum of G_b' y_b = s + t s'. Its dual is
the least of (sum r_b |G_b v| - s . v) / (s' . v - sum r'_b |G_b v|) over slips v: at the
limit the body slips by v, every part that slips opposes it fully, and no other slip comes
earlier. Newton's method on both at once, with |z| smoothed to sqrt(z^2 + e^2) and e falling with
the gap between them (Andersen, Christiansen, Conn and Overton), six steps as a rule. Slips that
leave a contact at rest are kinks of the dual: the turn about that contact is tried by itself.

Limits at which some contact does not slip: the turn about it, tried exactly.

There the power of friction has a kink and Newton's method crawls. In a plane there are few such
slips: the turn about each contact, and, where friction is a sum of segments, the slips along none
of two of them; where it reaches two directions only, the slips along none of one. They depend on
where the contacts are, not on the load.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.force_parts import LoadRay, RayLimit
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

PLANE_DIRECTIONS = 3
"""Directions of slip in a plane, where two conditions leave one slip."""
LINE_DIRECTIONS = 2
"""Directions of slip of one contact that bears no moment, where one condition leaves one."""
AT_REST = 1e-9
"""Slip of a part, beside the largest, below which it rests in a kink [-]."""
KINK_GAP = 1e-7
"""How far a resting part may leave its ball, and the balance be open, by rounding [-]."""
RANK = 1e-12
"""Half axis of a part, beside the longest, that counts as none [-]."""
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
        ranks = _ranks(friction)
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
    if directions == LINE_DIRECTIONS and axes == 1:
        across = friction[:, 0, ::-1] * (1.0, -1.0)
        lengths = np.linalg.norm(across, axis=1)
        found = across[lengths > 0.0] / lengths[lengths > 0.0, None]
        slips.extend((found, -found))
    rows = np.vstack(slips)
    moved = rows @ friction.reshape(-1, directions).T
    return Kinks(rows, np.linalg.norm(moved.reshape(len(rows), count, axes), axis=2))


def _ranks(friction: Array) -> list[int]:
    """Return how many directions each part (b, m, q) has."""
    if friction.shape[1] == 1:
        return [1] * friction.shape[0]
    values = np.linalg.svd(friction, compute_uv=False)
    return [int(one) for one in (values > RANK * values[:, :1]).sum(axis=1)]


def limit_at_kink(friction: Array, ray: LoadRay, known: Kinks) -> RayLimit | None:
    """Return the limit along a ray if it is at a kink, with its proof; else None."""
    if not known.slips.shape[0]:
        return None
    rates = known.slips @ ray.load_growth - known.lengths @ ray.size_growth
    powers = known.lengths @ ray.sizes - known.slips @ ray.load
    # Where one contact carries all, what shears has power on the turn about it by rounding only.
    terms = largest_entry(ray.load_growth)
    terms = terms + known.lengths.max(axis=1) * largest_entry(ray.size_growth)
    grows = rates > FEASIBLE_RESIDUAL * terms
    ends = np.where(grows, powers / np.where(grows, rates, 1.0), np.inf)
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
    borne = np.asarray(np.linalg.lstsq(columns.T, left, rcond=None)[0], dtype=np.float64)
    if largest_magnitude(borne) > 1.0:
        borne = _borne_within(columns, left)
    return borne


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


RAY_STEPS = 60
"""Newton steps after which the best of both bounds is returned."""
RAY_GAP = 1e-8
"""Relative distance of both bounds at which the limit counts as found [-]."""
LARGEST_BALL = 1.2
"""How far a step may leave the balls before it is shortened; what is outside is put back [-]."""
LONG_STEP = 0.9
"""Share of a full step from which smoothing may fall quickly [-]."""
LEAST_SMOOTHING = 3e-9
"""Smallest smoothing of a length beside unit slips [-]."""
LEAST_SQUARE = 1e-300
"""What keeps a quotient finite where nothing moves."""
REGULAR = 1e-13
"""What is added to the matrix of a step, beside its trace [-]."""


def limit_along(friction: Array, ray: LoadRay, known: Kinks) -> RayLimit | None:
    """Return the limit along a ray for parts of friction (b, m, q); None without any friction."""
    if not friction.shape[0] or not ray.sizes.max(initial=0.0) > 0.0:
        return None
    found = limit_at_kink(friction, ray, known)
    if found is not None:
        return found
    # With one contact that bears, slips may grow until nothing is finite.
    with np.errstate(over='ignore', invalid='ignore'):
        return _searched(_Search.started(friction, ray))


def _searched(search: _Search) -> RayLimit:
    """Return the best of the limits a search comes by, to where it has arrived or is singular."""
    best = search.limit()
    for _ in range(RAY_STEPS):
        check_time()
        try:
            search = search.stepped()
        except np.linalg.LinAlgError:
            break
        found = search.limit()
        best = found if found.gap < best.gap else best
        if best.gap <= RAY_GAP:
            break
    return best


class _Search(NamedTuple):
    """One iterate: slip, its products with the parts, balls, value along the ray, smoothing."""

    friction: Array
    ray: LoadRay
    slip: Array
    lengths: Array
    balls: Array
    value: float
    smoothing: float

    @classmethod
    def started(cls, friction: Array, ray: LoadRay) -> _Search:
        """Return the slip under the load if friction were viscous."""
        flat = friction.reshape(-1, friction.shape[2])
        weights = np.repeat(np.maximum(ray.sizes, 0.0), friction.shape[1])
        matrix = (flat.T * weights) @ flat
        matrix.flat[:: matrix.shape[0] + 1] += REGULAR * np.trace(matrix)
        load = ray.load + ray.load_growth
        slip = np.linalg.solve(matrix, load)
        products = friction @ slip
        longest = float(np.sqrt((products * products).sum(axis=1).max())) or 1.0
        balls = LONG_STEP * products / longest
        rate = _rate(friction, ray, balls) @ slip
        scale = 1.0 / rate if rate > 0.0 else 1.0 / longest
        return cls(
            friction, ray, scale * slip, scale * products, balls, 0.0, float(scale * longest)
        )

    def stepped(self) -> _Search:
        """Return the iterate after one Newton step."""
        friction, ray, balls, products = self.friction, self.ray, self.balls, self.lengths
        size = self.slip.size
        flat = friction.reshape(-1, size)
        long = np.sqrt((products * products).sum(axis=1) + self.smoothing * self.smoothing)
        weights = (ray.sizes + self.value * ray.size_growth) / long
        rate = _rate(friction, ray, balls)
        turned = np.matmul(balls[:, None, :], friction)[:, 0] * (weights / long)[:, None]
        across = turned.T @ np.matmul(products[:, None, :], friction)[:, 0]
        matrix = np.zeros((size + 1, size + 1))
        matrix[:size, :size] = (flat.T * np.repeat(weights, friction.shape[1])) @ flat
        matrix[:size, :size] -= 0.5 * (across + across.T)
        matrix.flat[: size * (size + 2) : size + 2] += REGULAR * np.trace(matrix)
        matrix[:size, size], matrix[size, :size] = -rate, rate
        open_load = (weights[:, None] * products).reshape(-1) @ flat
        open_load -= ray.load + self.value * ray.load_growth
        step = np.linalg.solve(matrix, np.append(-open_load, 1.0 - rate @ self.slip))
        moved = friction @ step[:size]
        along = (products * moved).sum(axis=1) / long**2
        turn = (products + moved) / long[:, None] - balls * (1.0 + along)[:, None]
        share = _share_inside(balls, turn)
        return self._moved(step, share * turn, moved, share)

    def _moved(self, step: Array, turn: Array, moved: Array, share: float) -> _Search:
        products, balls = self.lengths + moved, self.balls + turn
        balls = balls / np.maximum(np.sqrt((balls * balls).sum(axis=1)), 1.0)[:, None]
        value = self.value + share * float(step[-1])
        sizes = self.ray.sizes + value * self.ray.size_growth
        plain = np.sqrt((products * products).sum(axis=1))
        lost = sizes @ (plain - (balls * products).sum(axis=1)) / max(sizes.sum(), LEAST_SQUARE)
        falling = abs(float(lost)) * (0.1 if share > LONG_STEP else 0.5)
        smoothing = max(min(self.smoothing, falling), LEAST_SMOOTHING * float(plain.max()))
        return self._replace(
            slip=self.slip + step[:-1],
            lengths=products,
            balls=balls,
            value=value,
            smoothing=smoothing,
        )

    def limit(self) -> RayLimit:
        """Return both bounds of this iterate."""
        ray, slip = self.ray, self.slip
        plain = np.sqrt((self.lengths * self.lengths).sum(axis=1))
        rate = float(ray.load_growth @ slip - ray.size_growth @ plain)
        upper = float(ray.sizes @ plain - ray.load @ slip) / rate if rate > 0.0 else np.inf
        sizes = ray.sizes + self.value * ray.size_growth
        load = ray.load + self.value * ray.load_growth
        left = (sizes[:, None] * self.balls).reshape(-1) @ self.friction.reshape(-1, slip.size)
        size = float(np.abs(load).max()) or 1.0
        residual = float(np.abs(left - load).max()) / size
        return RayLimit(self.value, upper, self.balls, slip, residual)


def _rate(friction: Array, ray: LoadRay, balls: Array) -> Array:
    """Return how fast the load outgrows the friction of these balls along the ray (q,)."""
    flat = friction.reshape(-1, friction.shape[2])
    grown = (ray.size_growth[:, None] * balls).reshape(-1) @ flat
    outgrown: Array = ray.load_growth - grown
    return outgrown


def _share_inside(balls: Array, turn: Array) -> float:
    """Return how much of a step, at most all, keeps every ball's point inside its ball."""
    square = (turn * turn).sum(axis=1)
    mixed = (balls * turn).sum(axis=1)
    inside = LARGEST_BALL**2 - (balls * balls).sum(axis=1)
    root = np.sqrt(np.maximum(mixed * mixed + square * inside, 0.0))
    # Either form of the root where it does not cancel.
    far = (root - mixed) / np.maximum(square, LEAST_SQUARE)
    near = inside / np.maximum(root + mixed, LEAST_SQUARE)
    # What does not turn at all never leaves: near is then without end, and far would be 0 / 0.
    return float(min(1.0, np.where(mixed >= 0.0, near, far).min()))
