# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The margin by a ray along the depth wrench: how far back a wrench is still carried.

With w0 the wrench of forces one newton deep, the margin of a reaction is the largest t with
reaction - t w0 in the cone. Least squares with a small penalty on the way back find the face that
is met; the face alone says too much where the penalty was felt. What is returned is proved: there
are forces in the cone behind it. It may be too low by about MARGIN_ACCURACY of itself.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple, TYPE_CHECKING

import numpy as np

from frictioncone_ros.cones import nonnegative_weights
from frictioncone_ros.control.forces.known_face import known_face, KnownFace
from frictioncone_ros.control.forces.ray_search import Generators, joined, with_penalty_column
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import (
    COMMAND_FEASIBLE,
    MARGIN_ACCURACY,
    MARGIN_PENALTY_STEP,
    MARGIN_PROOF_SHARE,
    MARGIN_ROUNDING,
    RAY_RESIDUAL,
    RAY_SHOOTING_ROUNDS,
    ROUNDING_FACE,
)

if TYPE_CHECKING:
    from frictioncone_ros.control.forces.force_set import ForceSet

_MOST_ROUNDS = 40


class DepthLine(NamedTuple):
    """
    Scaled wrenches along which depth is measured: what of a ray depends on the contacts alone.

    inward: w0 (d,), of this length, and its direction (d,). outermost: (d,) separates -w0 from the
    cone; rise: its product with w0.
    """

    inward: Array
    length: float
    direction: Array
    outermost: Array
    rise: float

    @classmethod
    def of(cls, inward: Array, outermost: Array) -> DepthLine:
        """Return the line along w0 (d,) with what separates its opposite (d,)."""
        length = sqrt(inward.dot(inward))
        return cls(inward, length, inward / length, outermost, float(outermost.dot(inward)))


class _Ray(NamedTuple):
    """
    From where, how far and at which rays: all in scaled wrenches.

    reaction (d,); line: of the depth; start: a margin that is too large [N];
    target: (d + 1,) of unit size, what is between; size: that times size is a wrench.
    """

    reaction: Array
    line: DepthLine
    start: float
    target: Array
    size: float

    @property
    def length(self) -> float:
        """Length of the scaled wrench of one newton of depth."""
        return self.line.length

    def margin(self, way: float) -> float:
        """Return the margin [N] after a way back in units of the target."""
        return self.start - way * self.size / self.length

    def slack(self, margin: float, share: float) -> float:
        """Return how much too low a margin may be stated [N], for a share of what is lost."""
        rounding = MARGIN_ROUNDING * self.size / self.length
        return share * MARGIN_ACCURACY * abs(margin) + rounding


NEARBY = 0.05
"""
A reaction that differs by at most this share of itself is one nearby.

How far beyond a face a ray may reach is judged by the weights found. Begun with rays that answered
quite another question these say nothing: one margin in a thousand came out too low.
"""


class RayStart(NamedTuple):
    """
    The rays that gave a margin, and the scaled reaction (d,) it was of.

    rays: None where every search begins with all there are. met: the face that gave it; known:
    the same where it gave the margin before too.
    """

    rays: Generators | None
    reaction: Array
    met: _MetRays | None = None
    known: KnownFace | None = None

    def suits(self, reaction: Array) -> bool:
        """Tell whether a reaction (d,) is nearby."""
        way = reaction - self.reaction
        return bool(way.dot(way) <= NEARBY * NEARBY * (reaction.dot(reaction)))


def ray_margin(
    forces: ForceSet, reaction: Array, warm_start: RayStart | None
) -> tuple[float, RayStart | None]:
    """
    Return the margin [N] of a scaled reaction (d,) that lies in the cone; never too high.

    warm_start: what the last question of this set ended with. With the margin comes this one's.
    """
    begun = warm_start if warm_start is not None and warm_start.suits(reaction) else None
    if begun is not None and begun.known is not None:
        margin = begun.known.margin(reaction)
        if margin is not None:
            return margin, RayStart(begun.rays, reaction, begun.met, begun.known)
    line = forces.depth_line
    start = float(line.outermost.dot(reaction)) / line.rise
    target = np.zeros(reaction.shape[0] + 1)
    target[:-1] = reaction - start * line.inward
    size = sqrt(target.dot(target))
    if size <= COMMAND_FEASIBLE * (sqrt(reaction.dot(reaction)) + abs(start) * line.length):
        return start, None
    ray = _Ray(reaction, line, start, target / size, size)
    found = None
    if begun is not None and begun.rays is not None:
        # Every other ray can be reached from these: few columns are solved for more quickly.
        found = _settled(forces, ray, forces.search.begun_with(begun.rays), 1)
    if found is None or not found.is_proved:
        found = _settled(forces, ray, forces.search.start, RAY_SHOOTING_ROUNDS)
    return found.margin, _start_of(forces, found, reaction, begun)


def _start_of(
    forces: ForceSet, found: _Converged, reaction: Array, begun: RayStart | None
) -> RayStart | None:
    """Return what the next question of the same contacts begins with."""
    known = None
    if begun is not None and begun.met is not None and found.met.is_same(begun.met):
        known = begun.known or known_face(forces, found.met.in_use)
    return RayStart(found.rays, reaction, found.met, known)


