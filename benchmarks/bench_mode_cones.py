# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Mode cones: one mode, all modes, membership, and the most robust wrench, against their limits.

A cone counts as computed when its faces and its generators are there. States are built beforehand
but nothing derived from them is kept between calls. Each figure is the least of the medians of a
few rounds, for the machine is shared. Beside the limits stands the bare price of the same yes/no
by one linear program of HiGHS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
import sys

import numpy as np
from scipy.optimize import linprog
from timing import compare, engineering, print_table, Row

from frictioncone_ros.analysis.mode_cones import (
    exclusive_wrenches,
    mode_cone,
    ModeCone,
    most_robust_wrench,
    possible_mode_cones,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import seating
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

REPEATS, ROUNDS = 51, 5
LIMITS = {
    'cone of one mode, 3 planar contacts': 0.3e-3,
    'all modes, 4 planar contacts': 10e-3,
    'membership, closed': 5e-6,
    'membership, strict': 5e-6,
    'most robust wrench, cone given': 5e-3,
    'most robust wrench, from the state': 5e-3,
}
CALLS = {'membership, closed': 100, 'membership, strict': 100}
"""How often one timed call repeats what is too short for the clock."""


def main() -> int:
    """Print the table; 1 where a limit was missed."""
    state, box = seating().state, box_in_corner()
    cone = mode_cone(state, 'lla')
    wrench = np.array((-0.70, -0.71, -0.05))
    assert cone.contains_strictly(wrench)
    wrenches = exclusive_wrenches(state, 'lla')
    functions = {
        'cone of one mode, 3 planar contacts': lambda: described(mode_cone(state, 'lla')),
        'all modes, 4 planar contacts': lambda: [described(c) for c in possible_mode_cones(box)],
        'membership, closed': lambda: [cone.contains(wrench) for _ in range(100)],
        'membership, strict': lambda: [cone.contains_strictly(wrench) for _ in range(100)],
        'most robust wrench, cone given': lambda: most_robust_wrench(wrenches),
        'most robust wrench, from the state': lambda: most_robust_wrench(
            exclusive_wrenches(state, 'lla')
        ),
    }
    medians = least_medians(functions)
    rows = []
    for name, limit in LIMITS.items():
        seconds = medians[name] / CALLS.get(name, 1)
        rows.append(
            Row(
                name,
                engineering(seconds),
                f'<= {engineering(limit)}',
                f'{seconds / limit:.2f}',
                seconds <= limit,
            )
        )
    beside = least_medians(
        {
            'ours': functions['membership, closed'],
            'peer': lambda: by_linear_program(cone, wrench),
        }
    )
    member, peer = beside['ours'] / CALLS['membership, closed'], beside['peer']
    rows.append(
        Row(
            'membership against one HiGHS program',
            engineering(member),
            engineering(peer),
            f'{member / peer:.4f}',
        )
    )
    count = len(possible_mode_cones(box))
    return print_table(f'Wrench cones of contact modes ({count} modes of 4 contacts)', rows)


def least_medians(functions: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return for each function the least of its medians over the rounds [s]."""
    rounds = [compare(functions, REPEATS) for _ in range(ROUNDS)]
    return {name: min(timings[name].median for timings in rounds) for name in functions}


def described(cone: ModeCone) -> object:
    """Return both sides of a cone, each computed."""
    return cone.closed.faces, cone.closed.equalities, cone.closed.generators


def by_linear_program(cone: ModeCone, wrench: np.ndarray) -> bool:
    """Return whether the wrench is a sum of the generators, by a linear program."""
    generators = cone.closed.generators
    return linprog(np.zeros(generators.shape[1]), A_eq=generators, b_eq=wrench).status == 0


def box_in_corner() -> ContactState:
    """Return a box on a floor and against a wall, two contacts each."""
    places = [
        ((-1.0, -1.0), (0.0, 1.0)),
        ((1.0, -1.0), (0.0, 1.0)),
        ((1.0, -0.5), (-1.0, 0.0)),
        ((1.0, 0.5), (-1.0, 0.0)),
    ]
    contacts = [ContactPoint(place, normal, CircularCone(0.3)) for place, normal in places]
    return ContactState(contacts, Inertia.planar_body(1.0, 0.8))


if __name__ == '__main__':
    sys.exit(main())
