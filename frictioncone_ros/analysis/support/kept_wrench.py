# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What compliant contacts keep of a wrench: all of it, or as much of what shears as they hold.

What presses stays. The set of wrenches that will be carried is a cone, but no convex one: which
springs press changes from place to place. With the pressing part given it is convex on one plane
and holds zero shear, so that the way back along the shear ends in it, and ends continuously. In
general position forces are found for each load that is stated to be carried.
"""

from __future__ import annotations

from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.coupled_answers import (
    carried_forces,
    coupled_forces,
    pressing_wrench,
)
from frictioncone_ros.analysis.support.force_parts import contact_components, LoadRay, RayLimit
from frictioncone_ros.analysis.support.near_limit import is_close, limit_from
from frictioncone_ros.analysis.support.plane_answers import (
    normal_springs,
    plane_load,
    plane_margin,
    PlaneLoad,
)
from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.springs import SpringForces
from frictioncone_ros.analysis.support.verdict import CarriedVerdict
from frictioncone_ros.analysis.support.yield_limit import yield_limit, YieldLimit, YieldRay
from frictioncone_ros.analysis.support.yielding import YieldingForces
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

MOST_SETS = 4
"""Sets of pressing springs that a margin is looked for in before it is searched for."""
KEPT_SHORTFALL = 5e-3
"""Part of the margin that may be missing before anything is given up: limits are stated a little
too low [-]."""
KEPT_ROUNDING = 5e-7
"""The same in units of the wrench's size, for margins near zero [-]."""
SHARES = (0.97, 0.9, 0.75, 0.5, 0.25, 0.0)
"""Shares of what shears that are tried one by one where the limit is not found [-]."""

MOST_TURNED = 0.5
"""Share of what shears that may be turned round where less of it, even none, is not carried: on
the edge of what can be carried what presses alone may slip, and giving up nothing instead would
be a jump [-]."""


class KeptStart(NamedTuple):
    """
    What one answer leaves for a question nearby.

    was_reduced: whether that was the answer. depth: the margin found [N]. slip: (q,) of the limit
    on a plane. limit: in general position.
    """

    was_reduced: bool
    depth: float
    slip: Array | None = None
    limit: YieldLimit | None = None


NO_START = KeptStart(was_reduced=False, depth=0.0)


class Kept(NamedTuple):
    """
    What is kept of a contact wrench, and how surely.

    contact_wrench: (d,) of the contacts on the body. contact_forces: (c,) contact-major that give
    it, where it was reduced; None where all of it was kept. margin: [N] as it will be carried,
    never too high. start: for questions nearby. displacement: where it was reduced, what strains
    the springs for the forces that are left above the depth, as in CarriedVerdict. shears: whether
    more than rounding of it may shear. is_coarse: whether it is one of a few shares that were
    tried, because the limit was not found.
    """

    contact_wrench: Array
    contact_forces: Array | None
    margin: float
    start: KeptStart
    displacement: Array | None = None
    shears: bool = True
    is_coarse: bool = False

    def certificate_holds(self, support: SupportProblem, tolerance: float = 1e-7) -> bool:
        """
        Check that springs make the forces that are left above the depth, and that these hold.

        Only of a wrench that was reduced: the displacement is its proof.
        """
        if self.contact_forces is None or self.displacement is None:
            return False
        problem, depth = support.problem, self.margin
        left = self.contact_forces - depth * problem.depth_forces
        wrench = self.contact_wrench - depth * problem.depth_wrench / problem.scaling
        verdict = CarriedVerdict(support.lowered(depth), wrench, left, self.displacement)
        return verdict.certificate_holds(tolerance)


def kept(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart = NO_START
) -> Kept:
    """
    Return what compliant contacts keep of a wrench (d,) `depth` [N] deep.

    Where not even what presses is carried so deep, the wrench itself with its margin.
    """
    answers = _plane_kept if support.plane is not None else _coupled_kept
    return answers(support, contact_wrench, depth, start)


def kept_margin(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart = NO_START
) -> tuple[float, KeptStart]:
    """
    Return the margin [N] of a wrench (d,) as it will be carried; never too high.

    On one plane it is the limit. In general position it is the depth at which the first contact
    slips if none could before, or `depth` where that is more and carried: a bound, found quickly.
    """
    scaled = support.problem.scaling * contact_wrench
    if support.plane is not None:
        return _plane_margin(support, plane_load(support.plane, scaled), start)
    margin, left = _coupled_margin(support, scaled, depth)
    if margin < 0.0 < depth and carried_forces(support, scaled) is not None:
        return 0.0, KeptStart(was_reduced=False, depth=0.0)
    return margin, left


