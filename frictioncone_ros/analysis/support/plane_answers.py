# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a body on one support plane carries: springs decide normal forces, friction the rest."""

from __future__ import annotations

from math import inf, isnan, nan
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.force_parts import LoadRay, RayLimit
from frictioncone_ros.analysis.support.limit_ray import limit_along
from frictioncone_ros.analysis.support.plane import SupportPlane
from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.springs import SpringForces
from frictioncone_ros.analysis.support.yielding import Springs, yielding_forces
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

MARGIN_ROUNDS = 60
"""Load factors along the margin's ray after which the last depth carried is returned."""
SAME_MARGIN = 1e-9
"""Two margins nearer than this, relative to the wrench, are one [-]."""
EVEN = 4e-9
"""Load factor below 1, its gap included, that is 1 but for rounding [-]."""
FLAT = 1e-6
"""Step down, in sizes of the wrench, from which on such a load factor leads too far [-]."""
HELD_GAP = 1e-2
"""Gap of a limit's two bounds from which on neither is relied on [-]."""


class PlaneLoad(NamedTuple):
    """
    A scaled wrench as what presses (p,) and what shears (s,), and the wrench's size [N].

    is_reached: whether friction reaches all of what shears, however strong it is.
    """

    press: Array
    shear: Array
    size: float
    is_reached: bool = True

    @property
    def shears(self) -> bool:
        """Whether anything but rounding shears."""
        return not self.is_reached or largest_entry(self.shear) > FEASIBLE_RESIDUAL * self.size


def plane_load(plane: SupportPlane, wrench: Array) -> PlaneLoad:
    """Return a scaled contact wrench (d,) in the plane's directions."""
    size = largest_entry(wrench)
    load = PlaneLoad(plane.pressing.dot(wrench), plane.shearing.dot(wrench), size)
    if not plane.unreached.shape[0]:
        return load
    beyond = largest_entry(plane.unreached.dot(wrench))
    return load._replace(is_reached=beyond <= FEASIBLE_RESIDUAL * size)


def normal_springs(support: SupportProblem, press: Array) -> SpringForces | None:
    """Return the normal forces that carry what presses, None where it tips or pulls."""
    assert support.plane is not None
    return support.plane.springs.forces(press)


def shear_limit(plane: SupportPlane, normal_forces: Array, load: PlaneLoad) -> RayLimit | None:
    """
    Return how many times what shears friction bears with these normal forces (k,).

    None where it bears nothing at all.
    """
    if not load.is_reached:
        return None
    sizes = normal_forces[plane.shears.owners]
    nothing = np.zeros_like(load.shear)
    ray = LoadRay(sizes, np.zeros_like(sizes), nothing, load.shear)
    return limit_along(plane.shears.friction, ray, plane.kinks)


def tangential_balls(
    support: SupportProblem, normal_forces: Array, load: PlaneLoad
) -> Array | None:
    """Return the balls (b, m) [N] of the friction that springs give, None where they slip."""
    assert support.plane is not None
    shears = support.plane.shears
    if not load.shears:
        return np.zeros(shears.friction.shape[:2])
    if not load.is_reached:
        return None
    springs = Springs(np.zeros_like(normal_forces), support.springs.tangential, normal_forces)
    found = yielding_forces(shears, springs, load.shear)
    return None if found is None else found.balls


def plane_margin(support: SupportProblem, load: PlaneLoad) -> float:
    """Return the depth [N] up to which the wrench is carried: the first limit of w - t w0."""
    return first_limit(support, load, _a_limit(support, load))


def first_limit(support: SupportProblem, load: PlaneLoad, limit: float) -> float:
    """
    Return the first limit [N] of w - t w0 between t = 0 and a known limit; one below 0 is it.

    While the same springs press, the wrenches that are carried along the ray are an interval: one
    that is not carried in between shows where springs part or begin to press.
    """
    plane, depth, low = support.plane, support.plane_depth, 0.0
    assert plane is not None
    if not 0.0 < limit < inf or not load.shears:
        return limit
    if _beyond(support, load, low) < -EVEN:
        return _a_limit(support, load)
    for place in plane.springs.changes(load.press, depth, limit):
        if _beyond(support, load, place) < -EVEN:
            return _last_carried(support, load, low, place)
        low = place
    return limit


