# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What compliant contacts on one plane keep of a wrench: all, or as much of what shears as holds.

With what presses given, what shears is held in a convex set with zero in it: the way back along
the shear ends in that set, and ends continuously.
"""

from __future__ import annotations

from math import inf, isfinite

import numpy as np

from frictioncone_ros.analysis.support.force_parts import contact_components, LoadRay, RayLimit
from frictioncone_ros.analysis.support.kept_answer import Kept, KeptStart, least_margin, NO_START
from frictioncone_ros.analysis.support.near_limit import is_close, limit_from
from frictioncone_ros.analysis.support.plane_answers import (
    falls_alone,
    first_limit,
    normal_springs,
    plane_load,
    plane_margin,
    PlaneLoad,
)
from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.springs import SpringForces
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

MOST_SETS = 4
"""Sets of pressing springs that a margin is looked for in before it is searched for."""


def plane_load_factor(
    support: SupportProblem, contact_wrench: Array, start: KeptStart = NO_START
) -> float | None:
    """
    Return how many times what shears in a wrench (d,) contacts on one plane hold; never too high.

    What presses stays. None where nothing shears, and off a plane: there it takes a search.
    """
    if support.plane is None:
        return None
    load = plane_load(support.plane, support.scaled(contact_wrench))
    if not load.shears:
        return None
    springs = normal_springs(support, load.press)
    limit = None if springs is None else _shear_limit(support, springs, load, start)
    return 0.0 if limit is None else max(limit.value, 0.0)


def _shear_limit(
    support: SupportProblem, springs: SpringForces, load: PlaneLoad, start: KeptStart
) -> RayLimit | None:
    """Return how many times what shears friction bears, from the slip of a question nearby."""
    plane = support.plane
    assert plane is not None
    sizes = springs.normal_forces[plane.shears.owners]
    if not load.is_reached:
        nothing = np.zeros(plane.shears.friction.shape[:2])
        return RayLimit(0.0, 0.0, nothing, np.zeros_like(load.shear), 0.0)
    ray = LoadRay(sizes, np.zeros(sizes.size), np.zeros(load.shear.size), load.shear)
    return limit_from(plane.shears.friction, ray, lambda: plane.kinks, start.slip)


def kept_on_plane(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart
) -> Kept:
    """Return what is kept of a wrench (d,) `depth` [N] deep on one plane."""
    plane = support.plane
    assert plane is not None
    load = plane_load(plane, support.scaled(contact_wrench))
    if not start.was_reduced:
        margin, left = margin_on_plane(support, load, start)
        if margin >= least_margin(depth, load.size):
            return Kept(contact_wrench, None, margin, left, shears=load.shears)
    springs = normal_springs(support, load.press - depth * support.plane_depth)
    limit = None
    if springs is not None and load.shears:
        limit = _least_limit(support, springs, load, depth, start)
    if springs is None or limit is None or limit.value >= 1.0:
        margin, left = margin_on_plane(support, load, start._replace(was_reduced=False))
        return Kept(contact_wrench, None, margin, left, shears=load.shears)
    return _with_shear(support, springs, limit, depth)


def _least_limit(
    support: SupportProblem, springs: SpringForces, load: PlaneLoad, depth: float, start: KeptStart
) -> RayLimit | None:
    """
    Return the limit of what shears `depth` [N] deep, lowered to what holds all the way there.

    Where feet part, or press less the harder the others do, it may hold less before: the least of
    it stands at an end of the way or where the springs that press change.
    """
    plane = support.plane
    assert plane is not None
    limit = _shear_limit(support, springs, load, start)
    if limit is None or not limit.value > 0.0 or not depth > 0.0:
        return limit
    if falls_alone(support, springs, load):
        return limit
    least = limit.value
    for place in (0.0, *plane.springs.changes(load.press, support.plane_depth, depth)):
        there = normal_springs(support, load.press - place * support.plane_depth)
        found = None if there is None else _shear_limit(support, there, load, start)
        least = min(least, 0.0 if found is None else found.value)
    share = least / limit.value if least < limit.value else 1.0
    return limit._replace(value=least, balls=share * limit.balls)


def _with_shear(
    support: SupportProblem, springs: SpringForces, limit: RayLimit, depth: float
) -> Kept:
    """Return the wrench of normal forces and of the friction at a limit, `depth` [N] deeper."""
    plane, problem = support.plane, support.problem
    assert plane is not None
    balls = springs.normal_forces[plane.shears.owners][:, None] * limit.balls
    # At the limit itself the load is the share that friction bears.
    forces = (
        contact_components(problem, springs.normal_forces, balls) + depth * problem.depth_forces
    )
    wrench = (problem.force_matrix.dot(forces)) / problem.scaling
    left = KeptStart(was_reduced=True, depth=depth, slip=limit.slip)
    return Kept(wrench, forces, depth, left, springs.displacement)


def margin_on_plane(
    support: SupportProblem, load: PlaneLoad, start: KeptStart
) -> tuple[float, KeptStart]:
    """Return the margin [N] on a plane, by the ray of each set of springs that press."""
    plane, depth = support.plane, support.plane_depth
    assert plane is not None
    if not load.is_reached:
        return -inf, NO_START
    place, slip = start.depth, start.slip
    springs = normal_springs(support, load.press - place * depth) if load.shears else None
    for _ in range(MOST_SETS):
        if springs is None:
            break
        falls = springs.growth.dot(depth)
        owners = plane.shears.owners
        loses = falls[owners]
        if largest_entry(loses) <= FEASIBLE_RESIDUAL * largest_entry(depth):
            break  # friction stays as it is but for rounding, which is no limit
        sizes = (springs.normal_forces + place * falls)[owners]
        ray = LoadRay(sizes, -loses, load.shear, np.zeros(load.shear.size))
        limit = limit_from(plane.shears.friction, ray, lambda: plane.kinks, slip)
        # Where contacts part on the way the search ends at one of them, far below its upper bound.
        if limit is None or not isfinite(limit.value) or not is_close(ray, limit):
            break
        moved, place, slip = limit.value - place, limit.value, limit.slip
        there = springs.normal_forces - moved * falls
        if _parts(springs.normal_forces, there):
            break
        all_press = min(springs.normal_forces.tolist()) > 0.0
        stays = all_press and min(there.tolist()) >= 0.0
        if not stays:
            before, springs = springs, normal_springs(support, load.press - place * depth)
            if springs is None or springs.growth is not before.growth:
                continue
        if place > 0.0 and not falls_alone(support, springs, load):
            place = first_limit(support, load, place)
        return place, KeptStart(was_reduced=False, depth=place, slip=slip)
    margin = plane_margin(support, load)
    at = margin if abs(margin) < inf else 0.0
    return margin, KeptStart(was_reduced=False, depth=at, slip=slip)


def _parts(before: Array, there: Array) -> bool:
    """
    Tell whether a contact that presses (k,) just parts at the end of a ray.

    Its friction ends there, not what is carried: the others may bear what shears alone.
    """
    least = FEASIBLE_RESIDUAL * largest_entry(before)
    return bool(((before > least) & (np.abs(there) <= least)).any())
