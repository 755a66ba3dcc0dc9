# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Feasibility when friction, normals and positions are known only within bounds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import product
from math import hypot

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
)
from frictioncone_ros.contact import ContactState, narrowed_friction, require_state
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_wrench, PLANAR

CRITICAL_FACTOR = 1e-9
"""Relative width to which a critical friction factor is bisected [-]."""
MOMENT_ROUNDS = 20
"""Rounds of enlarging the allowed moment error before robustness is given up."""


class IntervalVerdict(Enum):
    """The answer over an interval of friction."""

    ALWAYS = 'for every friction of the interval'
    DEPENDS = 'only above a critical friction inside the interval'
    NEVER = 'for no friction of the interval'


@checked_fields
@dataclass(frozen=True)
class FrictionInterval:
    """The verdict and the factor on all friction limits from which on the wrench is feasible.

    critical_factor: between the bounds where the verdict depends; None otherwise.
    """

    verdict: IntervalVerdict
    critical_factor: float | None


@checked
def produce_over_friction(
    state: ContactState, contact_wrench: ArrayLike, lowest: float, highest: float
) -> FrictionInterval:
    """Judge a contact wrench for all friction limits multiplied by any factor of an interval.

    Friction sets grow with the factor, so two verdicts decide and bisection finds the change.
    """
    require_state(state)
    low = as_non_negative(lowest, 'lowest factor')
    high = as_non_negative(highest, 'highest factor')
    if low > high:
        raise InvalidInputError('highest factor', high, f'at least the lowest, {low}')
    wrench = as_wrench(contact_wrench, state.dimension, 'contact wrench')
    if _feasible_with_factor(state, wrench, low):
        return FrictionInterval(IntervalVerdict.ALWAYS, None)
    if not _feasible_with_factor(state, wrench, high):
        return FrictionInterval(IntervalVerdict.NEVER, None)
    while high - low > CRITICAL_FACTOR * high:
        middle = 0.5 * (low + high)
        low, high = (
            (low, middle) if _feasible_with_factor(state, wrench, middle) else (middle, high)
        )
    return FrictionInterval(IntervalVerdict.DEPENDS, high)


@checked
def produce_under_noise(
    state: ContactState, contact_wrench: ArrayLike, normal_error: float, position_error: float
) -> bool:
    """Tell whether the contacts can surely apply the wrench though their geometry is uncertain.

    normal_error [rad], position_error [m]: every true normal and position lies within these of
    the stated ones. A yes is a guarantee; a no is not a proof of the contrary.

    A cone of half-angle atan(mu) - normal_error about the stated normal is inside the true one,
    so forces inside it are admissible. The same forces at other positions give another moment,
    by at most position_error times the sum of their magnitudes (and normal_error times their
    torsions). If every moment off by that much can be given by forces whose own bound is no
    larger, then, by the fixed point theorem of Brouwer, some forces give the wrench exactly.
    """
    require_state(state)
    wrench = as_wrench(contact_wrench, state.dimension, 'contact wrench')
    tilt = as_non_negative(normal_error, 'normal error')
    offset = as_non_negative(position_error, 'position error')
    contacts, models = [], []
    for contact in state.contacts:
        model = narrowed_friction(contact.friction, state.dimension, tilt)
        if model is not None:
            contacts.append(contact)
            models.append(model)
    reduced = ContactState(contacts, dimension=state.dimension).with_friction(models)
    problem = contact_wrench_problem(reduced)
    allowance = 0.0
    for _ in range(MOMENT_ROUNDS):
        needed = _largest_moment_error(problem, wrench, allowance, (tilt, offset))
        if needed is None:
            return False
        if needed <= allowance:
            return True
        allowance = 1.05 * needed
    return False


def _feasible_with_factor(state: ContactState, wrench: Array, factor: float) -> bool:
    scaled = state.with_friction([contact.friction.scaled(factor) for contact in state.contacts])
    return can_produce(contact_wrench_problem(scaled), wrench)


def _largest_moment_error(
    problem: ContactWrenchProblem, wrench: Array, allowance: float, errors: tuple[float, float]
) -> float | None:
    """Return the largest moment error of forces for the corners of the allowed moments [Nm].

    None where some corner is infeasible. Corners: wrench with each moment off by +-allowance.
    """
    tilt, offset = errors
    first_moment = 2 if problem.dimension == PLANAR else 3
    largest = 0.0
    for signs in product((1.0, -1.0), repeat=problem.dimension - first_moment):
        corner = wrench.copy()
        corner[first_moment:] += allowance * np.array(signs)
        forces = produce(problem, corner).contact_forces
        if forces is None:
            return None
        error = 0.0
        for columns in problem.slices:
            force = forces[columns].tolist()
            error += offset * hypot(*force[:3]) + tilt * abs(sum(force[3:]))
        largest = max(largest, error)
        if allowance == 0.0:
            break
    return largest
