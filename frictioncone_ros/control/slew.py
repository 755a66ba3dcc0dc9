# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Slew rates: how far from what was published last towards a goal, inside a convex allowed set.

Forces and motions follow the same rule; only the set differs. Where what was published last is
still allowed, the straight way from there to an allowed goal never leaves the set, and is cut
where the rates end. Where it is not (contacts or limits changed), an allowed point within the
rates is looked for; if there is none the rates give way, and the nearest allowed point is taken.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple, Protocol

from frictioncone_ros.control.limits import ray_within, scale_within
from frictioncone_ros.spatial.arrays import Array


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

    def holds(self, way: Array) -> bool:
        """Tell whether a change (d,) is small enough."""
        return scale_within(way, self.linear, self.angular) >= 1.0


def reach_of(linear_rate: float, angular_rate: float, elapsed: float) -> Reach:
    """Return how far two rates lead in a time [s]; what is infinite is no limit."""
    return Reach(*(inf if inf in (rate, elapsed) else rate * elapsed
                   for rate in (linear_rate, angular_rate)))


class AllowedSet(Protocol):
    """A convex set of wrenches or twists that holds zero."""

    def member(self, vector: Array) -> Point | None:
        """Return a vector (d,) with its proof where it is allowed, else None."""
        ...

    def nearest(self, vector: Array) -> Point:
        """Return an allowed point near a vector (d,), the vector itself where it is allowed."""
        ...

    def within_reach(self, origin: Array, reach: Reach) -> Point | None:
        """Return an allowed point within reach of an origin (d,), None where none was found."""
        ...


class Slewed(NamedTuple):
    """Where a tick leads: the point, whether rates held it back, whether they gave way."""

    point: Point
    limited: bool
    exceeded: bool


def slewed(allowed: AllowedSet, published: Array, goal: Point, reach: Reach) -> Slewed:
    """Return the point next to be published on the way from the last one (d,) to a goal."""
    if reach.is_unlimited or reach.holds(goal.vector - published):
        return Slewed(goal, False, False)
    start = allowed.member(published) or allowed.within_reach(published, reach)
    if start is None:
        return Slewed(allowed.nearest(published), True, True)
    share = ray_within(start.vector - published, goal.vector - start.vector, *reach)
    return Slewed(_between(start, goal, share), True, False)


def _between(start: Point, goal: Point, share: float) -> Point:
    """Return the point at a share [0, 1] of the way; a convex set holds it and its proof."""
    rest = 1.0 - share
    return Point(rest * start.vector + share * goal.vector,
                 rest * start.contact_forces + share * goal.contact_forces)
