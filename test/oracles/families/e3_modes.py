# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family E3: contact-separate modes, slide-stick modes and their counts in space."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.modes import contact_separate_modes, kinematic_mode_table
from frictioncone_ros.contact import ContactPoint, ContactState, Frictionless

COVERS = 'E3'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare the list of contact-separate modes and the count of slide-stick modes of each."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_compared(case))


def _compared(case: dict[str, Any]) -> tuple[bool, str]:
    pairs = zip(case['points'], case['normals'], strict=True)
    state = ContactState([ContactPoint(point, normal, Frictionless()) for point, normal in pairs])
    table = kinematic_mode_table(state, np.array(case['tangents']))
    counts = dict(zip(table.separations, table.counts, strict=True))
    found = {
        'cs': len(table.separations),
        'cs_modes': list(table.separations),
        'ss': len(table),
        'ss_per_cs': counts,
    }
    wrong = [
        f'{key}: expected {case[key]}, got {value}'
        for key, value in found.items()
        if key in case and case[key] != value
    ]
    if list(contact_separate_modes(state)) != found['cs_modes']:
        wrong.append('contact-separate modes differ when asked for alone')
    if not table.exhaustive:
        wrong.append('not exhaustive')
    return not wrong, '; '.join(wrong)
