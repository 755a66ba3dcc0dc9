# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Verdicts that are proved, or said to be undecided.

Contacts that nearly coincide, friction coefficients fifteen decades apart and extents of
kilometres make systems that floats cannot solve: nearest forces then stop early, and what they
leave separates nothing. A separating twist is checked against the edges themselves, which costs
little; where it does not hold, another way is tried, and if none is proved, that is said.

Denials by round sets (circular cones, limit surfaces) are not held to it: their certificate says
by `certificate_holds` whether it does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf

from frictioncone_ros.analysis.feasibility.depth import judged_depth
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import (
    ContactWrenchProblem,
    HIDDEN,
    SUM_ROUNDING,
)
from frictioncone_ros.analysis.feasibility.verdict import about_reference_point, WrenchVerdict
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

RULED_OUT = 1e4
"""A separating twist rules out contact forces of so many times the wrench, at least [-]."""
CLEAR = 1e12
"""Ruled out up to so many times the wrench, nobody looks for such forces any further [-]."""
POWER_ROUNDING = 1e-15
"""Power of a twist on a wrench, beside its terms, that rounding of their sum may be [-]."""

Judge = Callable[[ContactWrenchProblem, Array], WrenchVerdict]
"""A way to judge a wrench (d,) [N, Nm]."""


def judged_by_depth(problem: ContactWrenchProblem, wrench: Array) -> WrenchVerdict:
    """Return the verdict with the deepest forces, and with the margin."""
    margin, forces, twist, _ = judged_depth(problem, problem.scaling * wrench)
    if forces is None:
        return WrenchVerdict(problem, wrench, None, problem.scaling * twist, margin)
    return WrenchVerdict(problem, wrench, forces, None, margin)


def judged_by_nearest_forces(problem: ContactWrenchProblem, wrench: Array) -> WrenchVerdict:
    """Return the verdict of the nearest forces, without looking for the deepest."""
    scaled = problem.scaling * wrench
    forces, remainder = nearest_forces(problem, scaled)
    if largest_entry(remainder) <= FEASIBLE_RESIDUAL * largest_entry(scaled):
        return WrenchVerdict(problem, wrench, forces, None)
    return WrenchVerdict(problem, wrench, None, -problem.scaling * remainder)


def proved(
    problem: ContactWrenchProblem, wrench: Array, first: Judge, second: Judge
) -> WrenchVerdict:
    """
    Return the first verdict that is proved; NumericalError where none is.

    Forces that add up go before a twist that rules out only forces of less than CLEAR times the
    wrench.
    """
    centred = _proved_about_centre(problem, wrench, first, second)
    if centred is not None:
        return centred
    found, reasons = [], []
    for judge in (first, second):
        try:
            verdict = judge(problem, wrench)
        except NumericalError as error:
            reasons.append(str(error))
            continue
        ratio = inf if verdict.feasible else ruled_out(verdict)
        if verdict.feasible and not adds_up(verdict):
            continue
        if ratio >= CLEAR:
            return verdict
        found.append((ratio, verdict))
    best = max(found, key=lambda one: one[0], default=(0.0, None))
    if best[1] is not None and best[0] >= RULED_OUT:
        return best[1]
    raise NumericalError(
        'whether the contacts can produce the wrench is undecided: no contact forces and no '
        'separating twist found is proved; contacts that nearly coincide, or lengths and friction '
        'coefficients that differ by many decades, do that' + '; '.join(['', *reasons])
    )


def _proved_about_centre(
    problem: ContactWrenchProblem, wrench: Array, first: Judge, second: Judge
) -> WrenchVerdict | None:
    """
    Return the verdict about the contacts' centre if that is asked; None where it proves nothing.

    It is to hold about the reference point, too: over a spread of nothing moments are large, and
    may hide what forces miss of the force, or what a twist lets pass.
    """
    if problem.centred is None:
        return None
    target = problem.about_centre(wrench)
    verdict = about_reference_point(
        problem, wrench, proved(problem.centred, target, first, second)
    )
    if verdict.feasible and adds_up(verdict):
        return verdict
    ratio = 0.0 if verdict.feasible else ruled_out(verdict)
    if ratio < CLEAR:
        with suppress(NumericalError):
            other = about_reference_point(problem, wrench, second(problem.centred, target))
            if other.feasible and adds_up(other):
                return other
    return verdict if ratio >= RULED_OUT else None


def adds_up(verdict: WrenchVerdict) -> bool:
    """
    Tell whether the contact forces are the wrench, but for what a certificate allows.

    What rounding leaves of forces that squeeze a million times harder may hide the wrench itself.
    """
    problem, forces = verdict.problem, verdict.contact_forces
    assert forces is not None
    target = problem.scaling * verdict.contact_wrench
    gap = problem.force_matrix @ forces - target
    size, needed = largest_entry(forces), largest_entry(target)
    # The gap itself is known but for rounding of the forces' products.
    missed = largest_entry(gap) + SUM_ROUNDING * size
    hidden = needed > 0.0 and missed > HIDDEN * needed
    return not hidden and largest_entry(gap) <= FEASIBLE_RESIDUAL * max(size, needed)


def ruled_out(verdict: WrenchVerdict) -> float:
    """
    Return how many times the wrench contact forces are ruled out by the twist; 0 for none.

    Any forces are sums of edges; each adds at least the power that rounding leaves it below zero,
    so that many would be needed to make up for the wrench's.
    """
    problem, twist = verdict.problem, verdict.separating_twist
    assert twist is not None
    if problem.round_sets is not None:
        # Its edges are not all here. On the very boundary of a round set a search ends where the
        # twist is not yet normal to it: `certificate_holds` says so, and bisections go on.
        return inf
    # Twist and wrench to a size of about one: products of very small numbers vanish.
    scaled, target = (
        _unit(twist / problem.scaling),
        _unit(problem.scaling * verdict.contact_wrench),
    )
    power = -float(scaled @ target)
    worst = -float((scaled @ problem.edge_wrenches).min(initial=0.0))
    if power <= POWER_ROUNDING * float(abs(scaled).dot(abs(target))):
        return 0.0
    ratio = power / worst if worst > 0.0 else inf
    return ratio if ratio >= CLEAR or verdict.certificate_holds() else 0.0


def _unit(vector: Array) -> Array:
    size = largest_entry(vector)
    return vector / size if size > 0.0 else vector
