# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The status in the log: when it gets worse, and when all is well again."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from frictioncone_ros.control.status import code_name, FilterCode
from frictioncone_ros.session.values import Status

QUIET = 1.0
"""A change for the better is logged so long after the last line at the earliest [s]."""


class Severity(IntEnum):
    """How loud a status is said."""

    INFO = 0
    WARNING = 1
    ERROR = 2


def severity_of(code: int) -> Severity:
    """Return how loud a status code is said: limits and ramps are what the filter is for."""
    if code < FilterCode.LOW_MARGIN:
        return Severity.INFO
    return Severity.WARNING if code < FilterCode.NUMERICAL_ERROR else Severity.ERROR


class StatusLog:
    """
    Says the status when its worst code changes, by `write(severity, line)`.

    Seen at every tick, and so throttled: a worse code is said at once, a better one when the last
    line is QUIET seconds old and it still holds. A ramp back is not the end yet.
    """

    def __init__(self, write: Callable[[Severity, str], None]) -> None:
        """Begin with nothing said."""
        self._write = write
        self._said = int(FilterCode.OK)
        self._said_at = 0.0

    def see(self, status: Status, now: float) -> None:
        """Take the status of a tick at a steady time [s]."""
        if status.code in (self._said, FilterCode.RAMPING):
            return
        severity = severity_of(status.code)
        if severity is Severity.INFO and severity_of(self._said) is Severity.INFO:
            return
        if status.code < self._said and now - self._said_at < QUIET:
            return
        self._said, self._said_at = int(status.code), now
        self._write(severity, f'{code_name(status.code)}: {status.text}')
