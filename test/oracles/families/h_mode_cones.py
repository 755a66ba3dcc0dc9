# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Family H through mode cones: wedging, equilibrium and jamming of a peg as memberships.

Wedging: the cone of both contacts fixed holds a line, for they can press on each other.
Equilibrium: the load is in that cone. No jamming: the load is in the cone of the mode in which
a peg that fits exactly slides inwards on all four contacts, strictly for strictly inside.
"""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

COVERS = 'H'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Judge wedging and every load of every peg."""
    for name, case in named_cases(document):
        wrong = list(_differences(case))
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _differences(case: dict[str, Any]) -> Iterator[str]:
    held = {side: mode_cone(_peg(case, (side,)), 'ff') for side in ('left', 'right')}
    for side, cone in held.items():
        if cone.closed.is_pointed == case['wedging_possible']:
            yield f'wedging with the tip {side}: {not cone.closed.is_pointed}'
    # Downwards is along -t where the normal is +x, along +t where it is -x.
    sliding = mode_cone(_peg(case, ('left', 'right')), 'rllr')
    for load in case['tests']:
        wrench = np.array([load['Fx_over_Fz'], -1.0, load['M_over_rFz'] * case['r']])
        for side, cone in held.items():
            if cone.contains(wrench) != load[f'static_equilibrium_tip{side}']:
                yield f'{load}: equilibrium with the tip {side} is {cone.contains(wrench)}'
        answers = sliding.contains_strictly(wrench), sliding.contains(wrench)
        if answers != (load['strictly_inside'], load['inside_parallelogram']):
            yield f'{load}: (strictly inside, inside) is {answers}'


def _peg(case: dict[str, Any], sides: tuple[str, ...]) -> ContactState:
    """Return the peg with its tip touching on the given sides, the rim on the opposite ones."""
    friction = CircularCone(case['mu'])
    contacts = []
    for side in sides:
        sign = -1.0 if side == 'left' else 1.0
        contacts += [
            ContactPoint((sign * case['r'], 0.0), (-sign, 0.0), friction),
            ContactPoint((-sign * case['r'], case['l']), (sign, 0.0), friction),
        ]
    return ContactState(contacts, Inertia.planar_body(1.0, case['r'], (0.0, 0.5 * case['l'])))
