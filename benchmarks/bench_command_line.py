# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How long the command line takes: to start, beside an empty Python, and for a long sweep."""

from __future__ import annotations

from collections.abc import Sequence
import os
from resource import getrusage, RUSAGE_CHILDREN
import subprocess
import sys
from time import perf_counter

from timing import engineering, print_table, Row

MAIN = ('-m', 'frictioncone_ros.cli.main')
STARTS = {
    'frictioncone --help': ((*MAIN, '--help'), 2.5),
    'frictioncone check box_on_table': ((*MAIN, 'check', 'box_on_table'), 6.0),
    'python -c "import numpy"': (('-c', 'import numpy'), None),
    'and yaml, json, argparse': (('-c', 'import numpy, yaml, json, argparse'), None),
    'python -c "import scipy.optimize"': (('-c', 'import scipy.optimize'), None),
}
ROUNDS = 11
SWEEP = 'sweep box_on_table --vary fx -9 9 --vary fy -9 9 --samples 100000'
SWEEP_LIMIT = 30.0


def python(words: Sequence[str]) -> None:
    """Run this Python with some words and let nobody see what it prints."""
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, *words], stdout=quiet, stderr=quiet, check=True)


def processor_time(words: Sequence[str]) -> float:
    """Return the processor time of one start [s]: other processes of the machine add nothing."""
    before = getrusage(RUSAGE_CHILDREN)
    python(words)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def start_rows() -> list[Row]:
    """Return how long each start takes beside an empty Python, in turn, best of several."""
    starts = {'empty': ('-c', 'pass'), **{name: words for name, (words, _) in STARTS.items()}}
    spent: dict[str, list[float]] = {name: [] for name in starts}
    for _ in range(ROUNDS):
        for name, words in starts.items():
            spent[name].append(processor_time(words))
    empty = min(spent['empty'])
    rows = []
    for name, (_, limit) in STARTS.items():
        ratio = min(spent[name]) / empty
        said = f'{ratio:.1f}' if limit is None else f'{ratio:.1f} of {limit:g}'
        passed = None if limit is None else ratio <= limit
        rows.append(Row(name, engineering(min(spent[name])), engineering(empty), said, passed))
    return rows


def sweep_row() -> Row:
    """Return how long a sweep of 1e5 samples takes on this machine's cores."""
    begin = perf_counter()
    subprocess.run([sys.executable, *MAIN, *SWEEP.split()], stdout=subprocess.DEVNULL, check=False)
    seconds = perf_counter() - begin
    name = f'sweep of 1e5, {len(os.sched_getaffinity(0))} cores'
    ratio = f'{seconds / SWEEP_LIMIT:.2f}'
    return Row(name, f'{seconds:.1f} s', f'{SWEEP_LIMIT:g} s', ratio, seconds <= SWEEP_LIMIT)


def main() -> int:
    """Print the table; 1 where a limit is missed."""
    return print_table('Command line', [*start_rows(), sweep_row()])


if __name__ == '__main__':
    sys.exit(main())
