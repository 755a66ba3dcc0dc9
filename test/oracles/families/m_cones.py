# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family M through the cones room: each cone's edges, and Erdmann's composite cone (93, 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.cones import composite_wrench_cone, contact_wrench_cone, PolyhedralCone
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState

COVERS = 'M'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare edge wrenches of every case, then the three-contact example."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_edges_verdict(case))
    if 'three_point_example' in document:
        yield CaseResult('three_point_example', *_composite_verdict(document))


def _edges_verdict(case: dict[str, Any]) -> tuple[bool, str]:
    """Compare with edges in Erdmann's scaled force space (fx, fy, tau / rho)."""
    data = case['input']
    contact = ContactPoint(-np.array(data['r']), data['n'], CircularCone(data['mu']))
    cone = contact_wrench_cone(ContactState([contact]), 0)
    scaled = cone.image(np.diag((1.0, 1.0, data['rho2'] ** -0.5)))
    expected = PolyhedralCone.from_generators(np.transpose(case['edges']))
    return scaled.equals(expected), f'edges {scaled.generators.T.tolist()}'


def _composite_verdict(document: dict[str, Any]) -> tuple[bool, str]:
    example = document['three_point_example']
    friction = CircularCone(example['mu'])
    cone = composite_wrench_cone(
        ContactState(
            [
                ContactPoint(np.array(point, dtype=float), (0.0, 1.0), friction)
                for point in example['points']
            ]
        )
    )
    rows = [
        [-float(Fraction(entry)) for entry in row] for row in example['composite_faces_Fg_ge_0']
    ]
    if len(cone.faces) != len(rows) or not cone.equals(PolyhedralCone.from_faces(rows)):
        return False, f'faces {cone.faces.tolist()}'
    for test in example['static_tests']:
        if cone.contains(-np.array(test['applied'])) != test['static_equilibrium_possible']:
            return False, f'static test {test}'
    return True, ''
