# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the live view says about contacts and a wrench: numbers, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, resist
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.support import Compliance, support_problem, will_resist
from frictioncone_ros.contact import ContactState, point_forces
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.spatial import Array

UNASKED = 'not asked: the scene has no inertia'
"""What stands for the modes of a body whose motion cannot be computed."""


@dataclass(frozen=True, eq=False)
class ViewAnswer:
    """
    Verdicts for one wrench.

    can, will: whether contacts can, and compliant ones will, carry it. margin: [N], of what will
    be carried, where it will not of what can be: infinite where nothing can slip, minus infinite
    where no depth is near. forces: (k, 2 or 3) at each contact on the body [N], else zero.
    used: (k,) share of friction that each uses. modes: every mode that can happen.
    fault: why there is no answer, where there is none; everything else is then empty.
    """

    can: bool
    will: bool
    margin: float
    forces: Array
    used: Array
    modes: tuple[str, ...]
    reason: str = ''
    fault: str = ''

    @property
    def words(self) -> tuple[str, ...]:
        """The answer in lines for people."""
        if self.fault:
            return 'status: no answer', f'because: {self.fault}'
        endless = 'unlimited' if self.margin > 0.0 else '-unlimited'
        margin = f'{self.margin:.3g} N' if isfinite(self.margin) else endless
        carried = 'carried' if self.will else 'could be carried' if self.can else 'not carried'
        modes = ', '.join(self.modes) or self.reason or 'none is consistent'
        return f'status: {carried}', f'margin: {margin}', f'modes: {modes}'


def answer_of(
    state: ContactState, external_wrench: Array, preload: Array | None = None
) -> ViewAnswer:
    """
    Return what contacts make of an external wrench (d,) on the body [N, Nm].

    preload: (k,) normal force that each has without any wrench [N]; None: what contacts state.
    """
    try:
        return _judged(state, external_wrench, preload)
    except FrictionConeError as error:
        # Words of the question before, beside sliders of this one, would be a wrong answer.
        nothing = np.zeros_like(state.positions), np.zeros(state.contact_count)
        return ViewAnswer(False, False, nan, *nothing, (), fault=str(error))


def _judged(state: ContactState, external_wrench: Array, preload: Array | None) -> ViewAnswer:
    problem = contact_wrench_problem(state)
    can = resist(problem, external_wrench)
    will = will_resist(support_problem(problem, Compliance(preload=preload)), external_wrench)
    verdict = will if will.carried else can
    forces, used = np.zeros_like(state.positions), np.zeros(state.contact_count)
    if can.feasible and verdict.contact_forces is not None:
        forces = point_forces(state, verdict.contact_forces)
        used = np.asarray(verdict.utilisations)
    modes, reason = _modes(state, external_wrench)
    return ViewAnswer(can.feasible, will.carried, verdict.margin, forces, used, modes, reason)


def _modes(state: ContactState, external_wrench: Array) -> tuple[tuple[str, ...], str]:
    """Return every mode that can happen, or why none is told."""
    if state.inertia is None:
        return (), UNASKED
    try:
        return tuple(map(str, find_motions(state, external_wrench).modes)), ''
    except FrictionConeError as error:
        return (), f'not told: {error}'


def with_friction_scaled(state: ContactState, factor: float) -> ContactState:
    """Return the state with every friction coefficient times a factor."""
    contacts = [one.with_friction(one.friction.scaled(factor)) for one in state.contacts]
    return replace(state, contacts=contacts)
