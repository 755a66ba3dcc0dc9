# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family M through feasibility: static equilibrium of Erdmann's three-contact example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult
import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, resist
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState

COVERS = 'M'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare the example's static tests; the margin's sign agrees with the verdict."""
    if 'three_point_example' not in document:
        return
    example = document['three_point_example']
    friction = CircularCone(example['mu'])
    points = [np.array(point, dtype=float) for point in example['points']]
    problem = contact_wrench_problem(
        ContactState([ContactPoint(point, (0.0, 1.0), friction) for point in points])
    )
    wrong = []
    for test in example['static_tests']:
        verdict = resist(problem, test['applied'])
        if verdict.feasible != test['static_equilibrium_possible']:
            wrong.append(f'{test["applied"]}: feasible is {verdict.feasible}')
        if verdict.feasible != (verdict.margin >= 0.0) or not verdict.certificate_holds():
            wrong.append(f'{test["applied"]}: margin {verdict.margin} or certificate')
    yield CaseResult('three_point_example', not wrong, '; '.join(wrong))
