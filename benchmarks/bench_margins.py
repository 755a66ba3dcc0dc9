# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The two solvers of one question: the margin as it can be carried, for the filter and for analysis.

Usage: bench_margins.py [--calls N]; wrenches that change by two per cent each call, contacts as
before. How far the filter's is below the exact one stands beside the times.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
import sys

import numpy as np
from ticking import CARRIED, ring, SETTINGS
from timing import compare, engineering, print_table, Row

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.contact import CircularCone, FrictionModel, FrictionPolygon, wrench_matrix
from frictioncone_ros.control import prepared_contacts

COUNTS = (1, 2, 4, 8, 16)
CHANGE = 0.02
"""How far a wrench goes about its mean, relative to it [-]."""


@dataclass
class Filters:
    """The filter's margin, begun with what the last one ended with."""

    margin_of: Callable[..., tuple[float, object]]
    forces: list[np.ndarray]
    start: object = None
    at: int = 0

    def __call__(self) -> float:
        """Return the next margin."""
        self.at = (self.at + 1) % len(self.forces)
        margin, self.start = self.margin_of(self.forces[self.at], self.start)
        return margin


def row(name: str, count: int, model: FrictionModel, calls: int) -> Row:
    """Time both on the same reactions."""
    state = ring(count, model)
    prepared = prepared_contacts(state, None, None, SETTINGS)
    problem, generator = contact_wrench_problem(state), np.random.default_rng(1)
    mean = prepared.physical.nearest(-CARRIED).contact_forces
    forces = [mean * (1.0 + CHANGE * generator.standard_normal(mean.size)) for _ in range(60)]
    reactions = [wrench_matrix(state) @ one for one in forces]
    ours = Filters(prepared.physical.margin_from, forces)
    turn = iter(range(10**9))
    sides = {
        'filter': ours,
        'exact': lambda: produce(problem, reactions[next(turn) % 60]).margin,
    }
    times = compare(sides, calls)
    exact = [produce(problem, reaction).margin for reaction in reactions]
    ours.at, ours.start = -1, None
    below = max(1.0 - ours() / one for one in exact)
    ratio = times['filter'].median / times['exact'].median
    return Row(
        f'{name}, {count} contacts (filter at most {below:.2%} low)',
        engineering(times['filter'].median),
        engineering(times['exact'].median),
        f'{ratio:.2f}',
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--calls', type=int, default=301)
    calls = parser.parse_args().calls
    models: tuple[tuple[str, FrictionModel], ...] = (
        ('circular', CircularCone(0.5)),
        ('8 edges', FrictionPolygon(0.5, 8)),
    )
    table = [row(name, count, model, calls) for name, model in models for count in COUNTS]
    return print_table('Margin as it can be carried: filter, analysis.feasibility', table)


if __name__ == '__main__':
    sys.exit(main())
