# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How long one answer may compute: a deadline that the loops of the force solvers look at.

It is counted in processor time of the thread: what a busy machine takes away is no fault of the
question, and the same question has the same answer on it.

The loops lie five calls deep, and everything above them is the same with and without a deadline:
it is held for the thread, not handed through every signature.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import local
from time import thread_time

from frictioncone_ros.exceptions import FrictionConeError


class BudgetExceededError(FrictionConeError):
    """The time for this answer is over; nothing is known of it."""


class _Deadline(local):
    """When the present answer must be there [s], of each thread."""

    at = inf


_DEADLINE = _Deadline()


@contextmanager
def time_budget(seconds: float) -> Iterator[None]:
    """Allow what is done inside so many seconds; the shorter of two nested budgets counts."""
    before = _DEADLINE.at
    _DEADLINE.at = min(before, thread_time() + seconds)
    try:
        yield
    finally:
        _DEADLINE.at = before


def check_time() -> None:
    """Raise BudgetExceededError where the time is over; called once a round by what iterates."""
    if thread_time() > _DEADLINE.at:
        raise BudgetExceededError('no answer was found within the time budget')
