# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What compliant contacts keep of a wrench: all of it, or as much of what shears as they hold.

What presses stays. The set of wrenches that will be carried is a cone, but no convex one: which
springs press changes from place to place. One plane has a file of its own; here is general
position, where forces are found for each load that is stated to be carried.
"""

from __future__ import annotations

from math import inf

from frictioncone_ros.analysis.support.coupled_answers import (
    carried_forces,
    coupled_forces,
    pressing_wrench,
)
from frictioncone_ros.analysis.support.force_parts import contact_components
from frictioncone_ros.analysis.support.kept_answer import Kept, KeptStart, least_margin, NO_START
from frictioncone_ros.analysis.support.kept_on_plane import kept_on_plane, margin_on_plane
from frictioncone_ros.analysis.support.plane_answers import plane_load
from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.yield_limit import yield_limit, YieldRay
from frictioncone_ros.analysis.support.yielding import YieldingForces
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SHARES = (0.97, 0.9, 0.75, 0.5, 0.25, 0.0)
"""Shares of what shears that are tried one by one where the limit is not found [-]."""

MOST_TURNED = 0.5
"""Share of what shears that may be turned round where less of it, even none, is not carried: on
the edge of what can be carried what presses alone may slip, and giving up nothing instead would
be a jump [-]."""


def kept(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart = NO_START
) -> Kept:
    """
    Return what compliant contacts keep of a wrench (d,) `depth` [N] deep.

    Where not even what presses is carried so deep, the wrench itself with its margin.
    """
    answers = kept_on_plane if support.plane is not None else _coupled_kept
    return answers(support, contact_wrench, depth, start)


def kept_margin(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart = NO_START
) -> tuple[float, KeptStart]:
    """
    Return the margin [N] of a wrench (d,) as it will be carried; never too high.

    On one plane it is the limit. In general position it is the depth at which the first contact
    slips if none could before, or `depth` where that is more and carried: a bound, found quickly.
    """
    scaled = support.scaled(contact_wrench)
    if support.plane is not None:
        return margin_on_plane(support, plane_load(support.plane, scaled), start)
    margin, left = _coupled_margin(support, scaled, depth, start)
    if margin < 0.0 < depth and carried_forces(support, scaled) is not None:
        return 0.0, KeptStart(was_reduced=False, depth=0.0)
    return margin, left


def _coupled_margin(
    support: SupportProblem, scaled: Array, depth: float, start: KeptStart
) -> tuple[float, KeptStart]:
    """Return the depth [N] at which the first contact slips, or `depth` if more and carried."""
    margin = -inf if support.stuck is None else support.stuck.margin(scaled)
    sent = None
    if margin < least_margin(depth, largest_entry(scaled)):
        found = carried_forces(support, scaled, depth) if margin < depth else None
        if found is not None and margin < 0.0:
            sent = _as_sent(support, scaled, depth, (start.as_sent, found.displacement))
        if found is not None and (margin >= 0.0 or sent is not None):
            margin = depth
    return margin, KeptStart(was_reduced=False, depth=margin, as_sent=sent)


def _coupled_kept(
    support: SupportProblem, contact_wrench: Array, depth: float, start: KeptStart
) -> Kept:
    scaled = support.scaled(contact_wrench)
    if not start.was_reduced:
        margin, left = _coupled_margin(support, scaled, depth, start)
        if margin >= least_margin(depth, largest_entry(scaled)):
            return Kept(contact_wrench, None, margin, left)
    pressing = pressing_wrench(support, scaled)
    if pressing is None:
        return _unchanged(support, contact_wrench, depth)
    shear = scaled - pressing
    if largest_entry(shear) <= FEASIBLE_RESIDUAL * largest_entry(scaled):
        return _unchanged(support, contact_wrench, depth)
    base = pressing - depth * support.judged.depth_wrench
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
    found = _of_forces(support, state, depth, left)
    scaled = support.scaled(found.contact_wrench)
    sent = _as_sent(support, scaled, depth, (start.as_sent, state.displacement))
    if sent is None:
        return _stepwise(support, contact_wrench, depth, (pressing, shear))
    return found._replace(start=left._replace(as_sent=sent))


def _stepwise(
    support: SupportProblem, contact_wrench: Array, depth: float, ways: tuple[Array, Array]
) -> Kept:
    """Return the first share of what shears that is carried, of a few."""
    for share in SHARES:
        wrench = ways[0] + share * ways[1]
        found = carried_forces(support, wrench, depth)
        if found is None:
            continue
        if _as_sent(support, wrench, depth, (found.displacement,)) is not None:
            left = KeptStart(was_reduced=False, depth=depth)
            return _of_forces(support, found, depth, left)._replace(is_coarse=True)
    return _unchanged(support, contact_wrench, depth)


def _as_sent(
    support: SupportProblem, scaled: Array, depth: float, starts: tuple[Array | None, ...]
) -> Array | None:
    """
    Return the displacement (q,) under a scaled wrench as it is sent, None where it slips there.

    It holds `depth` [N] deep: the harder contacts press the more some of them may slip, and the
    less others press. starts: displacements of loads nearby, tried first; the last is that of
    the depth.
    """
    if not depth > 0.0:
        return starts[-1]
    for start in starts:
        if start is not None and start.shape == scaled.shape:
            found = coupled_forces(support, scaled, start=start)
            if found is not None:
                return found.displacement
    found = carried_forces(support, scaled)
    return None if found is None else found.displacement


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
