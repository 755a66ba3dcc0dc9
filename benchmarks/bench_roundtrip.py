# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Round trip through the node, beside a bare pass-through node with the same message types.

Both run as processes of their own; they are driven in turn, in rounds, within one run, so that
the machine's noise meets both alike. Limits: median at most 1.5 times, 99th percentile at most
2 times, loss no more than 0.5 percentage points above the bare node's.
"""

from __future__ import annotations

import argparse
from pathlib import Path
import sys

import rclpy
from timing import print_table, Row

from frictioncone_ros.ros.probe import Probe, Report
from frictioncone_ros.ros.process import NodeProcess

BARE = (str(Path(__file__).with_name('pass_through_node.py')),)
MEDIAN_LIMIT, TAIL_LIMIT, LOSS_LIMIT = 1.5, 2.0, 0.005


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where a limit is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--rate', type=float, default=1000.0, help='commands a second (1000)')
    parser.add_argument('--seconds', type=float, default=10.0, help='for each node (10)')
    parser.add_argument('--rounds', type=int, default=5, help='turns the seconds are cut into (5)')
    options = parser.parse_args(arguments)
    rclpy.init()
    try:
        with NodeProcess(parameters={'autostart': True}), NodeProcess(BARE):
            ours, bare = measure(options.rate, options.seconds, options.rounds)
    finally:
        rclpy.try_shutdown()
    duration = f'{options.seconds:g} s each in {options.rounds} turns'
    return print_table(f'Round trip at {options.rate:g} Hz, {duration}', compare(ours, bare))


def measure(rate: float, seconds: float, rounds: int) -> tuple[Report, Report]:
    """Drive both nodes in turn; return what came back of ours and of the bare one."""
    probes = Probe('/frictioncone', 'probe_of_ours'), Probe('/pass_through', 'probe_of_bare')
    for probe in probes:
        if not probe.wait_for_target():
            raise SystemExit(f'{probe.get_name()} found nobody to talk to')
        probe.run(1.0, rate)
    totals = Report(), Report()
    for _ in range(rounds):
        for probe, total in zip(probes, totals, strict=True):
            total.add(probe.run(seconds / rounds, rate))
    return totals


def compare(ours: Report, bare: Report) -> list[Row]:
    """Return the rows of the table."""
    rows = []
    figures = (('median', 50.0, MEDIAN_LIMIT), ('99th percentile', 99.0, TAIL_LIMIT))
    for name, percent, limit in figures:
        mine, peer = ours.percentile(percent), bare.percentile(percent)
        rows.append(Row(f'round trip, {name}', f'{mine * 1e3:.3f} ms', f'{peer * 1e3:.3f} ms',
                        f'{mine / peer:.2f}', mine <= limit * peer))
    within = ours.loss <= bare.loss + LOSS_LIMIT
    rows.append(Row('loss', f'{ours.loss:.2%}', f'{bare.loss:.2%}',
                    f'{(ours.loss - bare.loss) * 100:+.2f} points', within))
    return rows


if __name__ == '__main__':
    sys.exit(main())
