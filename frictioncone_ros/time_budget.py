# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How long one answer may compute: a deadline that the loops of the force solvers look at.

It is counted in processor time of the thread: what a busy machine takes away is no fault of the
question, and the same question has the same answer on it.

The loops lie five calls deep, and everything above them is the same with and without a deadline:
it is held for the thread, not handed through every signature.
"""

from __future__ import annotations

from math import inf
from threading import local
from time import monotonic, thread_time

from frictioncone_ros.exceptions import FrictionConeError


class BudgetExceededError(FrictionConeError):
    """The time for this answer is over; nothing is known of it."""


class _Deadline(local):
    """
    When the present answer must be there, and since when it is looked for [s]; by thread.

    In processor time; lag: how far the steady clock was ahead of it when it began.
    """

    at = inf
    begun = 0.0
    lag = 0.0
    shares_are_over = False


_DEADLINE = _Deadline()


class time_budget:  # noqa: N801  (a context manager is read as a function)
    """Allow what is done inside so many seconds; the shorter of two nested budgets counts."""

    def __init__(self, seconds: float) -> None:
        """Begin with the time of entry."""
        self._seconds = seconds

    def __enter__(self) -> None:
        """Set the deadline."""
        self._before = _DEADLINE.at, _DEADLINE.begun, _DEADLINE.lag
        wall, now = monotonic(), thread_time()
        _DEADLINE.at, _DEADLINE.begun = min(_DEADLINE.at, now + self._seconds), now
        _DEADLINE.lag = wall - now

    def __exit__(self, *_: object) -> None:
        """Set the deadline back that held before."""
        _DEADLINE.at, _DEADLINE.begun, _DEADLINE.lag = self._before


class share_of_budget:  # noqa: N801  (a context manager is read as a function)
    """
    Allow what is done inside to go on until a share of the whole answer's time is over.

    Counted from where the answer began: several such parts of one answer share it.
    """

    def __init__(self, share: float) -> None:
        """Begin with the share, 0 to 1, of the time that is allowed outside."""
        self._share = share

    def __enter__(self) -> None:
        """Set the nearer deadline; raise where it is over already."""
        if _DEADLINE.shares_are_over:
            raise BudgetExceededError('no time for this part of the answer')
        self._before = _DEADLINE.at
        if self._before != inf:
            _DEADLINE.at = _DEADLINE.begun + self._share * (self._before - _DEADLINE.begun)
        try:
            check_time()
        except BudgetExceededError:
            _DEADLINE.at = self._before
            raise

    def __exit__(self, *_: object) -> None:
        """Set the deadline back that held before."""
        _DEADLINE.at = self._before


class out_of_time:  # noqa: N801
    """
    Let there be no time for the parts of an answer that have a share of it, or for the whole.

    An answer that was found so on another machine is found so again.
    """

    def __init__(self, *, whole: bool) -> None:
        """Begin with what there is no time for."""
        self._whole = whole

    def __enter__(self) -> None:
        """Let it be over."""
        self._before = _DEADLINE.at, _DEADLINE.shares_are_over
        _DEADLINE.shares_are_over = True
        if self._whole:
            _DEADLINE.at = -inf

    def __exit__(self, *_: object) -> None:
        """Set back what held before."""
        _DEADLINE.at, _DEADLINE.shares_are_over = self._before


def check_time() -> None:
    """Raise BudgetExceededError where the time is over; called once a round by what iterates."""
    # The clock of a thread's processor time is a call of the system, which takes longer than a
    # round. No thread computes longer than the time that has passed: that is looked at first.
    if monotonic() - _DEADLINE.lag > _DEADLINE.at and thread_time() > _DEADLINE.at:
        raise BudgetExceededError('no answer was found within the time budget')
