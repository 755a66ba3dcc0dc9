# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a process and its children use of processor and memory, as Linux tells."""

from __future__ import annotations

from contextlib import suppress
import os
from pathlib import Path
from time import perf_counter

PAGE = os.sysconf('SC_PAGE_SIZE')
NANOSECOND = 1e-9


class ProcessLoad:
    """Processor time between two looks, and resident memory, of one process."""

    def __init__(self, pid: int) -> None:
        """Begin to count."""
        self._folder = Path(f'/proc/{pid}')
        self._seconds, self._time = self.processor_seconds(), perf_counter()

    def share(self) -> float:
        """Return processor seconds per second since the last look, and look anew."""
        seconds, time = self.processor_seconds(), perf_counter()
        share = (seconds - self._seconds) / (time - self._time)
        self._seconds, self._time = seconds, time
        return share

    def processor_seconds(self) -> float:
        """Return what the threads that are there have used so far [s], to the nanosecond."""
        used = 0
        for file in (self._folder / 'task').glob('*/schedstat'):
            with suppress(OSError):  # a thread that ended meanwhile
                used += int(file.read_text(encoding='ascii').split()[0])
        return used * NANOSECOND

    def resident_megabytes(self) -> float:
        """Return the memory it holds [MB]."""
        words = (self._folder / 'statm').read_text(encoding='ascii').split()
        return int(words[1]) * PAGE / 1e6


def children(pid: int) -> list[int]:
    """Return the processes a process has started."""
    path = Path(f'/proc/{pid}/task/{pid}/children')
    return [int(word) for word in path.read_text(encoding='ascii').split()]
