# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Two sides of one question measured in turn within one process, and compared as a ratio.

What is counted is processor time of the process, of all its threads: another program on the
machine takes wall time from both sides, and more from the longer one, but no processor time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
import gc
from time import perf_counter, process_time

import numpy as np

Function = Callable[[], object]

LEAST_REPETITIONS, MOST_REPETITIONS = 30, 301
BLOCK = 1e-3
"""What is timed at once takes at least so long [s]: calls are repeated, the clock is coarse."""
RESAMPLES = 400
"""Bootstrap samples of an interval."""
CONFIDENCE = (2.5, 97.5)
"""Percentiles between which the ratio lies in 95 of 100 runs."""


@dataclass(frozen=True)
class Wrong:
    """Wrong answers of either side against the exact one, of how many."""

    ours: int
    peer: int | None
    of: int


@dataclass(frozen=True)
class Case:
    """
    One row to be measured: the same question to both sides.

    ours_asks, peer_asks: how many questions one call answers, or, of a peer of which only a part
    is run, the part. target: the largest ratio ours / peer wanted, None for a figure alone.
    cause: why a missed target is missed and what was tried. guard: whether `bench-check` looks
    at it. seconds: how long it is measured at most, beyond the least repetitions.
    """

    name: str
    ours: Function
    peer: Function
    peer_name: str
    target: float | None = None
    ours_asks: float = 1.0
    peer_asks: float = 1.0
    wrong: Callable[[], Wrong] | None = None
    cause: str = ''
    guard: bool = False
    seconds: float = 1.0


@dataclass(frozen=True)
class Figure:
    """One measured row, as JSON keeps it; times in seconds a question unless `unit` says else."""

    family: str
    name: str
    ours: float
    ours_99: float
    peer_name: str
    peer: float
    peer_99: float
    ratio: float
    interval: tuple[float, float]
    target: float | None = None
    wrong: dict[str, int | None] = field(default_factory=dict)
    repetitions: int = 0
    cause: str = ''
    guard: bool = False
    unit: str = 's'

    @property
    def missed(self) -> bool:
        """Whether the target is missed, or an answer of ours is wrong."""
        late = self.target is not None and not self.ratio <= self.target
        return late or bool(self.wrong.get('ours'))


def measured(case: Case, family: str, least: int = LEAST_REPETITIONS) -> Figure:
    """Measure a case: warmed up, collection off, sides in turn, `least` repetitions or more."""
    with collection_off():
        calls = [_calls(side) for side in (case.ours, case.peer)]
        times = _alternated((case.ours, case.peer), calls, (case.seconds, least))
    ours, peer = times[:, 0] / case.ours_asks, times[:, 1] / case.peer_asks
    wrong = case.wrong() if case.wrong else None
    judged = wrong is not None and wrong.of > 0
    return figure_of(
        family,
        case.name,
        (ours, peer),
        peer_name=case.peer_name,
        target=case.target,
        wrong=vars(wrong).copy() if judged else {},
        cause=case.cause,
        guard=case.guard,
    )


def figure_of(
    family: str,
    name: str,
    sides: tuple[Sequence[float] | np.ndarray, Sequence[float] | np.ndarray],
    **rest: object,
) -> Figure:
    """Return the row of repetitions that were measured in turn."""
    ours, peer = (np.asarray(side, dtype=float) for side in sides)
    return Figure(
        family,
        name,
        float(np.median(ours)),
        float(np.percentile(ours, 99, method='higher')),
        peer=float(np.median(peer)),
        peer_99=float(np.percentile(peer, 99, method='higher')),
        ratio=float(np.median(ours) / np.median(peer)),
        interval=ratio_interval(ours, peer),
        repetitions=ours.size,
        **rest,  # type: ignore[arg-type]
    )


def ratio_interval(ours: np.ndarray, peer: np.ndarray) -> tuple[float, float]:
    """Return where the ratio of medians lies, by resampling repetitions with both their sides."""
    generator = np.random.default_rng(0)
    chosen = generator.integers(0, ours.size, (RESAMPLES, ours.size))
    ratios = np.median(ours[chosen], axis=1) / np.median(peer[chosen], axis=1)
    low, high = np.percentile(ratios, CONFIDENCE)
    return float(low), float(high)


@contextmanager
def collection_off() -> Iterator[None]:
    """Keep Python from collecting garbage meanwhile."""
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _calls(function: Function) -> int:
    """Return how often to call a function at a time; both calls here warm it up."""
    function()
    start = process_time()
    function()
    taken = process_time() - start
    return max(1, int(np.ceil(BLOCK / max(taken, 1e-7))))


def _alternated(
    sides: tuple[Function, Function], calls: Sequence[int], effort: tuple[float, int]
) -> np.ndarray:
    """Return processor seconds a call, (repetitions, 2); which side begins changes."""
    seconds, least = effort
    times: list[list[float]] = []
    begun = perf_counter()
    while len(times) < MOST_REPETITIONS and (
        len(times) < least or perf_counter() - begun < seconds
    ):
        pair = [0.0, 0.0]
        for index in (0, 1) if len(times) % 2 else (1, 0):
            pair[index] = _taken(sides[index], calls[index])
        times.append(pair)
    return np.array(times)


def _taken(function: Function, calls: int) -> float:
    rounds = range(calls)
    start = process_time()
    for _ in rounds:
        function()
    return (process_time() - start) / calls
