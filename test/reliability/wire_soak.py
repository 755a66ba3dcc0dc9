# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A guarded node under load for long, every message judged, its resources watched.

bash .ci/inside.sh python test/reliability/wire_soak.py --seconds 1800 --rate 500; `make soak`.
Exits 1 where something unsafe was heard, or where memory, handles, threads or delays grow.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime, timezone
import os
from pathlib import Path
import sys
import tempfile
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / name) for name in ('support', 'reliability')]

from guard_talk import guards, resident_bytes
import numpy as np
from ros_client import ros_client
from ros_domain import claim_domain
from summary import Line, note
from wire_robot import WireRobot

SETTLING = 0.2
"""Part of the run after which resources are to stay [-]."""
MOST_GROWTH = 4e6
"""Bytes that a process may grow by from there to the end; a leak of 30 bytes a command shows."""


class Use(NamedTuple):
    """What processes of the node use: resident memory [bytes], handles, threads; log [bytes]."""

    memory: int
    handles: int
    threads: int
    log: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as long as asked, print a table."""
    options = _options(arguments)
    with claim_domain() as domain, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            'ROS_DOMAIN_ID': str(domain),
            'ROS_LOG_DIR': folder,
            'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
        }
        with ros_client(domain) as client:
            return soak(WireRobot(client, options.rate, options.seed), options, Path(folder))


def _options(arguments: Sequence[str] | None) -> Namespace:
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--seconds', type=float, default=1800.0)
    parser.add_argument('--rate', type=float, default=500.0)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    return parser.parse_args(arguments)


def soak(robot: WireRobot, options: Namespace, log: Path) -> int:
    """Return 0 where nothing grew and nothing unsafe was heard."""
    with robot.node() as node:
        if not robot.run(20.0, lambda: robot.follows):
            print('the node never followed')
            return 1
        pieces, uses = 10, []
        delays: list[float] = []
        for piece in range(pieces):
            robot.delays.clear()
            robot.heard.clear()
            robot.run(options.seconds / pieces)
            # The guard may be another one by now.
            uses.append(used([node.process.pid, *guards(node.process.pid)], log))
            delays.append(float(np.median(robot.delays)) if robot.delays else np.inf)
            passed = (piece + 1) * options.seconds / pieces
            print(_row(passed, robot, uses[-1], delays[-1]), flush=True)
    grown = faults_of(uses[round(SETTLING * pieces) :], delays[round(SETTLING * pieces) :])
    for text in (*robot.judge.violations[:20], *grown):
        print(text)
    print(f'seed {options.seed}: {robot.sequence} commands, {dict(robot.judge.counts)}')
    load = f'{robot.judge.counts["finite"]} answers at {options.rate:g} Hz'
    unsafe = len(robot.judge.violations)
    note(Line(f'soak of {options.seconds:g} s', load, robot.sequence, 0, len(grown), unsafe))
    return int(bool(robot.judge.violations or grown))


def _row(seconds: float, robot: WireRobot, shown: Use, delay: float) -> str:
    judged, unsafe = sum(robot.judge.counts.values()), len(robot.judge.violations)
    return (
        f'{seconds:7.0f} s  {judged} judged, {unsafe} unsafe, {shown.memory / 1e6:.1f} MB, '
        f'{shown.handles} handles, {shown.threads} threads, {shown.log} bytes of log, '
        f'delay {1e3 * delay:.2f} ms'
    )


def faults_of(uses: Sequence[Use], delays: Sequence[float]) -> list[str]:
    """Return what grew, in words."""
    found = []
    if uses[-1].memory - uses[0].memory > MOST_GROWTH:
        found.append(f'memory grew from {uses[0].memory} to {uses[-1].memory} bytes')
    for name in ('handles', 'threads'):
        first, last = getattr(uses[0], name), getattr(uses[-1], name)
        if last > first + 2:
            found.append(f'{name} grew from {first} to {last}')
    if delays[-1] > 2.0 * delays[0] + 1e-3:
        found.append(f'the median delay grew from {delays[0]} to {delays[-1]} s')
    return found


def used(processes: Sequence[int], log: Path) -> Use:
    """Return what processes use together."""
    handles = sum(len(list(Path(f'/proc/{one}/fd').iterdir())) for one in processes)
    threads = sum(len(list(Path(f'/proc/{one}/task').iterdir())) for one in processes)
    size = sum(file.stat().st_size for file in log.rglob('*') if file.is_file())
    return Use(sum(map(resident_bytes, processes)), handles, threads, size)


if __name__ == '__main__':
    begun = monotonic()
    code = main()
    print(f'{monotonic() - begun:.0f} s')
    sys.exit(code)
