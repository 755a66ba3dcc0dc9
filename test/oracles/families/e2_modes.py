# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family E2: every kinematic mode of planar contacts."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.planar_modes import planar_kinematic_modes
from frictioncone_ros.contact import ContactPoint, ContactState, Frictionless

COVERS = 'E2'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare the sets of strings; his r is a motion along (ny, -nx), as ours."""
    for name, case in named_cases(document):
        pairs = zip(case['points'], case['normals'], strict=True)
        state = ContactState(
            [ContactPoint(np.array(point), normal, Frictionless()) for point, normal in pairs]
        )
        found = sorted(str(mode) for mode in planar_kinematic_modes(state))
        expected = sorted(case['modes'])
        yield CaseResult(
            name,
            found == expected and len(found) == case['count'],
            f'expected {expected}, got {found}',
        )
