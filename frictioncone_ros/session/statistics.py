# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Figures for diagnostics: rates, ages, compute times, drops by reason."""

from __future__ import annotations

from pathlib import Path
import resource

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.session.filter_core import FilterCore

STATM = Path('/proc/self/statm')
PAGE = resource.getpagesize()


class Statistics:
    """Counts answers and their compute times between two looks."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.forget()

    def forget(self) -> None:
        """Begin anew, as the counts of inputs do with activation."""
        self._answers = 0
        self._seconds = 0.0
        self._longest = 0.0
        self._before: tuple[float, int, int] | None = None

    def count(self, seconds: float) -> None:
        """Count an answer that took so long."""
        self._answers += 1
        self._seconds += seconds
        self._longest = max(self._longest, seconds)

    def look(self, core: FilterCore, now: float) -> dict[str, str]:
        """Return the figures since the last look at a steady time [s], and begin anew."""
        counts = (core.commands.count, core.contacts.count)
        past = self._before if self._before is not None else (now, *counts)
        elapsed = now - past[0]
        mean = self._seconds / self._answers if self._answers else 0.0
        figures = {
            'command rate [Hz]': _rate(counts[0] - past[1], elapsed),
            'contacts rate [Hz]': _rate(counts[1] - past[2], elapsed),
            'answer rate [Hz]': _rate(self._answers, elapsed),
            'command age [s]': _age(core.commands.age(now)),
            'contacts age [s]': _age(core.contacts.age(now)),
            'mean compute time [ms]': f'{mean * 1e3:.3f}',
            'longest compute time [ms]': f'{self._longest * 1e3:.3f}',
            'command publishers': str(core.inputs.publishers),
            'clock jumps': str(core.inputs.clock_jumps),
            'memory [MB]': f'{resident_megabytes():.1f}',
            **drops(core),
        }
        self._answers, self._seconds, self._longest = 0, 0.0, 0.0
        self._before = (now, *counts)
        return figures


def drops(core: FilterCore) -> dict[str, str]:
    """Return how many inputs were not used, by reason."""
    reasons = {
        'invalid commands': core.refusals.counts[FilterCode.INVALID_COMMAND],
        'invalid contacts': core.refusals.counts[FilterCode.INVALID_CONTACTS],
        'missing transforms': core.refusals.counts[FilterCode.TRANSFORM_UNAVAILABLE],
        'commands of others': core.refusals.counts[FilterCode.COMMAND_CONFLICT],
        'internal faults': core.refusals.counts[FilterCode.INTERNAL_ERROR],
        'commands out of order': core.commands.out_of_order,
        'contacts out of order': core.contacts.out_of_order,
    }
    return {f'dropped: {reason}': str(count) for reason, count in reasons.items()}


def resident_megabytes() -> float:
    """Return the memory this process holds [MB], 0 where the system does not tell."""
    try:
        return int(STATM.read_text(encoding='ascii').split()[1]) * PAGE / 1e6
    except OSError:
        return 0.0


def _rate(count: int, elapsed: float) -> str:
    return f'{count / elapsed:.1f}' if elapsed > 0.0 else 'not known yet'


def _age(seconds: float | None) -> str:
    return 'never' if seconds is None else f'{seconds:.3f}'
