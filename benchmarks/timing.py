# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Timing that is fair on a noisy machine: sides alternate in one run, medians are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
import gc
from statistics import median
from time import perf_counter

Function = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """Seconds per call: the median, the 99th percentile, the best, over `repeats` calls."""

    median: float
    percentile_99: float
    best: float
    repeats: int


@dataclass(frozen=True)
class Row:
    """One line of a benchmark: our figure, the peer's or the limit, and whether it is met."""

    name: str
    ours: str
    peer: str
    ratio: str
    passed: bool | None = None

    @property
    def verdict(self) -> str:
        """Return 'ok', 'MISSED', or '-' where the line states a figure without a limit."""
        return '-' if self.passed is None else ('ok' if self.passed else 'MISSED')


def summarize(seconds: Sequence[float]) -> Timing:
    """Summarize durations [s]; the 99th percentile is the nearest rank."""
    ordered = sorted(seconds)
    rank = min(len(ordered) - 1, round(0.99 * (len(ordered) - 1)))
    return Timing(median(ordered), ordered[rank], ordered[0], len(ordered))


def median_seconds(function: Function, repeats: int = 51) -> float:
    """Return the median duration [s] of `function` over `repeats` calls after one warm-up."""
    return compare({'it': function}, repeats)['it'].median


def compare(functions: Mapping[str, Function], repeats: int = 51) -> dict[str, Timing]:
    """Time several functions in turn, so that the machine's noise meets all of them alike.

    Each is called once to warm up; garbage collection is off while the clock runs.
    """
    durations: dict[str, list[float]] = {name: [] for name in functions}
    for function in functions.values():
        function()
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repeats):
            for name, function in functions.items():
                start = perf_counter()
                function()
                durations[name].append(perf_counter() - start)
    finally:
        if collecting:
            gc.enable()
    return {name: summarize(values) for name, values in durations.items()}


def engineering(seconds: float) -> str:
    """Write a duration [s] with a fitting unit, three figures."""
    for unit, scale in (('s', 1.0), ('ms', 1e3), ('us', 1e6)):
        if seconds * scale >= 1.0:
            return f'{seconds * scale:.3g} {unit}'
    return f'{seconds * 1e9:.3g} ns'


def print_timings(title: str, timings: Mapping[str, Timing]) -> None:
    """Print the medians, 99th percentiles and bests of a comparison."""
    print(f'{title} (median, 99th percentile, best)')
    width = max(len(name) for name in timings)
    for name, timing in timings.items():
        print(
            f'  {name:<{width}}  {engineering(timing.median):>9}'
            f'  {engineering(timing.percentile_99):>9}  {engineering(timing.best):>9}'
        )


def print_table(title: str, rows: Sequence[Row]) -> int:
    """Print name, ours, peer or limit, ratio and verdict; return 1 if a limit was missed."""
    header = ('name', 'ours', 'peer/limit', 'ratio', 'verdict')
    lines = [header, *((row.name, row.ours, row.peer, row.ratio, row.verdict) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    print(title)
    for line in lines:
        cells = zip(line, widths, strict=True)
        print('  ' + '  '.join(cell.ljust(width) for cell, width in cells).rstrip())
    return 1 if any(row.passed is False for row in rows) else 0
