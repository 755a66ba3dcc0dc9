# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Why inputs were not used: counted for ever, said until a good one comes."""

from __future__ import annotations

from collections import Counter

from frictioncone_ros.control.status import FilterCode


class Refusals:
    """
    What was refused, by the code that says why.

    counts: how often, since activation. Of each code the last reason is kept until `forget`.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self.counts: Counter[FilterCode] = Counter()
        self._reasons: dict[FilterCode, str] = {}

    def __bool__(self) -> bool:
        """Tell whether any reason stands."""
        return bool(self._reasons)

    def __contains__(self, code: FilterCode) -> bool:
        """Tell whether a reason of a code stands."""
        return code in self._reasons

    @property
    def reasons(self) -> dict[FilterCode, str]:
        """The reasons that stand (a copy)."""
        return dict(self._reasons)

    def add(self, code: FilterCode, reason: str) -> None:
        """Count a refusal, and say so from now on."""
        self.counts[code] += 1
        self._reasons[code] = reason

    def add_once(self, code: FilterCode, reason: str) -> None:
        """Say a reason; it counts as another refusal only where none of its code stands."""
        if code not in self._reasons:
            self.counts[code] += 1
        self._reasons[code] = reason

    def say(self, code: FilterCode, reason: str) -> None:
        """Give a reason that is no refusal, in the place of what was said of its code."""
        self._reasons.pop(code, None)
        if reason:
            self._reasons[code] = reason

    def forget(self, code: FilterCode) -> None:
        """Say a reason no longer."""
        if self._reasons:
            self._reasons.pop(code, None)

    def clear(self) -> None:
        """Begin anew, as after activation."""
        self.counts.clear()
        self._reasons.clear()
