# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which loads slip at shares of the stated limit: what will be carried beside what can be.

Usage: bench_support.py [--seed N] [--loads 300] [--engines mujoco,drake]. The seed is drawn from
the date where none is given. Drake is skipped where `pydrake` is missing.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timezone
from importlib.util import find_spec
import sys

import numpy as np
from support_engines import drake_engine, mujoco_engine
from timing import print_table, Row

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.contact import ContactState, wrench_matrix
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array

FRICTION = 0.5
SHARES = (0.9, 0.97, 1.03)
ALLOWED_SLIPS = 0.05
ALLOWED_GIVEN = 0.1
HALVINGS = 30
ENGINE_HALVINGS = 7
MOST_HELD = 1.5
"""Up to so many times the stated limit it is looked for what an engine holds."""
LARGEST_FACTOR = 64.0
ENGINES = {'mujoco': ('mujoco', mujoco_engine), 'drake': ('pydrake', drake_engine)}

Load = tuple[ContactState, Array, Array]
"""Contacts, a wrench (6,) that presses, and one that shears, about the body's centre."""


def feet_load(generator: np.random.Generator, count: int) -> Load:
    """Return a body on `count` feet in one plane, pressed off its middle, pulled and turned."""
    turn = generator.uniform(0.0, 2.0 * np.pi)
    angles = turn + 2.0 * np.pi * (np.arange(count) + generator.uniform(-0.3, 0.3, count)) / count
    radii = generator.uniform(0.06, 0.12, count)
    height = generator.uniform(0.0, 0.05)
    places = np.column_stack(
        (radii * np.cos(angles), radii * np.sin(angles), np.full(count, -height))
    )
    state = ContactState.from_points(places, (0.0, 0.0, 1.0), FRICTION)
    weight = generator.uniform(5.0, 40.0)
    down = np.array((0.0, 0.0, -weight))
    middle = generator.dirichlet(np.ones(count)) @ places
    along = np.append(generator.normal(size=2), 0.0)
    along *= FRICTION * weight / np.linalg.norm(along)
    pull = np.concatenate((along, np.cross((0.0, 0.0, -height), along)))
    pull[5] += 0.1 * FRICTION * weight * generator.uniform(-1.0, 1.0)
    return state, np.concatenate((down, np.cross(middle, down))), pull


def groove_load(generator: np.random.Generator, count: int) -> Load:
    """Return a body in a groove of two planes, where normal and tangential forces couple."""
    lean = generator.uniform(0.5, 0.9)
    sides = np.resize((1.0, -1.0), count)
    normals = np.column_stack((sides * np.sin(lean), 0.0 * sides, 0.0 * sides + np.cos(lean)))
    along = np.column_stack((0.0 * sides + np.cos(lean), 0.0 * sides, -sides * np.sin(lean)))
    places = -0.05 * normals + along * generator.uniform(-0.05, 0.05, (count, 1))
    places[:, 1] += generator.uniform(-0.1, 0.1, count)
    state = ContactState.from_points(places, normals, FRICTION)
    weight = generator.uniform(5.0, 40.0)
    pressing = -wrench_matrix(state)[:, ::3] @ (weight * generator.dirichlet(np.full(count, 3.0)))
    shear = generator.normal(size=6) * ((1.0,) * 3 + (0.05,) * 3)
    return state, pressing, FRICTION * weight * shear / np.linalg.norm(shear[:3])


SCENES: dict[str, tuple[Callable[[np.random.Generator, int], Load], int]] = {
    '3 feet': (feet_load, 3),
    '4 feet': (feet_load, 4),
    '8 feet': (feet_load, 8),
    'groove, 4 contacts': (groove_load, 4),
    'groove, 8 contacts': (groove_load, 8),
}


def limit_of(holds: Callable[[Array], bool], pressing: Array, shear: Array) -> float | None:
    """Return up to which factor on what shears the verdict holds; None without a limit."""
    if not holds(pressing):
        return None
    low, high = 0.0, 1.0
    while holds(pressing + high * shear):
        low, high = high, 2.0 * high
        if high > LARGEST_FACTOR:
            return None
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if holds(pressing + middle * shear) else (low, middle)
    return low


