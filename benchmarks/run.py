# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Run every benchmark: each bench_<topic>.py beside this file, or those named on the line."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
import signal
import subprocess
import sys

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
HERE = Path(__file__).resolve().parent
SIMULATED = ('bench_sim', 'bench_support', 'bench_push')
"""Benchmarks of these names need a simulator or data; bench_sim's are `make bench-sim`'s."""


def topics() -> dict[str, Path]:
    """Return the benchmark files by topic."""
    return {
        path.stem.removeprefix('bench_'): path
        for path in sorted(HERE.glob('bench_*.py'))
        if not path.stem.startswith(SIMULATED)
    }


def ran(command: list[str]) -> int:
    """Run a benchmark; with Ctrl-C it ends without a traceback, and all it started with it."""
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGTERM)
            raise


def main() -> int:
    """Run them one after another, each in a process of its own; 1 where one missed a limit."""
    known = topics()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('topics', nargs='*', help=f'of: {", ".join(known)}')
    chosen = parser.parse_args().topics or list(known)
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        parser.error(f'no benchmark called {", ".join(unknown)}; there are: {", ".join(known)}')
    missed: list[str] = []
    topic = chosen[0]
    try:
        for topic in chosen:
            print(f'== {topic}', flush=True)
            if ran([sys.executable, str(known[topic])]):
                missed.append(topic)
    except KeyboardInterrupt:
        print(f'== interrupted in {topic}; limits missed before: {", ".join(missed) or "none"}')
        return INTERRUPTED
    print('== all limits met' if not missed else f'== limits missed in: {", ".join(missed)}')
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main())