def falls_alone(support: SupportProblem, springs: SpringForces, load: PlaneLoad) -> bool:
    """
    Tell whether the springs that press at some depth do so from t = 0, the less the deeper.

    Then nothing slips on the way that does not at its end: the loads under which the same springs
    press are convex, and their forces linear.
    """
    falls = springs.growth.dot(support.plane_depth)
    if min(falls.tolist()) < -FEASIBLE_RESIDUAL * largest_entry(falls):
        return False
    if min(springs.normal_forces.tolist()) > 0.0:
        return True
    begun = normal_springs(support, load.press)
    return begun is not None and bool(
        np.array_equal(begun.normal_forces > 0.0, springs.normal_forces > 0.0)
    )


def _beyond(support: SupportProblem, load: PlaneLoad, at: float) -> float:
    """Return by how much the load factor at t = `at` is above 1, at most; -1 without forces."""
    assert support.plane is not None
    springs = normal_springs(support, load.press - at * support.plane_depth)
    limit = None if springs is None else shear_limit(support.plane, springs.normal_forces, load)
    if springs is None or limit is None:
        return -1.0
    return limit.value + max(limit.gap, 0.0) - 1.0


def _last_carried(support: SupportProblem, load: PlaneLoad, low: float, high: float) -> float:
    """Return the end of what is carried between a t that is carried and one that is not."""
    for _ in range(MARGIN_ROUNDS):
        if high - low <= SAME_MARGIN * load.size:
            break
        middle = 0.5 * (low + high)
        if _beyond(support, load, middle) < -EVEN:
            high = middle
        else:
            low = middle
    return low


def _a_limit(support: SupportProblem, load: PlaneLoad) -> float:
    """
    Return a limit [N] of w - t w0.

    Newton's method on the load factor over t, held between the last t carried and not carried.
    """
    plane = support.plane
    assert plane is not None
    depth = support.plane_depth
    highest = tipping_margin(support, load.press)
    if not load.shears or highest == -inf:
        return highest
    if not load.is_reached:
        return -inf
    low, high, at = -inf, highest, min(0.0, highest)
    width = SAME_MARGIN * load.size
    for _ in range(MARGIN_ROUNDS):
        check_time()
        ahead = _ahead(support, load, depth, at)
        if isnan(ahead):
            at = at - load.size if low == -inf else 0.5 * (low + at)
            continue
        low, high = (at, high) if ahead >= 0.0 else (low, at)
        nearest = min(at + ahead, highest)
        if abs(nearest - at) <= width:
            return nearest
        if high - low <= width:
            return low
        at = nearest if low < nearest <= high else 0.5 * (low + high)
    return low


def tipping_margin(support: SupportProblem, press: Array) -> float:
    """Return the largest t up to which pressing forces carry press (p,) - t times the depth."""
    plane = support.plane
    assert plane is not None
    if plane.is_astray(press):
        return -inf
    return min((support.tipping_depths.dot(press)).tolist(), default=inf)


def _ahead(support: SupportProblem, load: PlaneLoad, depth: Array, at: float) -> float:
    """
    Return how much further along w - t w0 the limit is, by Newton's rule from t = `at`, or nan.

    The load factor falls with t as the slip of its limit loses friction: by the sum of |z_b| times
    what the normal force of b falls, for a slip of unit power on what shears.
    """
    plane = support.plane
    assert plane is not None
    springs = normal_springs(support, load.press - at * depth)
    limit = None if springs is None else shear_limit(plane, springs.normal_forces, load)
    if springs is None or limit is None:
        return -load.size
    if not limit.gap <= HELD_GAP:
        return nan
    falls = (springs.growth.dot(depth))[plane.shears.owners]
    lengths = np.linalg.norm(plane.shears.friction.dot(limit.slip), axis=1)
    power = float(load.shear.dot(limit.slip))
    if not power > 0.0:
        # A slip on which what shears has no power is the limit of something else.
        return nan
    rate = float(falls.dot(lengths)) / power
    beyond = limit.value - limit.gap - 1.0
    if -EVEN <= beyond < 0.0 and not beyond > -rate * FLAT * load.size:
        # On the edge itself, along a ray that stays on it: rounding must not lead far down.
        beyond += EVEN
    return beyond / rate if rate > 0.0 else float(np.copysign(load.size, beyond))
