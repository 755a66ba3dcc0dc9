# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Start-up of the command line beside an empty Python, of the node beside the bare one; memory.

Counted is the processor time of the started process until it ends, for the nodes until they
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
import os
import subprocess
import sys

from measuring import Figure, figure_of

REPETITIONS = 30
MAIN = ('-m', 'frictioncone_ros.cli.main')
STARTS = {
    'frictioncone --help': ((*MAIN, '--help'), 2.5),
    'frictioncone version': ((*MAIN, 'version'), 2.5),
    'frictioncone check box_on_table': ((*MAIN, 'check', 'box_on_table'), 6.0),
    'python -c "import numpy"': (('-c', 'import numpy'), None),
    'python -c "import scipy.optimize"': (('-c', 'import scipy.optimize'), None),
}
CAUSE = 'NumPy alone is 3.3 of it; by the clock a check takes 4.1 times (docs/command_line.md)'
LIGHT = ('--help', 'version')
SAY_HEAVY = (
    'import sys, runpy\nsys.argv[1:] = {words!r}\n'
    'try: runpy.run_module("frictioncone_ros.cli.main", run_name="__main__")\n'
    'except SystemExit: pass\n'
    'print(sum(name in sys.modules for name in ("numpy", "scipy")), file=sys.stderr)'
)


def cases() -> Iterator[Figure]:
    """Yield starts, what they import, and the nodes'."""
    yield from starts()
    for word in LIGHT:
        said = subprocess.run(
            [sys.executable, '-c', SAY_HEAVY.format(words=[word])],
            capture_output=True,
            text=True,
            check=True,
        )
        heavy = int(said.stderr.split()[-1])
        yield figure_of(
            'starting',
            f'frictioncone {word}: imports neither SciPy nor NumPy',
            ([float(heavy)], [1.0]),
            peer_name='one of them',
            target=0.0,
            unit='modules',
        )
    if find_spec('rclpy') is not None and find_spec('frictioncone_ros.msg') is not None:
        from node_start import node_starts  # noqa: PLC0415

        yield from node_starts()


def starts() -> list[Figure]:
    """Return how much each start takes beside an empty Python, all in turn."""
    sides: dict[str, Callable[[], float]] = {
        name: (lambda words=words: processor_time_of(words)) for name, (words, _) in STARTS.items()
    }
    times: dict[str, list[float]] = {name: [] for name in sides}
    empty: list[float] = []
    for side in sides.values():
        side()
    for _ in range(REPETITIONS):
        empty.append(processor_time_of(('-c', 'pass')))
        for name, side in sides.items():
            times[name].append(side())
    return [
        figure_of(
            'starting',
            name,
            (times[name], empty),
            peer_name='empty Python',
            target=target,
            cause=CAUSE,
        )
        for name, (_, target) in STARTS.items()
    ]


def processor_time_of(words: Sequence[str]) -> float:
    """Run this Python with some words and return what it and its children used [s]."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *words], stdout=quiet, stderr=quiet)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime
