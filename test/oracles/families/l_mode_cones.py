# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family L through mode cones: membership by plain floats on cones with noisy generators."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.mode_cones import ModeCone
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode

COVERS = 'L'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Judge every test point; the generators are forces of fixed contacts, wrenches minus that."""
    for name, case in named_cases(document):
        generators = np.transpose(case['generators'])
        length = float(np.abs(generators[2]).max()) or 1.0
        cone = ModeCone(
            ContactMode(()), PolyhedralCone.from_generators(-generators), True, length, ()
        )
        wrong = [
            test['w']
            for test in case['tests']
            if cone.contains(-np.array(test['w'])) != bool(test['inside'])
        ]
        yield CaseResult(name, not wrong, f'wrong at {wrong}')
