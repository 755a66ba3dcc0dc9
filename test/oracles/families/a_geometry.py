# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family A, geometry: Delassus matrix and free contact acceleration of one planar contact."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
from erdmann_input import contact_state
import numpy as np

from frictioncone_ros.contact import acceleration_bias, contact_jacobian, delassus_matrix

COVERS = 'A'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare J M^-1 J^T and the acceleration without contact force; his t_s is minus our t."""
    for name, case in named_cases(document):
        state = contact_state(case['input'])
        matrix = delassus_matrix(state)
        wrench = np.array(case['input']['F'])
        free = contact_jacobian(state) @ state.inertia.inverse_matrix @ wrench
        free = free + acceleration_bias(state)[0]
        ours = [matrix[0, 0], -matrix[0, 1], matrix[1, 1], free[0], -free[1]]
        expected = [case['delassus'][key] for key in ('Ann', 'Ant', 'Att', 'bn', 'bt')]
        passed = np.allclose(ours, expected, rtol=1e-10, atol=1e-10)
        yield CaseResult(name, passed, f'expected {expected}, got {ours}')
