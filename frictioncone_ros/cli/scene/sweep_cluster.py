# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The blocks of a sweep on a Dask cluster that is there already (extra `cluster`).

Each block is a task whose verdicts come back as soon as it is done. A worker that dies takes only
the blocks it was at with it, and the scheduler gives those to others.
"""

from __future__ import annotations

from importlib import import_module

from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.scene.sweep_workers import Judge, Work
from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError

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
