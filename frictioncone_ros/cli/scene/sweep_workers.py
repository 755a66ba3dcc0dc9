# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The blocks of a sweep on every core: processes that share the samples and the verdicts.

Neither goes through a pipe: a worker is told the number of a block, reads its samples where they
are and writes its verdicts beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, shared_memory
import os
import signal
from typing import Protocol

import numpy as np

from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.spatial.arrays import Array

CHUNK = 250
"""Samples that one core judges at a time."""

FEW = 2000
"""So many samples are judged before other processes have started."""

Judge = Callable[[Array], Array]
"""From samples (n, variations) to verdicts (n, 2)."""


class Work(Protocol):
    """The blocks to be judged."""

    values: Array
    verdicts: Array
    chunk: int

    def open_blocks(self) -> list[int]:
        """Return the blocks that are not done."""

    def place(self, block: int) -> slice:
        """Return the samples of a block."""

    def take(self, block: int, verdicts: Array) -> None:
        """Take a block's verdicts."""

    def samples_done(self) -> int:
        """Return how many samples are judged."""


def on_all_cores(judge: Judge, work: Work, progress: Progress) -> None:
    """Judge all open blocks on this machine's cores, or here where they are few."""
    blocks = work.open_blocks()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 1
    if cores == 1 or len(blocks) * work.chunk <= FEW:
        for block in blocks:
            work.take(block, judge(work.values[work.place(block)]))
            progress.step(work.samples_done())
        return
    with _shared(work.values) as values, _shared(work.verdicts) as verdicts:
        # Ctrl-C goes to all processes of a terminal; only this one is to answer it.
        begin = partial(
            _begin, judge, (values, work.values.shape), (verdicts, work.verdicts.shape)
        )
        with get_context('spawn').Pool(cores, begin) as pool:
            places = ((block, work.place(block)) for block in blocks)
            for block in pool.imap_unordered(_judge_block, places):
                found = _table(verdicts, work.verdicts.shape)
                work.take(block, found[work.place(block)])
                progress.step(work.samples_done())


@contextmanager
def _shared(values: Array) -> Iterator[shared_memory.SharedMemory]:
    """Yield a copy in memory that other processes see; it is gone when this ends."""
    memory = shared_memory.SharedMemory(create=True, size=max(values.nbytes, 1))
    try:
        _table(memory, values.shape)[:] = values
        yield memory
    finally:
        memory.close()
        memory.unlink()


def _table(memory: shared_memory.SharedMemory, shape: tuple[int, ...]) -> Array:
    return np.ndarray(shape, dtype=float, buffer=memory.buf)


Shared = tuple[shared_memory.SharedMemory, tuple[int, ...]]
_OWN: dict[str, object] = {}
"""What a worker was given when it began; one sweep a process."""


def _begin(judge: Judge, values: Shared, verdicts: Shared) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _OWN.update(judge=judge, values=values, verdicts=verdicts)


def _judge_block(block: tuple[int, slice]) -> int:
    number, place = block
    judge, values, verdicts = _OWN['judge'], _OWN['values'], _OWN['verdicts']
    # Views are made anew: one that outlived the memory would read nothing.
    found = judge(_table(*values)[place].copy())  # type: ignore[operator, misc]
    _table(*verdicts)[place] = found  # type: ignore[misc]
    return number
