# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Both projectors, assess() for 1 to 16 spatial contacts, and memory over many ticks.

Usage: bench_assess.py [--ticks N]; 1000000 ticks take about two minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
import sys
import tracemalloc

from ticking import BODY, CARRIED, ring, settled, SLIPPING
from timing import compare, engineering, print_table, Row, Timing

from frictioncone_ros.analysis.projections import projector_pair
from frictioncone_ros.constraints import contact_constraint
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    FrictionModel,
    FrictionPolygon,
)

PROJECTOR_LIMIT = 20e-6
ASSESS_LIMITS = {1: 60e-6, 4: 100e-6, 8: 160e-6, 16: 300e-6}
GROWTH_LIMIT = 10_000


def row(name: str, timing: Timing, limit: float | None) -> Row:
    """Return a line with the median, the 99th percentile and the ratio to the limit."""
    ours = f'{engineering(timing.median)} (p99 {engineering(timing.percentile_99)})'
    if limit is None:
        return Row(name, ours, '-', '-')
    ratio = timing.median / limit
    return Row(name, ours, engineering(limit), f'{ratio:.2f}', ratio <= 1.0)


def projector_rows() -> list[Row]:
    """Time both projectors, for a contact set that slides and for one that sticks."""
    state = ring(4, CircularCone(0.5))
    functions: dict[str, Callable[[], object]] = {}
    for mode in ('****', 'f***'):
        constraint = contact_constraint(state, ContactMode.parse(mode))
        functions[f'both projectors, rank {constraint.rank}'] = lambda constraint=constraint: (
            projector_pair(constraint, BODY.matrix)
        )
    return [
        row(name, timing, PROJECTOR_LIMIT) for name, timing in compare(functions, 3001).items()
    ]


def assess_rows(friction: FrictionModel, name: str) -> list[Row]:
    """Time assess() for a carried command, one that slips, and contacts that are new each time."""
    rows = []
    for count, limit in ASSESS_LIMITS.items():
        state = ring(count, friction)
        # There is no peer to alternate with: each is timed by itself, as a node would run it.
        timings = {
            name: compare({name: ticker}, 1001)[name]
            for name, ticker in {
                'carried': settled(state, CARRIED),
                'slipping': settled(state, SLIPPING),
                'new contacts': settled(state, CARRIED, renew=True),
            }.items()
        }
        label = f'assess, {name}, {count} contacts'
        rows.append(row(f'{label}, carried', timings['carried'], limit))
        rows.append(row(f'{label}, beyond the cone', timings['slipping'], None))
        rows.append(row(f'{label}, contacts new each time', timings['new contacts'], None))
    return rows


def growth_row(ticks: int) -> Row:
    """Count the bytes that stay allocated after many ticks."""
    ticker = settled(ring(4, CircularCone(0.5)), CARRIED)
    tracemalloc.start()
    for _ in range(1000):
        ticker()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(ticks):
        ticker()
    growth = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    grown, allowed = f'{growth} bytes', f'{GROWTH_LIMIT} bytes'
    return Row(
        f'allocation growth over {ticks} ticks',
        grown,
        allowed,
        f'{growth / GROWTH_LIMIT:.2f}',
        growth <= GROWTH_LIMIT,
    )


def main() -> int:
    """Print all tables; 1 where a limit was missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--ticks', type=int, default=20_000, help='ticks of the memory test')
    ticks = parser.parse_args().ticks
    rows = projector_rows()
    rows += assess_rows(CircularCone(0.5), 'circular')
    rows += assess_rows(FrictionPolygon(0.5, 8), '8 edges')
    rows.append(growth_row(ticks))
    return print_table('Filter: projectors and assess(), medians', rows)


if __name__ == '__main__':
    sys.exit(main())