class _MetRays(NamedTuple):
    """The rays a search ended with, and their weights (n,)."""

    pool: Generators
    weights: Array

    def is_same(self, other: _MetRays) -> bool:
        """Tell whether the same rays have a weight."""
        if self.pool is not other.pool:
            return False
        return np.array_equal(self.weights > 0.0, other.weights > 0.0)

    @property
    def in_use(self) -> Generators:
        """Those with a weight."""
        used = self.weights > 0.0
        return Generators(self.pool.columns[:, used], self.pool.outcome[:, used])


class _Converged(NamedTuple):
    """A margin [N], the rays to begin the next with, whether it is proved, and the rays met."""

    margin: float
    rays: Generators | None
    is_proved: bool
    met: _MetRays


def _settled(forces: ForceSet, ray: _Ray, pool: Generators, rounds: int) -> _Converged:
    """Shoot until what the face says and what is proved agree, at a lower penalty each time."""
    proved, penalty = -inf, 1.0
    for _ in range(rounds):
        face, pool = _face(forces, ray, pool, penalty)
        proved = max(proved, _from_rays(ray, face))
        enough = face.margin - ray.slack(face.margin, forces.search.grows * MARGIN_PROOF_SHARE)
        if proved < enough:
            proved = max(proved, _from_remainder(forces, ray, face))
        if proved >= enough:
            return _converged(forces, pool, face, (proved, True))
        penalty *= MARGIN_PENALTY_STEP
    # Of forces that slide nothing may be provable; at the lowest penalty the face says it exactly.
    margin = proved if proved > -inf else face.margin
    return _converged(forces, pool, face, (margin, False))


def _converged(
    forces: ForceSet, pool: Generators, face: _Face, margin: tuple[float, bool]
) -> _Converged:
    """Return a margin [N], whether it is proved, and the rays behind it."""
    weights = face.weights[:-1]
    # Where there are no more than a search begins with, it begins with all.
    rays = forces.search.in_use(pool, weights) if forces.search.grows else None
    return _Converged(margin[0], rays, margin[1], _MetRays(pool, weights))


class _Face(NamedTuple):
    """
    The face that a ray meets.

    margin: what its normal says [N], too high where the penalty was felt. columns (d, n) and
    weights (n,) of the rays with the way back as the last one; remainder (d,): what they leave.
    """

    margin: float
    columns: Array
    weights: Array
    remainder: Array


def _face(
    forces: ForceSet, ray: _Ray, pool: Generators, penalty: float
) -> tuple[_Face, Generators]:
    """Return the face met at a penalty of the way back, and the rays that lead to it."""
    is_whole = pool is forces.search.start
    for _ in range(_MOST_ROUNDS):
        check_time()
        own = pool is forces.search.start
        columns = forces.bordered if own else with_penalty_column(pool.columns, ray.line.direction)
        if penalty != 1.0:
            columns = np.vstack((columns[:-1], penalty * columns[-1]))
        weights, remainder = nonnegative_weights(columns, ray.target)
        normal = remainder[:-1]
        slope = -float(normal.dot(ray.line.inward))
        if slope <= ROUNDING_FACE * ray.length:
            if not is_whole:
                # Few rays to begin with meet the target with any way back: nothing is known of it.
                is_whole, pool = True, forces.search.begun_from(pool)
                continue
            # Hardly any way back was needed: its own length says it exactly enough.
            return _Face(ray.margin(float(weights[-1])), columns[:-1], weights, normal), pool
        margin = -float(normal.dot(ray.reaction)) / slope
        # A ray that reaches beyond the face by this much could raise the margin by that.
        gain = ray.size * float(weights[:-1].sum()) / slope
        slack = ray.slack(margin, 1.0 - MARGIN_PROOF_SHARE)
        # Rays to begin with may be of no use here at all: then whatever reaches beyond is.
        grown = forces.search.reaching_beyond(normal, slack / gain if gain > 0.0 else 0.0)
        used = pool
        if grown is None:
            break
        pool = forces.search.begun_with(joined(forces.search.in_use(pool, weights[:-1]), grown))
    return _Face(margin, columns[:-1], weights, normal), used


def _from_remainder(forces: ForceSet, ray: _Ray, face: _Face) -> float:
    """
    Return a margin that is proved by making up for the remainder with depth.

    As contact forces the remainder makes the shallowest of them shallower by so much, no more.
    """
    if forces.direct is None:
        return -inf
    missing = ray.size * (forces.scaled_inverse.dot(face.remainder))
    return ray.margin(float(face.weights[-1])) + forces.direct.depth(missing)


def _from_rays(ray: _Ray, face: _Face) -> float:
    """Return a margin that is proved by the rays in use alone, -inf where they do not meet it."""
    if not face.weights[-1] > 0.0:
        return -inf
    rays, target = face.columns, ray.target[:-1]
    (places,) = face.weights.nonzero()
    if places.size < face.weights.size:
        rays = rays[:, places]
    right = np.zeros(max(rays.shape))
    right[: target.shape[0]] = target
    _, solution, failed = lapack.dgels(rays, right)
    loads = solution[: rays.shape[1]]
    if failed or min(loads.tolist()) < -RAY_RESIDUAL:
        return -inf
    gap = rays.dot(loads) - target
    return ray.margin(float(loads[-1])) if gap.dot(gap) <= RAY_RESIDUAL**2 else -inf