def _coupled_margin(
    support: SupportProblem, scaled: Array, depth: float
) -> tuple[float, KeptStart]:
    """Return the depth [N] at which the first contact slips, or `depth` if more and carried."""
    margin = -inf if support.stuck is None else support.stuck.margin(scaled)
    if margin < _least(depth, largest_entry(scaled)):
        held = margin < depth and carried_forces(support, scaled, depth) is not None
        margin = depth if held else margin
    return margin, KeptStart(was_reduced=False, depth=margin)


def plane_load_factor(
    support: SupportProblem, contact_wrench: Array, start: KeptStart = NO_START
) -> float | None:
    """
    Return how many times what shears in a wrench (d,) contacts on one plane hold; never too high.

    What presses stays. None where nothing shears, and off a plane: there it takes a search.
    """
    if support.plane is None:
        return None
    load = plane_load(support.plane, support.problem.scaling * contact_wrench)
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


def _least(depth: float, size: float) -> float:
    """Return the margin [N] from which a wrench of a size is kept as it is."""
    return (1.0 - KEPT_SHORTFALL) * depth - KEPT_ROUNDING * size


def _plane_kept(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart
) -> Kept:
    plane = support.plane
    assert plane is not None
    load = plane_load(plane, support.problem.scaling * contact_wrench)
    if not start.was_reduced:
        margin, left = _plane_margin(support, load, start)
        if margin >= _least(depth, load.size):
            return Kept(contact_wrench, None, margin, left, shears=load.shears)
    springs = normal_springs(support, load.press - depth * support.plane_depth)
    limit = None
    if springs is not None and load.shears:
        limit = _shear_limit(support, springs, load, start)
    if springs is None or limit is None or limit.value >= 1.0:
        margin, left = _plane_margin(support, load, start._replace(was_reduced=False))
        return Kept(contact_wrench, None, margin, left, shears=load.shears)
    return _with_shear(support, springs, limit, depth)


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


def _plane_margin(
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
        if not (all_press and min(there.tolist()) >= 0.0):
            before, springs = springs, normal_springs(support, load.press - place * depth)
            if springs is None or springs.growth is not before.growth:
                continue
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


def _coupled_kept(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart
) -> Kept:
    scaled = support.problem.scaling * contact_wrench
    if not start.was_reduced:
        margin, left = _coupled_margin(support, scaled, depth)
        if margin >= _least(depth, largest_entry(scaled)):
            return Kept(contact_wrench, None, margin, left)
    pressing = pressing_wrench(support, scaled)
    if pressing is None:
        return _unchanged(support, contact_wrench, depth)
    shear = scaled - pressing
    if largest_entry(shear) <= FEASIBLE_RESIDUAL * largest_entry(scaled):
        return _unchanged(support, contact_wrench, depth)
    base = pressing - depth * support.problem.depth_wrench
    ray = YieldRay(base, shear, shear)
    limit = yield_limit(support.parts, support.springs_at(depth), ray, start.limit)
    if limit is None:
        return _stepwise(support, contact_wrench, depth, (pressing, shear))
    if limit.value >= 1.0:
        if start.was_reduced:
            # All of it may be carried again, which is asked as if nothing had been reduced.
            return _coupled_kept(support, contact_wrench, depth, NO_START)
        return _stepwise(support, contact_wrench, depth, (pressing, shear))
    if limit.value < -MOST_TURNED:
        return _unchanged(support, contact_wrench, depth)
    state = limit.state.forces
    left = KeptStart(was_reduced=True, depth=depth, limit=limit)
    return _of_forces(support, state, depth, left)


def _stepwise(
    support: SupportProblem, contact_wrench: Array, depth: float, ways: tuple[Array, Array]
) -> Kept:
    """Return the first share of what shears that is carried, of a few."""
    for share in SHARES:
        found = coupled_forces(support, ways[0] + share * ways[1], depth)
        if found is not None:
            left = KeptStart(was_reduced=False, depth=depth)
            return _of_forces(support, found, depth, left)._replace(is_coarse=True)
    return _unchanged(support, contact_wrench, depth)


def _of_forces(
    support: SupportProblem, found: YieldingForces, depth: float, left: KeptStart
) -> Kept:
    """Return the wrench of forces that springs make, and `depth` [N] more at every contact."""
    problem = support.problem
    forces = contact_components(problem, found.normal_forces, found.balls)
    forces = forces + depth * problem.depth_forces
    wrench = (problem.force_matrix.dot(forces)) / problem.scaling
    return Kept(wrench, forces, depth, left, found.displacement)


def _unchanged(support: SupportProblem, contact_wrench: Array, depth: float) -> Kept:
    margin, left = kept_margin(support, contact_wrench, depth)
    return Kept(contact_wrench, None, margin, left)
