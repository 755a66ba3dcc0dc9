# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Family H by the enumeration of motions: wedging, two-point equilibrium, jamming of a peg.

Wedging: with no load the two contacts of a tilted peg can press on each other without end.
Equilibrium: both contacts fixed is a motion under the load. Jamming: of a peg that slides into a
hole that fits exactly (four contacts), no motion keeps all contacts and accelerates inwards.
"""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

COVERS = 'H'

BORDER = 1e-9


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare wedging, then every load's equilibria and its place in the jamming diagram."""
    for name, case in named_cases(document):
        wrong = [] if _wedges(case) == case['wedging_possible'] else ['wedging']
        wrong += [text for load in case['tests'] for text in _differences(case, load)]
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _wedges(case: dict[str, Any]) -> bool:
    unloaded = find_motions(_peg(case, ('left',)), np.zeros(3))
    return unloaded['ff'].contact_forces.rays.shape[0] > 0


def _differences(case: dict[str, Any], load: dict[str, Any]) -> Iterator[str]:
    wrench = np.array([load['Fx_over_Fz'], -1.0, load['M_over_rFz'] * case['r']])
    for side in ('left', 'right'):
        held = 'ff' in find_motions(_peg(case, (side,)), wrench).modes
        if held != load[f'static_equilibrium_tip{side}']:
            yield f'{load}: equilibrium with the tip {side} is {held}'
    sliding = _peg(case, ('left', 'right')).with_twist([0.0, -1.0, 0.0])
    lowest = min(
        (
            motion.polytope.ranges[1, 0]
            for motion in find_motions(sliding, wrench)
            if 's' not in str(motion.mode)
        ),
        default=np.inf,
    )
    if (lowest < -BORDER) != load['strictly_inside']:
        yield f'{load}: strictly inside is {lowest < -BORDER}'
    if (lowest < BORDER) != load['inside_parallelogram']:
        yield f'{load}: inside is {lowest < BORDER}'


def _peg(case: dict[str, Any], sides: tuple[str, ...]) -> ContactState:
    """Return the peg with its tip touching on the given sides, the rim on the opposite ones."""
    half_width, depth = case['r'], case['l']
    contacts = []
    for side in sides:
        sign = -1.0 if side == 'left' else 1.0
        friction = CircularCone(case['mu'])
        tip = np.array([sign * half_width, 0.0])
        rim = np.array([-sign * half_width, depth])
        contacts += [
            ContactPoint(tip, (-sign, 0.0), friction, name=f'tip {side}'),
            ContactPoint(rim, (sign, 0.0), friction, name=f'rim opposite {side}'),
        ]
    return ContactState(contacts, Inertia.planar_body(1.0, half_width, (0.0, 0.5 * depth)))
