# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All planar motions beside one HiGHS programme for each of 4^n mode strings, and growth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from growth import exponent
from measuring import Case, Figure, Wrong
import numpy as np
from scipy.optimize import linprog

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, contact_jacobian, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

WANTED = 1.0 / 100.0
"""The largest share of the time of 256 programmes, for 4 contacts."""
LOADS = 12
STRINGS = 16


def cases() -> Iterator[Case | Figure]:
    """Yield 2 and 4 contacts, a box in a corner, and growth."""
    for name, state in (
        ('2 contacts', scattered(2, 1)),
        ('4 contacts', scattered(4, 1)),
        ('box in a corner', box_in_corner()),
    ):
        loads, strings = wrenches(LOADS), 4.0**state.contact_count
        share = min(strings, STRINGS)
        yield Case(
            f'all motions, {name}',
            lambda s=state, w=loads: [find_motions(s, load) for load in w],
            lambda s=state, w=loads[0], n=int(share): feasible_strings(s, w, n),
            'HiGHS, each of 4^n strings',
            WANTED if state.contact_count == 4 else None,
            ours_asks=LOADS,
            peer_asks=share / strings,
            wrong=lambda s=state, w=loads: missed_strings(s, w[:2]),
            guard=name == '4 contacts',
        )
    loads = wrenches(3)
    states = {float(count): pinwheel(count) for count in (3, 4, 6, 8, 12)}
    functions = {
        count: (lambda s=state, w=loads: [find_motions(s, load) for load in w])
        for count, state in states.items()
    }
    theory = (2.0, 'n^2 kinematic modes')
    yield exponent('planar_motions', 'all motions of a pinwheel', functions, theory)


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


def missed_strings(state: ContactState, loads: np.ndarray) -> Wrong:
    """Count modes of ours that the programmes deny; they include boundaries, ours need not."""
    wrong = count = 0
    for load in loads:
        allowed = set(feasible_strings(state, load, None))
        found = {str(motion.mode) for motion in find_motions(state, load)}
        count += len(found)
        wrong += len(found - allowed)
    return Wrong(wrong, None, count)


def feasible_strings(state: ContactState, wrench: np.ndarray, count: int | None) -> list[str]:
    """Return the modes of a state at rest found by linear programmes (HiGHS), of all or some."""
    jacobian = contact_jacobian(state)
    size = 3 + jacobian.shape[0]
    balance = np.hstack((state.inertia.matrix, -jacobian.T))  # type: ignore[union-attr]
    strings = list(product('sflr', repeat=state.contact_count))
    step = 1 if count is None else len(strings) // count
    tables = (jacobian, balance, wrench, size)
    return [''.join(one) for one in strings[::step] if _feasible(state, one, tables)]


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
