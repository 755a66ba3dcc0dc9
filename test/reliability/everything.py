# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
All attacks in their long forms, unattended, and one table at the end; `make torture`.

What only computes runs on what the attacks over DDS leave of the cores (SCHED_IDLE: who wakes up
takes the core at once). What one attack finds ends no other. Exits 1 where anything was found.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
import os
from pathlib import Path
import subprocess
import sys
import tempfile
from time import monotonic

from summary import FILE, Line, note, noted, table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NEEDS_ROOT = 2
"""Exit code of an attack that cannot be made here, and says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both chains of attacks; 1 where something was found."""
    options = _options(arguments)
    asked = ['git', 'rev-parse', '--short', 'HEAD']
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    begun = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FILE] = str(Path(folder) / 'lines')
        Path(os.environ[FILE]).touch()
        with ThreadPoolExecutor(2) as chains:
            codes = [
                code
                for found in chains.map(_chain, (_computing(options), _over_dds(options)))
                for code in found
            ]
        lines = noted(Path(os.environ[FILE]))
    minutes = (monotonic() - begun) / 60.0
    print(f'make torture, {datetime.now(timezone.utc):%Y-%m-%d}, ', end='')
    print(f'commit {done.stdout.strip() or "unknown"}, seed {options.seed}, {minutes:.0f} min')
    print(table(lines))
    print('an attack ended early' if 1 in codes else 'all attacks ended')
    return int(1 in codes or any(line.lost or line.unsafe for line in lines))


def _options(arguments: Sequence[str] | None) -> Namespace:
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    parser.add_argument('--ticks', type=int, default=1_000_000)
    parser.add_argument('--messages', type=int, default=100_000, help='hostile ones')
    parser.add_argument('--times', type=int, default=20, help='each fault')
    parser.add_argument('--seconds', type=float, default=120.0, help='of soak')
    parser.add_argument('--without-tests', action='store_true', help='no long forms of tests')
    return parser.parse_args(arguments)


def _computing(options: Namespace) -> list[list[str]]:
    """Return the attacks that only compute; they are idle beside what talks."""
    ticks = ['torture.py', '--ticks', str(options.ticks), '--seed', str(options.seed)]
    return [_idle(ticks), *([] if options.without_tests else [_idle(['long_forms.py'])])]


def _over_dds(options: Namespace) -> list[list[str]]:
    seed = ['--seed', str(options.seed)]
    return [
        _command(['wire_fuzz.py', '--messages', str(options.messages), *seed]),
        _command(['wire_faults.py', '--times', str(options.times), *seed]),
        _command(['wire_hosts.py']),
        _command(['wire_soak.py', '--seconds', str(options.seconds), *seed]),
    ]


def _command(words: Sequence[str]) -> list[str]:
    return [sys.executable, str(HERE / words[0]), *words[1:]]


def _idle(words: Sequence[str]) -> list[str]:
    return ['chrt', '--idle', '0', *_command(words)]


def _chain(commands: Sequence[Sequence[str]]) -> list[int]:
    """Run attacks one after the other; return their exit codes."""
    codes = []
    for command in commands:
        name = Path(next(word for word in command if word.endswith('.py'))).stem
        print(f'==> {name}', flush=True)
        code = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
        if code == NEEDS_ROOT:
            note(Line(f'{name} (not possible here)', '', 0, 0, 0, 0))
        codes.append(int(code not in {0, NEEDS_ROOT}))
    return codes


if __name__ == '__main__':
    sys.exit(main())
