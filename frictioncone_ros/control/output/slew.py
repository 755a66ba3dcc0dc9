# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Slew rates: how far from what was published last towards a goal, inside a convex allowed set.

Forces and motions follow the same rule; only the set differs. Where what was published last is
still allowed, the straight way from there to an allowed goal never leaves the set, and is cut
where the rates end. Where it is not (contacts or limits changed), an allowed point within the
rates is looked for; if there is none the rates give way, and the nearest allowed point is taken.
A part without a rate is not thrown about to keep the rate of the other one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, sqrt
from typing import NamedTuple, Protocol

import numpy as np

from frictioncone_ros.control.limits import lengths, ray_within, scale_within
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.products import linear_size
from frictioncone_ros.time_budget import check_time

WEIGHT_RANGE = 16.0
"""Natural logarithm of the largest weight of one part of a vector over the other."""

WEIGHT_ROUNDS = 24
"""Bisections of that weight."""

WIDER = 1.5
"""A part without a rate may change by so many times the widest way at hand."""

LEAST_REACH = 1e-6
"""
Share of what is changed that counts as no change where something within reach is looked for.

A tick without time leaves none, and a search cannot aim at a point.
"""

WAY_ROUNDING = 1e-9
"""Changes below this share of what is changed are rounding."""


class Point(NamedTuple):
    """A wrench or twist (d,) and the contact forces (c,) that prove it; none for a twist."""

    vector: Array
    contact_forces: Array


class Reach(NamedTuple):
    """How far the linear and the angular part may move in one tick."""

    linear: float
    angular: float

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no rate at all."""
        return self.linear == inf and self.angular == inf

    @property
    def is_finite(self) -> bool:
        """Whether both parts have a rate."""
        return max(self.linear, self.angular) < inf

    def holds(self, way: Array) -> bool:
        """Tell whether a change (d,) is small enough."""
        return scale_within(way, self.linear, self.angular) >= 1.0

    def excess(self, way: Array) -> float:
        """Return how many times as far as allowed a change (d,) goes; both limits are above 0."""
        linear, angular = lengths(way)
        return max(linear / self.linear, angular / self.angular)


def reach_of(linear_rate: float, angular_rate: float, elapsed: float) -> Reach:
    """Return how far two rates lead in a time [s]; what is infinite is no limit."""
    return Reach(_distance(linear_rate, elapsed), _distance(angular_rate, elapsed))


def _distance(rate: float, elapsed: float) -> float:
    # Infinite by zero would be no number.
    return inf if inf in (rate, elapsed) else rate * elapsed


class AllowedSet(Protocol):
    """A convex set of wrenches or twists that holds zero."""

    def member(self, vector: Array) -> Point | None:
        """Return a vector (d,) with its proof where it is allowed, else None."""
        ...

    def nearest(self, vector: Array) -> Point:
        """Return an allowed point near a vector (d,), the vector itself where it is allowed."""
        ...

    def near_reach(self, origin: Array, reach: Reach) -> Point | None:
        """
        Return an allowed point within reach of an origin (d,), or the least beyond it found.

        None where nothing allowed was found.
        """
        ...


class Slewed(NamedTuple):
    """Where a tick leads: the point, whether limits held it back, whether rates gave way."""

    point: Point
    limited: bool
    exceeded: bool


def slewed(allowed: AllowedSet, published: Array, goal: Point, reach: Reach) -> Slewed:
    """Return the point next to be published on the way from the last one (d,) to a goal."""
    if reach.is_unlimited or reach.holds(goal.vector - published):
        return Slewed(goal, False, False)
    start = allowed.member(published)
    if start is None:
        start = _least_beyond(allowed, published, goal, reach)
        if not reach.holds(start.vector - published):
            return Slewed(start, True, _exceeds(start.vector - published, published, reach))
    share = ray_within(start.vector - published, goal.vector - start.vector, *reach)
    point = _between(start, goal, share)
    return Slewed(point, True, _exceeds(point.vector - published, published, reach))


def _least_beyond(allowed: AllowedSet, published: Array, goal: Point, reach: Reach) -> Point:
    """Return an allowed point within reach of the last one (d,), or the least beyond it found."""
    nearest = allowed.nearest(published)
    if reach.holds(nearest.vector - published):
        return nearest
    bounded = _bounded(reach, published, goal, nearest)
    found = allowed.near_reach(published, bounded)
    if found is None or bounded.excess(nearest.vector - published) < bounded.excess(
        found.vector - published
    ):
        return nearest
    return found


def search_near_reach(nearest: Callable[[Array], Point], origin: Array, reach: Reach) -> Point:
    """
    Return a point of a convex set within reach of an origin (d,), or the least beyond it found.

    nearest: gives the set's point nearest to the origin after scaling by factors (d,). Where both
    parts of a weighted nearest point are out of reach, no point is within both; where one is, it
    gets more weight.
    """
    best: Point | None = None
    least, most = -WEIGHT_RANGE, WEIGHT_RANGE
    size = linear_size(origin.shape[0])
    for _ in range(WEIGHT_ROUNDS):
        check_time()
        weight = 1.0 / (1.0 + exp(-0.5 * (least + most)))
        factors = np.repeat(
            (sqrt(weight) / reach.linear, sqrt(1.0 - weight) / reach.angular),
            (size, origin.shape[0] - size),
        )
        point = nearest(factors)
        way = point.vector - origin
        if best is None or reach.excess(way) < reach.excess(best.vector - origin):
            best = point
        linear, angular = lengths(way)
        if (linear > reach.linear) == (angular > reach.angular):
            break
        middle = 0.5 * (least + most)
        least, most = (middle, most) if linear > reach.linear else (least, middle)
    assert best is not None
    return best


def _bounded(reach: Reach, published: Array, goal: Point, nearest: Point) -> Reach:
    """
    Return a finite reach that is not zero.

    A part without a rate may change as the ways at hand change it. Where one part is zero, what
    rounding of the other leaves in it is no change.
    """
    sizes = lengths(published)
    widest = np.max([lengths(point.vector - published) for point in (goal, nearest)], axis=0)
    least = np.maximum(LEAST_REACH * np.maximum(widest, sizes), WAY_ROUNDING * max(sizes))
    return Reach(
        *(
            WIDER * float(wide) if part == inf else max(part, float(floor))
            for part, wide, floor in zip(reach, widest, least, strict=True)
        )
    )


def _exceeds(way: Array, published: Array, reach: Reach) -> bool:
    """Tell whether a change is beyond reach by more than the last digits of what is changed."""
    return any(
        change > (1.0 + WAY_ROUNDING) * most + WAY_ROUNDING * size
        for change, most, size in zip(lengths(way), reach, lengths(published), strict=True)
    )


def _between(start: Point, goal: Point, share: float) -> Point:
    """Return the point at a share [0, 1] of the way; a convex set holds it and its proof."""
    rest = 1.0 - share
    return Point(
        rest * start.vector + share * goal.vector,
        rest * start.contact_forces + share * goal.contact_forces,
    )
