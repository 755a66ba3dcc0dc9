# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family H through feasibility: wedging as unlimited squeezing, equilibrium of a tilted peg."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem, resist
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState

COVERS = 'H'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare wedging and, for every load, the equilibrium of both tilts, with certificates."""
    for name, case in named_cases(document):
        wrong = list(_differences(case))
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _differences(case: dict[str, Any]) -> Iterator[str]:
    problems = {side: contact_wrench_problem(_peg(case, side)) for side in ('left', 'right')}
    for load in case['tests']:
        wrench = np.array([load['Fx_over_Fz'], -1.0, load['M_over_rFz'] * case['r']])
        for side, problem in problems.items():
            verdict = resist(problem, wrench)
            expected = load[f'static_equilibrium_tip{side}']
            if not verdict.feasible == can_resist(problem, wrench) == expected:
                yield f'{load}: equilibrium with the tip {side} is {verdict.feasible}'
            if not verdict.certificate_holds():
                yield f'{load}: the certificate does not hold'


def _peg(case: dict[str, Any], side: str) -> ContactState:
    """Return the peg with its tip touching on one side and the rim on the opposite one."""
    sign = -1.0 if side == 'left' else 1.0
    friction = CircularCone(case['mu'])
    return ContactState(
        [
            ContactPoint((sign * case['r'], 0.0), (-sign, 0.0), friction, name='tip'),
            ContactPoint((-sign * case['r'], case['l']), (sign, 0.0), friction, name='rim'),
        ]
    )
