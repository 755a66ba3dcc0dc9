# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Kinematic modes in space: counts, time and peak memory for boxes, a triangle and a peg."""

from __future__ import annotations

import sys
import tracemalloc

import numpy as np
from timing import engineering, median_seconds, print_table, Row

from frictioncone_ros.analysis.modes import kinematic_mode_table
from frictioncone_ros.contact import ContactPoint, ContactState, Frictionless

UP = (0.0, 0.0, 1.0)
SQUARE = [(x, y, 0.0) for x in (1.0, -1.0) for y in (1.0, -1.0)]
WALLS = (
    ((1.0, 0.0, 0.0), [(-1.0, y, z) for y in (1.0, -1.0) for z in (0.0, 2.0)]),
    ((0.0, 1.0, 0.0), [(x, -1.0, z) for x in (1.0, -1.0) for z in (0.0, 2.0)]),
    ((-1.0, 0.0, 0.0), [(1.0, y, z) for y in (1.0, -1.0) for z in (0.0, 2.0)]),
)
ANGLES = np.arange(3) * 2.0 * np.pi / 3.0


def box(wall_count: int) -> ContactState:
    """Return a box on a table, also against this many walls."""
    touching = [(point, UP) for point in SQUARE]
    for normal, points in WALLS[:wall_count]:
        touching += [(point, normal) for point in points]
    return ContactState([ContactPoint(p, n, Frictionless()) for p, n in touching])  # type: ignore[arg-type]


SCENES = {
    'one contact': (ContactState([ContactPoint([1.0, 0, 0], UP, Frictionless())]), 2, 10, None),
    'triangle on table': (
        ContactState(
            [
                ContactPoint([np.cos(angle), np.sin(angle), 0.0], UP, Frictionless())
                for angle in ANGLES
            ]
        ),
        8,
        228,
        None,
    ),
    'box on table': (box(0), 10, 196, 5e-3),
    'box against a wall': (box(1), 46, 228, 12e-3),
    'box in a corner': (box(2), 136, 136, None),
    'box in a slot': (box(3), None, None, None),
}


def peak_bytes(state: ContactState) -> int:
    """Return the largest memory in use during one enumeration [bytes]."""
    tracemalloc.start()
    kinematic_mode_table(state)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> int:
    """Print one line a scene; a wrong count or a missed limit fails."""
    rows = []
    for name, (state, separations, modes, limit) in SCENES.items():
        table = kinematic_mode_table(state)
        # The smallest of several medians: others may be using the machine for a while.
        seconds = min(
            median_seconds(lambda state=state: kinematic_mode_table(state), 5) for _ in range(15)
        )
        right = separations is None or (len(table.separations), len(table)) == (separations, modes)
        text = (
            f'{name}: {len(table.separations)} / {len(table)} modes, '
            f'{peak_bytes(state) / 1024:.0f} KiB'
        )
        passed = right and (limit is None or seconds <= limit)
        checked = limit is not None or modes is not None
        rows.append(
            Row(
                text,
                engineering(seconds),
                engineering(limit) if limit else '-',
                f'{limit / seconds:.1f}x' if limit else '-',
                passed if checked else None,
            )
        )
    return print_table('Spatial kinematic modes (contact-separate / slide-stick)', rows)


if __name__ == '__main__':
    sys.exit(main())
