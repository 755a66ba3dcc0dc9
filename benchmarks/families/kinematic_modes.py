# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Kinematic modes in space: time beside one HiGHS programme a string of separations, counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
import tracemalloc

from measuring import Case, Figure, figure_of, Wrong
import numpy as np
from scipy.optimize import linprog

from frictioncone_ros.analysis.modes import kinematic_mode_table
from frictioncone_ros.contact import contact_jacobian, ContactPoint, ContactState, Frictionless

UP = (0.0, 0.0, 1.0)
SQUARE = [(x, y, 0.0) for x in (1.0, -1.0) for y in (1.0, -1.0)]
WALLS = (
    ((1.0, 0.0, 0.0), [(-1.0, y, z) for y in (1.0, -1.0) for z in (0.0, 2.0)]),
    ((0.0, 1.0, 0.0), [(x, -1.0, z) for x in (1.0, -1.0) for z in (0.0, 2.0)]),
    ((-1.0, 0.0, 0.0), [(1.0, y, z) for y in (1.0, -1.0) for z in (0.0, 2.0)]),
)
ANGLES = np.arange(3) * 2.0 * np.pi / 3.0
STRINGS = 8
"""So many programmes are timed; their number is scaled to that of all strings."""


def box(wall_count: int) -> ContactState:
    """Return a box on a table, also against this many walls."""
    touching = [(point, UP) for point in SQUARE]
    for normal, points in WALLS[:wall_count]:
        touching += [(point, normal) for point in points]
    return ContactState([ContactPoint(p, n, Frictionless()) for p, n in touching])  # type: ignore[arg-type]


def triangle() -> ContactState:
    """Return three contacts on a table."""
    places = [(np.cos(angle), np.sin(angle), 0.0) for angle in ANGLES]
    return ContactState([ContactPoint(np.array(p), UP, Frictionless()) for p in places])


SCENES = {
    'one contact': (ContactState([ContactPoint([1.0, 0, 0], UP, Frictionless())]), 2, 10),
    'triangle on table': (triangle(), 8, 228),
    'box on table': (box(0), 10, 196),
    'box against a wall': (box(1), 46, 228),
    'box in a corner': (box(2), 136, 136),
    'box in a slot': (box(3), None, None),
}
"""States with the numbers of separations and of all modes that are known."""


def cases() -> Iterator[Case | Figure]:
    """Yield a row a scene, and the memory of the largest."""
    for name, (state, separations, modes) in SCENES.items():
        strings = 2.0**state.contact_count
        yield Case(
            f'{name}, {state.contact_count} contacts',
            lambda s=state: kinematic_mode_table(s),
            one_programme_a_string(state),
            'HiGHS, each of 2^n strings of separations',
            peer_asks=min(strings, STRINGS) / strings,
            wrong=lambda s=state, n=(separations, modes): wrong_counts(s, n),
            guard=name == 'box on table',
        )
    peak = float(peak_bytes(box(2))) / 1024.0
    bare = float(peak_bytes(box(0))) / 1024.0
    yield figure_of(
        'kinematic_modes',
        'peak memory, box in a corner beside box on table',
        ([peak], [bare]),
        peer_name='ours',
        unit='KiB',
    )


def wrong_counts(state: ContactState, known: tuple[int | None, int | None]) -> Wrong:
    """Compare the numbers of separations and modes with the known ones."""
    table = kinematic_mode_table(state)
    found = (len(table.separations), len(table))
    judged = [(a, b) for a, b in zip(found, known, strict=True) if b is not None]
    return Wrong(sum(a != b for a, b in judged), None, len(judged))


def one_programme_a_string(state: ContactState) -> Callable[[], object]:
    """Return some of the programmes, each: a twist that separates these and keeps those."""
    normals = contact_jacobian(state)[::3]
    count = state.contact_count
    chosen = range(min(2**count, STRINGS))

    def solve() -> list[object]:
        found = []
        for string in chosen:
            leaves = [bool(string >> index & 1) for index in range(count)]
            below = [-row for row, leave in zip(normals, leaves, strict=True) if leave]
            kept = [row for row, leave in zip(normals, leaves, strict=True) if not leave]
            found.append(
                linprog(
                    np.zeros(normals.shape[1]),
                    A_ub=np.array(below) if below else None,
                    b_ub=-np.ones(len(below)) if below else None,
                    A_eq=np.array(kept) if kept else None,
                    b_eq=np.zeros(len(kept)) if kept else None,
                    bounds=(None, None),
                ).status
            )
        return found

    return solve


def peak_bytes(state: ContactState) -> int:
    """Return the largest memory in use during one enumeration [bytes]."""
    tracemalloc.start()
    kinematic_mode_table(state)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
