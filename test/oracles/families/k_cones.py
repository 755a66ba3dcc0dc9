# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family K through the cones room: the composite cone of a rectangular sole, in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases

from frictioncone_ros.cones import composite_wrench_cone, PolyhedralCone
from frictioncone_ros.contact import ContactPoint, ContactState, FrictionPyramid

COVERS = 'K'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare faces and memberships of the four-corner cone with the published matrix."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_verdict(case))


def sole(case: dict[str, Any]) -> ContactState:
    """Return the four corner contacts, pyramids along the sole's own axes."""
    friction = FrictionPyramid(case['mu'])
    corners = [(x * case['X'], y * case['Y'], 0.0) for x in (1, -1) for y in (1, -1)]
    return ContactState(
        [
            ContactPoint(corner, (0.0, 0.0, 1.0), friction, tangent_hint=(1.0, 0.0, 0.0))
            for corner in corners
        ]
    )


def _verdict(case: dict[str, Any]) -> tuple[bool, str]:
    cone = composite_wrench_cone(sole(case))
    if len(cone.faces) != case['exact_facets']:
        return False, f'{len(cone.faces)} faces, expected {case["exact_facets"]}'
    if not cone.equals(PolyhedralCone.from_faces(case['analytic_A'])):
        return False, 'the cone differs from the published one'
    by_faces = PolyhedralCone.from_faces(cone.faces)
    for test in case['tests']:
        answers = (cone.contains(test['w']), by_faces.contains(test['w']))
        if any(answer != test['inside'] for answer in answers):
            return False, f'{test["w"]}: expected inside={test["inside"]}, got {answers}'
    return True, ''
