# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The verdict on one reference case, and the names by which cases are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CaseResult:
    """One case's verdict; `detail` says what was expected and what came when it failed."""

    name: str
    passed: bool
    detail: str = ''


def named_cases(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (name, case) for each case of a reference file; the names are unique in the file.

    Checkers report under these names, so that several checkers of one family agree on which case
    they speak of and a case nobody reported is seen to be uncovered. A result under any other
    name is an extra (for example a worked example at the top of the file).
    """
    for index, case in enumerate(_case_list(document)):
        yield f'{index}: {_label(case)}', case


def _case_list(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if 'cases' in document:
        return list(document['cases'])
    return list(document.get('lcp', []))


def _label(case: Mapping[str, Any]) -> str:
    parts = [str(case[key]) for key in ('name', 'scenario', 'mode') if key in case]
    return ' '.join(parts) or 'case'
