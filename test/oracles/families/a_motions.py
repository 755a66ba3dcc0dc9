# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Families A and M: every acceleration of one planar contact, by mode, with its forces."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
from erdmann_input import contact_state
from one_contact_motions import compared

from frictioncone_ros.analysis.motions import find_motions

COVERS = 'A M'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare modes, accelerations and, where given, forces (his tangent is minus ours)."""
    for name, case in named_cases(document):
        found = find_motions(contact_state(case['input']), case['input']['F'])
        expected = case['solutions'] if 'solutions' in case else case['exact_solutions']
        yield CaseResult(name, *compared(found, expected))
