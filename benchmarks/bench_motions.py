# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All planar motions: time for 2 and 4 contacts, against one programme a string, and growth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import median
import sys

import numpy as np
from scipy.optimize import linprog
from timing import compare, engineering, median_seconds, print_table, Row

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, contact_jacobian, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

TWO_CONTACTS = 0.5e-3
FOUR_CONTACTS = 2e-3
RATIO = 100.0
REPEATED = 50
"""Calls timed together where one alone is too short beside the other side."""


def scattered(count: int, seed: int) -> ContactState:
    """Return a disc at rest, touched at `count` places of its lower half."""
    generator = np.random.default_rng(seed)
    angles = np.pi + np.pi * (np.arange(count) + generator.uniform(0.2, 0.8, count)) / count
    tilts = angles + generator.uniform(-0.3, 0.3, count)
    contacts = [
        ContactPoint(
            np.array([np.cos(angle), np.sin(angle)]),
            (-np.cos(tilt), -np.sin(tilt)),
            CircularCone(generator.uniform(0.1, 1.0)),
        )
        for angle, tilt in zip(angles, tilts, strict=True)
    ]
    return ContactState(contacts, Inertia.planar_body(1.0, 0.7))


def pinwheel(count: int) -> ContactState:
    """
    Return a body with contacts all around that all push it counter-clockwise about its centre.

    Normals (cos, sin) with moment 1: every contact forbids something that no other does.
    """
    generator = np.random.default_rng(count)
    angles = 2.0 * np.pi * (np.arange(count) + generator.uniform(0.2, 0.8, count)) / count
    contacts = [
        ContactPoint(
            np.array([np.sin(angle), -np.cos(angle)]),
            (np.cos(angle), np.sin(angle)),
            CircularCone(0.5),
        )
        for angle in angles
    ]
    return ContactState(contacts, Inertia.planar_body(1.0, 0.7))


def box_in_corner() -> ContactState:
    """Return a box at rest with two contacts on the floor and two on a wall."""
    places = [
        ((-1.0, -1.0), (0.0, 1.0)),
        ((1.0, -1.0), (0.0, 1.0)),
        ((-1.0, -1.0), (1.0, 0.0)),
        ((-1.0, 1.0), (1.0, 0.0)),
    ]
    return ContactState(
        [ContactPoint(np.array(place), normal, CircularCone(0.5)) for place, normal in places],
        Inertia.planar_body(1.0, 0.8),
    )


def wrenches(count: int) -> np.ndarray:
    """Return loads in all directions, (count, 3)."""
    return np.random.default_rng(0).uniform(-3.0, 3.0, (count, 3))


def one_programme_a_string(state: ContactState, wrench: np.ndarray) -> int:
    """Return the number of modes of a state at rest found by 4^n linear programmes (HiGHS)."""
    jacobian = contact_jacobian(state)
    count = 3 + jacobian.shape[0]
    balance = np.hstack((state.inertia.matrix, -jacobian.T))
    return sum(
        _feasible(state, letters, (jacobian, balance, wrench, count))
        for letters in product('sflr', repeat=state.contact_count)
    )


def _feasible(
    state: ContactState,
    letters: Sequence[str],
    tables: tuple[np.ndarray, np.ndarray, np.ndarray, int],
) -> bool:
    jacobian, balance, wrench, count = tables
    equal, right, below = [*balance], [*wrench], []
    for index, letter in enumerate(letters):
        mu = state.contacts[index].friction.friction_coefficient
        normal, tangential = np.zeros((2, count))
        normal[:3], tangential[:3] = jacobian[2 * index], jacobian[2 * index + 1]
        push, rub = np.eye(count)[3 + 2 * index : 5 + 2 * index]
        if letter == 's':
            equal += [push, rub]
            below.append(-normal)
        elif letter == 'f':
            equal += [normal, tangential]
            below += [rub - mu * push, -rub - mu * push]
        else:
            sign = 1.0 if letter == 'l' else -1.0
            equal += [normal, rub + sign * mu * push]
            below += [-sign * tangential, -push]
    right += [0.0] * (len(equal) - 3)
    solution = linprog(
        np.zeros(count),
        A_ub=below,
        b_ub=np.zeros(len(below)),
        A_eq=equal,
        b_eq=right,
        bounds=(None, None),
        method='highs',
    )
    return bool(solution.status == 0)


def limits() -> list[Row]:
    """Return the medians over loads and places against their limits."""
    rows = []
    for name, states, limit in (
        ('2 contacts', [scattered(2, seed) for seed in range(8)], TWO_CONTACTS),
        ('4 contacts', [scattered(4, seed) for seed in range(8)], FOUR_CONTACTS),
        ('box in a corner (4)', [box_in_corner()], FOUR_CONTACTS),
    ):
        times = [
            median_seconds(lambda s=state, w=wrench: find_motions(s, w), 21)
            for state in states
            for wrench in wrenches(12)
        ]
        ours = median(times)
        rows.append(
            Row(
                f'all motions, {name}, worst {engineering(max(times))}',
                engineering(ours),
                engineering(limit),
                f'{limit / ours:.2f}',
                ours <= limit,
            )
        )
    return rows


def against_programmes() -> Row:
    """Return the comparison with 4^4 linear programmes, sides alternating."""
    state, loads = scattered(4, 1), wrenches(REPEATED)
    timings = compare(
        {
            'ours': lambda: [find_motions(state, wrench) for wrench in loads],
            'programmes': lambda: one_programme_a_string(state, loads[0]),
        },
        3,
    )
    ours, theirs = timings['ours'].median / REPEATED, timings['programmes'].median
    return Row(
        '4 contacts against one HiGHS programme for each of 256 strings',
        engineering(ours),
        engineering(theirs),
        f'{theirs / ours:.0f} x',
        theirs >= RATIO * ours,
    )


def growth() -> list[Row]:
    """Return time and number of candidate modes for 1 to 12 contacts."""
    rows = []
    for count in range(1, 13):
        state = pinwheel(count)
        times, modes = [], 0
        for wrench in wrenches(5):
            modes = find_motions(state, wrench).candidate_count
            times.append(median_seconds(lambda s=state, w=wrench: find_motions(s, w), 7))
        ours = median(times)
        rows.append(
            Row(
                f'{count} contacts: {modes} kinematic modes of {4**count} strings',
                engineering(ours),
                '',
                f'{engineering(ours / modes)} a mode',
            )
        )
    return rows


def main() -> int:
    """Print the tables."""
    code = print_table('Planar motions', [*limits(), against_programmes()])
    print_table('Growth with the number of contacts', growth())
    return code


if __name__ == '__main__':
    sys.exit(main())
