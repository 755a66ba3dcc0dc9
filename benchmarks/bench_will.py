# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
assess() acting on what will be carried, beside it acting on what can be, in one run.

The other side is without any verdict of compliant contacts, as before there was one.

Usage: bench_will.py [--calls N]; contacts that lean and feet on a plane, commands that stay,
contacts that are new each time, and commands that change each tick.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from importlib import import_module
import sys

import numpy as np
from ticking import BODY, CARRIED, ring, SETTINGS, settled, SLIPPING, Ticker
from timing import compare, engineering, print_table, Row

from frictioncone_ros.contact import CircularCone, ContactState, FrictionModel, FrictionPolygon
from frictioncone_ros.pipeline import Assessment

FLOW = import_module('frictioncone_ros.pipeline.published_margin')
VERDICT = FLOW._verdict
RATIO_LIMIT = 1.3
COUNTS = (4, 8)
CHANGE = 0.02
"""How far a command that changes goes about its mean, relative to it [-]."""


def not_judged(*_: object) -> None:
    """Stand where the second verdict is."""


@dataclass
class Flow:
    """A ticker that acts on what will be carried, or on what can be; its command may change."""

    ticker: Ticker
    acts_on_will: bool
    changes: np.random.Generator | None = None

    def __post_init__(self) -> None:
        """Keep the mean command."""
        self.mean = self.ticker.setpoints

    def __call__(self) -> Assessment:
        """Make one tick."""
        FLOW._verdict = VERDICT if self.acts_on_will else not_judged
        if self.changes is not None and self.mean.wrench is not None:
            factors = 1.0 + CHANGE * self.changes.standard_normal(self.mean.wrench.size)
            self.ticker.setpoints = replace(self.mean, wrench=factors * self.mean.wrench)
        return self.ticker()


def feet(state: ContactState) -> ContactState:
    """Return the same contacts on one plane."""
    flat = [replace(contact, contact_normal=(0.0, 0.0, 1.0)) for contact in state.contacts]
    return ContactState(flat, BODY)


def rows(name: str, state: ContactState, calls: int) -> list[Row]:
    """Time every kind of command on one contact set."""
    return [
        row(f'{name}, {kind}, {how}', state, wrench, how, calls)
        for wrench, kind in ((CARRIED, 'carried'), (SLIPPING, 'beyond the cone'))
        for how in ('steady', 'contacts new', 'changing')
    ]


def row(name: str, state: ContactState, wrench: np.ndarray, how: str, calls: int) -> Row:
    """Time both sides in turn."""
    sides = {}
    for side, acts in (('with', True), ('without', False)):
        changes = np.random.default_rng(1) if how == 'changing' else None
        settings = replace(SETTINGS, margin_of='will' if acts else 'can')
        ticker = settled(state, wrench, how == 'contacts new', settings)
        sides[side] = Flow(ticker, acts, changes)
    times = compare(sides, calls)
    ours, without = times['with'], times['without']
    ratio = ours.median / without.median
    return Row(
        name,
        f'{engineering(ours.median)} (p99 {engineering(ours.percentile_99)})',
        engineering(without.median),
        f'{ratio:.2f}',
        ratio <= RATIO_LIMIT,
    )


def main() -> int:
    """Print the table; 1 where the ratio for steady commands is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--calls', type=int, default=401)
    calls = parser.parse_args().calls
    models: tuple[tuple[str, FrictionModel], ...] = (
        ('circular', CircularCone(0.5)),
        ('8 edges', FrictionPolygon(0.5, 8)),
    )
    table = []
    for label, model in models:
        for count in COUNTS:
            leaning = ring(count, model)
            table += rows(f'{label}, {count} leaning', leaning, calls)
            table += rows(f'{label}, {count} feet', feet(leaning), calls)
    return print_table('assess() with the second verdict, beside it without', table)


if __name__ == '__main__':
    sys.exit(main())