def stated_limits(load: Load) -> dict[str, float | None]:
    """Return the limits of both verdicts along the load."""
    state, pressing, shear = load
    problem = contact_wrench_problem(state)
    return {
        'will': limit_of(lambda wrench: will_resist(state, wrench).carried, pressing, shear),
        'can': limit_of(lambda wrench: can_resist(problem, wrench), pressing, shear),
    }


def run(name: str, loads: int, seed: int, engines: list[str]) -> list[Row]:
    """Return the rows of one scene."""
    draw, count = SCENES[name]
    generator = np.random.default_rng([seed, count, len(name)])
    slips: dict[tuple[str, str, float], list[bool]] = defaultdict(list)
    given: dict[str, list[float]] = defaultdict(list)
    tried = 0
    while tried < loads:
        load = draw(generator, count)
        limits = stated_limits(load)
        if None in limits.values():
            continue
        tried += 1
        for engine in engines:
            slipped = ENGINES[engine][1](load[0])
            for verdict, limit in limits.items():
                for share in SHARES:
                    wrench = load[1] + share * limit * load[2]
                    slips[engine, verdict, share].append(slipped(load[1], wrench))
            given[engine].append(given_away(slipped, load, limits['will'] or 0.0))
    rows = [_row(name, key, found) for key, found in slips.items()]
    return [*rows, *(_given_row(name, engine, shares) for engine, shares in given.items())]


def given_away(slipped: Callable[[Array, Array], bool], load: Load, limit: float) -> float:
    """Return the share of the shear that the engine would have held beyond 0.97 of a limit."""
    low, high = 0.0, MOST_HELD * limit
    for _ in range(ENGINE_HALVINGS):
        middle = 0.5 * (low + high)
        if slipped(load[1], load[1] + middle * load[2]):
            high = middle
        else:
            low = middle
    return max(0.0, 1.0 - SHARES[1] * limit / low) if low else 0.0


def _given_row(name: str, engine: str, shares: list[float]) -> Row:
    mean = float(np.mean(shares))
    judged = 'feet' in name
    return Row(
        f'{name}, {engine}: given away at 0.97 of what will be carried, mean of what held',
        f'{mean:.3f} (90 % of loads below {np.quantile(shares, 0.9):.3f})',
        f'{ALLOWED_GIVEN:g}' if judged else '-',
        '-',
        mean <= ALLOWED_GIVEN if judged else None,
    )


def _row(name: str, key: tuple[str, str, float], found: list[bool]) -> Row:
    engine, verdict, share = key
    judged = verdict == 'will' and share == SHARES[1] and 'feet' in name
    slips = Proportion(sum(found), len(found))
    return Row(
        f'{name}, {engine}: slips at {share:g} of what {verdict} be carried',
        str(slips),
        f'{ALLOWED_SLIPS:g}' if judged else '-',
        '-',
        slips.value <= ALLOWED_SLIPS if judged else None,
    )


def main() -> int:
    """Run all scenes and print the table; 1 where a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser.add_argument('--seed', type=int, default=today)
    parser.add_argument('--loads', type=int, default=100)
    parser.add_argument('--engines', default='mujoco,drake')
    parser.add_argument('--scenes', default=','.join(SCENES).replace(', ', ' '))
    given = parser.parse_args()
    engines = [name for name in given.engines.split(',') if find_spec(ENGINES[name][0])]
    for name in sorted(set(given.engines.split(',')) - set(engines)):
        print(f'{name} is skipped: {ENGINES[name][0]} is not installed')
    chosen = [name for name in SCENES if name.replace(', ', ' ') in given.scenes.split(',')]
    print(f'seed {given.seed}, {given.loads} loads')
    rows = [row for name in chosen for row in run(name, given.loads, given.seed, engines)]
    return print_table('Loads that slip (share [95 % interval])', rows)


if __name__ == '__main__':
    sys.exit(main())
