# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Round trip through the node with four contacts, beside a bare pass-through node.

Three processes of the same message types are driven in turn, in rounds, within one run, so that
the machine's noise meets all alike: the bare one, the node, and the node that predicts modes 50
times a second. Limits, against the bare one: median 1.5 times and 99th percentile 2 times, loss
half a percentage point more; with prediction 2 and 3 times. Memory under 200 MB, and flat.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
import sys

from process_load import children, ProcessLoad
import rclpy
from timing import print_table, Row

from frictioncone_ros.ros.tools.probe import Probe, Report
from frictioncone_ros.ros.tools.process import NodeProcess

BARE = (str(Path(__file__).with_name('pass_through_node.py')),)
TARGETS = {
    'bare': '/pass_through',
    'node': '/plain/frictioncone',
    'predicting': '/predicting/frictioncone',
}
LIMITS = {'node': (1.5, 2.0), 'predicting': (2.0, 3.0)}
LOSS_LIMIT = 0.005
MEMORY_LIMIT = 200.0
GROWTH_LIMIT = 5.0
SETTLING = 0.8
"""Each turn begins with so long [s] that does not count: the ramp after the pause."""
PREDICTING = {
    'autostart': True,
    'prediction_rate': 50.0,
    'object_mass': 1.0,
    'object_inertia': '[0.01, 0.01, 0.01, 0.0, 0.0, 0.0]',
    'static_transforms': "['base tool 0 0 0.1 0 0 0 1']",
}


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where a limit is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--rate', type=float, default=1000.0, help='commands a second (1000)')
    parser.add_argument(
        '--seconds',
        type=float,
        default=8.0,
        help='for each of the three (8); the stated figures are those of 60',
    )
    parser.add_argument(
        '--contact-noise',
        type=float,
        default=0.0,
        metavar='M',
        help='standard deviation of contacts from snapshot to snapshot (0: they stay)',
    )
    parser.add_argument('--rounds', type=int, default=4, help='turns the seconds are cut into (4)')
    options = parser.parse_args(arguments)
    plain = {'autostart': True, 'prediction_rate': 0.0}
    rclpy.init()
    try:
        with (
            NodeProcess(BARE),
            started(plain, 'plain') as node,
            started(PREDICTING, 'predicting') as predicting,
        ):
            watched = {'node': node.process.pid, 'predicting': predicting.process.pid}
            probes = {
                name: Probe(target, f'probe_of_{name}', options.contact_noise)
                for name, target in TARGETS.items()
            }
            rows = measure(probes, options.rate, options.seconds, options.rounds, watched)
    finally:
        rclpy.try_shutdown()
    duration = f'{options.seconds:g} s each in {options.rounds} turns, four contacts'
    return print_table(f'Round trip at {options.rate:g} Hz, {duration}', rows)


def started(parameters: Mapping[str, object], namespace: str) -> NodeProcess:
    """Return a filter node in a namespace."""
    return NodeProcess(parameters=parameters, ros_arguments=('-r', f'__ns:=/{namespace}'))


def measure(
    probes: Mapping[str, Probe],
    rate: float,
    seconds: float,
    rounds: int,
    pids: Mapping[str, int],
) -> list[Row]:
    """Drive all in turn; return the rows of the table."""
    for name, probe in probes.items():
        if not probe.wait_for_target(30.0):
            raise SystemExit(f'the probe of {name} found nobody to talk to')
    loads = {name: ProcessLoad(pid) for name, pid in pids.items()}
    totals = {name: Report() for name in probes}
    shares: dict[str, list[float]] = {name: [] for name in loads}
    begun: dict[str, float] = {}
    for _ in range(rounds):
        for name, probe in probes.items():
            probe.run(SETTLING, rate)
            if name in loads:
                begun.setdefault(name, loads[name].resident_megabytes())
                loads[name].share()
            totals[name].add(probe.run(seconds / rounds, rate))
            if name in loads:
                shares[name].append(loads[name].share())
    rows = [row for name in LIMITS for row in compare(name, totals[name], totals['bare'])]
    for name, load in loads.items():
        rows += load_rows(name, load, shares[name], begun[name])
    helpers = [ProcessLoad(pid).resident_megabytes() for pid in children(pids['predicting'])]
    rows.append(Row('process that predicts, memory', f'{sum(helpers):.0f} MB', '', ''))
    return rows


def compare(name: str, ours: Report, bare: Report) -> list[Row]:
    """Return the rows of one node's round trips."""
    rows = []
    for title, percent, limit in zip(
        ('median', '99th percentile'), (50.0, 99.0), LIMITS[name], strict=True
    ):
        mine, peer = ours.percentile(percent), bare.percentile(percent)
        rows.append(
            Row(
                f'{name}: round trip, {title}',
                f'{mine * 1e3:.3f} ms',
                f'{peer * 1e3:.3f} ms',
                f'{mine / peer:.2f}',
                mine <= limit * peer,
            )
        )
    within = ours.loss <= bare.loss + LOSS_LIMIT if name == 'node' else None
    rows.append(
        Row(
            f'{name}: loss',
            f'{ours.loss:.2%}',
            f'{bare.loss:.2%}',
            f'{(ours.loss - bare.loss) * 100:+.2f} points',
            within,
        )
    )
    return rows


def load_rows(name: str, load: ProcessLoad, shares: list[float], begun: float) -> list[Row]:
    """Return what a node's process used."""
    memory = load.resident_megabytes()
    return [
        Row(f'{name}: processor', f'{sum(shares) / len(shares):.0%} of one core', '', ''),
        Row(
            f'{name}: memory',
            f'{memory:.0f} MB',
            f'{MEMORY_LIMIT:.0f} MB',
            f'{memory / MEMORY_LIMIT:.2f}',
            memory <= MEMORY_LIMIT,
        ),
        Row(
            f'{name}: memory grew',
            f'{memory - begun:+.1f} MB',
            f'{GROWTH_LIMIT:.0f} MB',
            '',
            memory - begun <= GROWTH_LIMIT,
        ),
    ]


if __name__ == '__main__':
    sys.exit(main())
