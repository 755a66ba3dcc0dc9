# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How much work an answer takes, counted in calls of the package's functions: no clock decides."""

from collections import Counter
from collections.abc import Callable
import sys
from types import FrameType
from typing import Any

PACKAGE = 'frictioncone_ros.'
LEFT_OUT = (
    'frictioncone_ros.spatial.',
    'frictioncone_ros.contact.',
    'frictioncone_ros.exceptions',
)
"""Values and their checks at the door: they cost what they cost, and search for nothing."""


def calls_of(action: Callable[[], object]) -> Counter[str]:
    """
    Return how often each named function of the package ran, by module and name.

    Comprehensions and lambdas are left out: newer versions of Python do not call them.
    """
    seen: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == 'call':
            module = frame.f_globals.get('__name__', '')
            name = frame.f_code.co_name
            if module.startswith(PACKAGE) and not module.startswith(LEFT_OUT) and name[0] != '<':
                seen[f'{module[len(PACKAGE) :]}.{name}'] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return seen
