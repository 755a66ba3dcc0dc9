# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Faults of this software: counted, said, and for a while a reason not to follow."""

from __future__ import annotations

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.session.refusals import Refusals

FAULTS = (
    FrictionConeError,
    ArithmeticError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RuntimeError,
)
"""What a fault of the mathematics can raise; inputs are checked before they get there."""

FAULT_MEMORY = 1.0
"""A fault forbids to follow for so long after it [s]; one that recurs keeps the output neutral."""

FAULT = (FilterCode.INTERNAL_ERROR,)


class Faults:
    """Counts faults among the refusals, and remembers when a callback had one last."""

    def __init__(self, refusals: Refusals) -> None:
        """Begin without any."""
        self._refusals = refusals
        self._time: float | None = None

    def count(self, error: Exception) -> tuple[FilterCode, ...]:
        """Count a fault, and return it as a reason to stop."""
        self._refusals.add(FilterCode.INTERNAL_ERROR, f'{type(error).__name__}: {error}')
        return FAULT

    def remember(self, error: Exception, now: float) -> None:
        """Count a fault at a time [s]; for a while it forbids to follow."""
        self.count(error)
        self._time = now

    def remembered(self, now: float) -> tuple[FilterCode, ...]:
        """Return the reason to stop now [s], where one was remembered a short while ago."""
        return FAULT if self._time is not None and now - self._time <= FAULT_MEMORY else ()

    def forget(self) -> None:
        """Begin anew; the counts stay."""
        self._time = None
