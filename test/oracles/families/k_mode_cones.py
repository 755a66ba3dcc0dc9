# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family K through mode cones: the wrenches a rectangular sole's four fixed corners balance."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactPoint, ContactState, FrictionPyramid
from frictioncone_ros.spatial import Inertia

COVERS = 'K'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare faces and memberships; an external wrench is minus what the contacts exert."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_verdict(case))


def _verdict(case: dict[str, Any]) -> tuple[bool, str]:
    cone = mode_cone(_sole(case), 'ffff')
    if len(cone.closed.faces) != case['exact_facets'] or cone.shape != 'full':
        return False, f'{len(cone.closed.faces)} faces of a {cone.shape} cone'
    if not cone.closed.equals(PolyhedralCone.from_faces(-np.array(case['analytic_A']))):
        return False, 'the cone differs from the published one'
    for test in case['tests']:
        if cone.contains(-np.array(test['w'])) != test['inside']:
            return False, f'{test["w"]}: expected inside={test["inside"]}'
    return True, ''


def _sole(case: dict[str, Any]) -> ContactState:
    corners = [(x * case['X'], y * case['Y'], 0.0) for x in (1, -1) for y in (1, -1)]
    contacts = [
        ContactPoint(
            corner, (0.0, 0.0, 1.0), FrictionPyramid(case['mu']), tangent_hint=(1.0, 0.0, 0.0)
        )
        for corner in corners
    ]
    return ContactState(contacts, Inertia.spatial_body(1.0, np.diag((1e-3, 2e-3, 3e-3))))
