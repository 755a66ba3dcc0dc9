# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family I: Painleve's rod, all motions of each case and the critical friction."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np
from one_contact_motions import compared

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

COVERS = 'I'

GRAVITY = 9.81


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare every case, and the number of motions on both sides of each critical friction."""
    for name, case in named_cases(document):
        state = _rod(case['theta_deg'], case['ml2_over_I'], case['mu'], case)
        found = find_motions(state, [0.0, -case['m'] * case['g'], 0.0])
        passed, detail = compared(found, case['solutions'])
        yield CaseResult(name, passed and len(found) == case['n_solutions'], detail)
    for threshold in document.get('thresholds', []):
        yield CaseResult(f'threshold {threshold["theta_deg"]}', *_threshold(threshold))


def _threshold(threshold: dict[str, Any]) -> tuple[bool, str]:
    """Slower than the speed that lifts it, the rod slides below the critical mu only."""
    counts = []
    for factor in (1.0 - 1e-6, 1.0 + 1e-6):
        state = _rod(threshold['theta_deg'], threshold['kappa'], factor * threshold['mu_c'], {})
        counts.append(len(find_motions(state, [0.0, -GRAVITY, 0.0])))
    return counts == [1, 0], f'motions below and above: {counts}'


def _rod(degrees: float, kappa: float, friction: float, given: dict[str, Any]) -> ContactState:
    """Return the rod about its centre, its tip sliding to the left with speed -vt."""
    mass, half, rate = given.get('m', 1.0), given.get('l', 1.0), given.get('omega', 0.0)
    tip = -half * np.array([cos(radians(degrees)), sin(radians(degrees))])
    contact = ContactPoint(tip, (0.0, 1.0), CircularCone(friction), name='tip')
    velocity = np.array([given.get('vt', -1.0), 0.0]) - rate * np.array([-tip[1], tip[0]])
    inertia = Inertia.planar_body(mass, half / np.sqrt(kappa))
    return ContactState([contact], inertia, np.array([*velocity, rate]))
