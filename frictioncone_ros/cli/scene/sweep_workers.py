# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The blocks of a sweep on every core: processes that share the samples and the verdicts.

Neither goes through a pipe: a worker is told the number of a block, reads its samples where they
are and writes its verdicts beside.

The blocks of a sweep on a Dask cluster that is there already (extra `cluster`).

Each block is a task whose verdicts come back as soon as it is done. A worker that dies takes only
the blocks it was at with it, and the scheduler gives those to others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context, shared_memory
import signal
from typing import Protocol

import numpy as np

from frictioncone_ros.cli.cores import cores
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
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
    processes = cores()
    if processes == 1 or len(blocks) * work.chunk <= FEW:
        for block in blocks:
            work.take(block, judge(work.values[work.place(block)]))
            progress.step(work.samples_done())
        return
    with _shared(work.values) as values, _shared(work.verdicts) as verdicts:
        # Ctrl-C goes to all processes of a terminal; only this one is to answer it.
        begin = partial(
            _begin, judge, (values, work.values.shape), (verdicts, work.verdicts.shape)
        )
        with get_context('spawn').Pool(processes, begin) as pool:
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


PATIENCE = 10.0
"""How long a scheduler may take to answer [s]."""
AT_ONCE = 1000
"""Tasks that are handed over before the first comes back: so many samples wait there."""


def on_cluster(address: str, judge: Judge, work: Work, progress: Progress) -> None:
    """Judge all open blocks by the workers of the scheduler at an address."""
    try:
        distributed = import_module('distributed')
    except ImportError:
        raise MissingDependencyError('Dask', 'pip install "dask[distributed]"') from None
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        expected = f'the address of a Dask scheduler that answers ({error})'
        raise InvalidInputError('--scheduler', address, expected) from None
    with client:
        handed = client.scatter(judge, broadcast=True, hash=False)
        blocks = iter(work.open_blocks())
        waiting = distributed.as_completed(loop=client.loop)
        numbers: dict[object, int] = {}

        def hand_over() -> None:
            block = next(blocks, None)
            if block is not None:
                samples = work.values[work.place(block)]
                future = client.submit(_judged, handed, samples, pure=False)
                numbers[future.key] = block
                waiting.add(future)

        for _ in range(AT_ONCE):
            hand_over()
        for future in waiting:
            work.take(numbers.pop(future.key), future.result())
            progress.step(work.samples_done())
            hand_over()


def _judged(judge: Judge, samples: object) -> object:
    return judge(samples)  # type: ignore[arg-type]
