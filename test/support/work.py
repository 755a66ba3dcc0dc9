# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How much work an answer takes, counted in calls of the package's functions: no clock decides."""

from collections import Counter
from collections.abc import Callable
import sys
from types import FrameType
from typing import Any

PACKAGE = 'frictioncone_ros.'
LEFT_OUT = 'frictioncone_ros.spatial.compiled'
"""Its functions are others with older versions of SciPy."""


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
            if module.startswith(PACKAGE) and module != LEFT_OUT and name[0] != '<':
                seen[f'{module[len(PACKAGE) :]}.{name}'] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return seen
