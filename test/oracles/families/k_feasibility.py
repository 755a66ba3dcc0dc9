# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family K through feasibility: wrenches on a rectangular sole, with and without known faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    contact_wrench_problem,
    produce,
    with_faces,
)
from frictioncone_ros.contact import ContactPoint, ContactState, FrictionPyramid

COVERS = 'K'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Judge every wrench both ways and check each certificate."""
    for name, case in named_cases(document):
        wrong = list(_differences(case))
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _differences(case: dict[str, Any]) -> Iterator[str]:
    friction = FrictionPyramid(case['mu'])
    corners = [(x * case['X'], y * case['Y'], 0.0) for x in (1, -1) for y in (1, -1)]
    problem = contact_wrench_problem(
        ContactState(
            [
                ContactPoint(corner, (0.0, 0.0, 1.0), friction, tangent_hint=(1.0, 0.0, 0.0))
                for corner in corners
            ]
        )
    )
    for way in (problem, with_faces(problem)):
        for test in case['tests']:
            verdict = produce(way, test['w'])
            if not verdict.feasible == can_produce(way, test['w']) == test['inside']:
                yield f'{test["w"]}: inside is {verdict.feasible}'
            if not verdict.certificate_holds():
                yield f'{test["w"]}: the certificate does not hold'
