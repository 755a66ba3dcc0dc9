# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family L through the cones room: membership by faces and by generators, noise or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.cones import PolyhedralCone

COVERS = 'L'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Judge every test point of every cone, by three representations of the cone."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_verdict(case))


def _verdict(case: dict[str, Any]) -> tuple[bool, str]:
    cone = PolyhedralCone.from_generators(np.transpose(case['generators']))
    back = PolyhedralCone.from_faces(cone.faces, cone.equalities)
    for test in case['tests']:
        point, expected = test['w'], bool(test['inside'])
        nearest = cone.project(point)
        by_distance = bool(np.abs(nearest - point).max() <= 1e-9 * np.abs(point).max())
        answers = (cone.contains(point), back.minimal().contains(point), by_distance)
        if any(answer != expected for answer in answers):
            return False, f'{point}: expected inside={expected}, got {answers}'
    return True, ''
