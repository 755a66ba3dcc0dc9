# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""By how much a load may grow beside a steady wrench until contacts cannot carry both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.feasibility import certify, ContactWrenchProblem, WrenchVerdict
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import as_wrench

BISECTION_WIDTH = 1e-9
"""The two certified factors are this close at the end, relative to the greater one [-]."""

LARGEST_FACTOR = 1e9
"""A load that grows this far counts as growing without limit where it is not carried alone [-]."""

LEAST_FACTOR = 1e-30
"""Nothing is looked for below this factor, where the steady wrench itself is rounding [-]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class LoadFactor:
    """
    The largest factor of a load that the contacts can carry, between two certificates.

    value: a factor that is carried; infinite where the load has no limit, 0 where not even the
    steady wrench is carried. least_refused: one that is not, greater by a part of 1e-9 or by as
    little as certificates can tell. carried: the verdict at value; of the load alone where it has
    no limit. refused: the verdict at least_refused, None where there is no limit.
    """

    value: float
    least_refused: float
    carried: WrenchVerdict | None
    refused: WrenchVerdict | None

    def certificate_holds(self) -> bool:
        """Check both verdicts' certificates without the solver."""
        verdicts = (self.carried, self.refused)
        return all(verdict.certificate_holds() for verdict in verdicts if verdict is not None)


@checked
def load_factor(
    problem: ContactWrenchProblem, steady_wrench: ArrayLike, load: ArrayLike
) -> LoadFactor:
    """
    Return the largest factor with steady_wrench + factor * load carried by some contact forces.

    Parameters
    ----------
    problem: of the contacts.
    steady_wrench, load: (d,) external wrenches on the body about the reference point [N, Nm].

    Notes
    -----
    Carried wrenches are a convex cone, so the carried factors are an interval: it is halved
    between a factor with admissible forces and one with a separating twist. So close to the
    limit that rounding spoils a certificate, halving goes on and the last proved one is kept.
    """
    steady = as_wrench(steady_wrench, problem.dimension, 'steady wrench')
    growing = as_wrench(load, problem.dimension, 'load')

    def judged(factor: float) -> WrenchVerdict:
        return certify(problem, -(steady + factor * growing))

    alone, unloaded = certify(problem, -growing), judged(0.0)
    if not unloaded.feasible:
        return LoadFactor(0.0, 0.0, None, unloaded)
    if alone.feasible:
        return LoadFactor(inf, inf, alone, None)
    first = LoadFactor(0.0, 1.0, unloaded, judged(1.0))
    size = largest_entry(problem.scaling * steady) / largest_entry(problem.scaling * growing)
    return _halved(_refused(first, judged), judged, max(BISECTION_WIDTH * size, LEAST_FACTOR))


def _refused(found: LoadFactor, judged: Callable[[float], WrenchVerdict]) -> LoadFactor:
    """Double the greater factor until it is refused."""
    while found.refused is not None and found.refused.feasible:
        if found.least_refused > LARGEST_FACTOR:
            return LoadFactor(inf, inf, found.refused, None)
        least, most = found.least_refused, 2.0 * found.least_refused
        found = LoadFactor(least, most, found.refused, judged(most))
    return found


def _halved(
    found: LoadFactor, judged: Callable[[float], WrenchVerdict], vanishing: float
) -> LoadFactor:
    """
    Halve what lies between the two factors, and keep those whose certificates hold.

    vanishing: a factor of which rounding of the steady wrench hides the load. What is refused
    there is refused at any, as of a load that contacts do not reach; and what nobody can decide
    is as close to the limit as that.
    """
    least, most = found.value, found.least_refused
    while most - least > BISECTION_WIDTH * most and vanishing < most < inf:
        factor = 0.5 * (least + most)
        try:
            middle = judged(factor)
        except NumericalError:
            break
        proved = middle.certificate_holds()
        if middle.feasible:
            least = factor
            found = replace(found, value=factor, carried=middle) if proved else found
        else:
            most = factor
            found = replace(found, least_refused=factor, refused=middle) if proved else found
    return found
