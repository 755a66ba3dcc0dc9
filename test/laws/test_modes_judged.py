# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Modes and their cones in space, judged by kinematics and a programme written here alone."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.contact import ContactState, FrictionPyramid
from frictioncone_ros.spatial import Inertia

UP = (0.0, 0.0, 1.0)
SCENES = {
    'one foot': ([(0, 0, 0)], [UP]),
    'three feet': ([(1, 0, 0), (-1, 1, 0), (-1, -1, 0)], [UP] * 3),
    'four feet': ([(x, y, 0) for x in (1, -1) for y in (1, -1)], [UP] * 4),
    'in a line': ([(-1, 0, 0), (0, 0, 0), (1, 0, 0)], [UP] * 3),
    'pinch': ([(-1, 0, 0), (1, 0, 0)], [(1, 0, 0), (-1, 0, 0)]),
    'wedge': ([(0, -1, 0), (0, 1, 0)], [(0, 0.6, 0.8), (0, -0.6, 0.8)]),
    'inner corner': ([(0, 0, 0), (0, 0, 0), (1, 0, 0)], [UP, (1, 0, 0), UP]),
    'given twice': ([(1, 1, 0), (1, 1, 0), (-1, 0, 0)], [UP] * 3),
}
"""Places and normals of contacts."""
PLACINGS = [(1.0, 0.0), (1e-3, 0.05), (10.0, -300.0)]
"""Size of the scene [m] and way to its reference point [m]."""
TURN = np.linalg.qr(np.array([(0.3, -0.5, 0.8), (0.9, 0.2, -0.1), (0.4, 0.7, 0.6)]))[0]


def placed(name, placing):
    size, offset = placing
    places, normals = (np.array(rows, dtype=float) @ TURN.T for rows in SCENES[name])
    body = Inertia.spatial_body(2.0, 2.0 * size**2 * np.diag([0.5, 1.0, 1.2]), [offset] * 3)
    return ContactState.from_points(size * places + offset, normals, FrictionPyramid(0.5), body)


def own_rows(state):
    """Rows (k, 3, 6) of contact velocities on a twist about the contacts' centre, per spread."""
    places = np.array([contact.contact_position for contact in state.contacts])
    arms = places - places.mean(axis=0)
    arms /= np.linalg.norm(arms, axis=1).max() or 1.0
    frames = np.array([contact.frame for contact in state.contacts])
    return np.array(
        [
            [(*axis, *np.cross(arm, axis)) for axis in frame]
            for arm, frame in zip(arms, frames, strict=True)
        ]
    )


def own_modes(state):
    """Every string of s, f and d: a subspace, in which the others can open all at once."""
    rows, found = own_rows(state), set()
    for letters in product('sfd', repeat=len(rows)):
        zero = [row for row, letter in zip(rows[:, 0], letters, strict=True) if letter != 's']
        zero += [
            r for row, letter in zip(rows, letters, strict=True) if letter == 'f' for r in row
        ]
        _, sizes, axes = np.linalg.svd(np.array(zero).reshape(-1, 6))
        free = axes[int((sizes > 1e-7).sum()) :].T
        slides = [rows[i, 1:] @ free for i, letter in enumerate(letters) if letter == 'd']
        if any(np.abs(table).max(initial=0.0) < 1e-7 for table in slides):
            continue
        opening = [rows[i, 0] @ free for i, letter in enumerate(letters) if letter == 's']
        if not opening or (free.size and can_be_positive(np.array(opening))):
            found.add(''.join(letters))
    return found


def can_be_positive(rows):
    solved = linprog(np.zeros(rows.shape[1]), -rows, -np.ones(len(rows)), bounds=(None, None))
    return solved.status == 0


@pytest.mark.parametrize('placing', PLACINGS)
@pytest.mark.parametrize('name', SCENES)
def test_kinematic_modes_are_those_of_a_search_through_all_strings(name, placing):
    state = placed(name, placing)
    assert {str(mode) for mode in kinematic_modes(state)} == own_modes(state)


def lack(state, sliding, wrench):
    """How much of a wrench no motion and no forces give, the first contact sliding along t1."""
    normals, firsts, seconds = np.moveaxis(own_rows(state), 1, 0)
    center = np.mean([contact.contact_position for contact in state.contacts], axis=0)
    moved = state.with_reference_point(center)
    length = moved.characteristic_length
    scale = np.array([1.0] * 3 + [1.0 / length] * 3)
    spread = max(np.linalg.norm(c.contact_position) for c in moved.contacts) or 1.0
    unit = np.array([1.0] * 3 + [1.0 / spread] * 3)
    forces = [
        (normals[i] + 0.5 * a * firsts[i] + 0.5 * b * seconds[i]) / unit
        for i in range(len(normals))
        for a in ((-1.0,) if sliding and i == 0 else (1.0, -1.0))
        for b in (1.0, -1.0)
    ]
    columns = np.hstack((scale[:, None] * moved.inertia.matrix * unit, -(scale * forces).T))
    target = scale * np.append(wrench[:3], wrench[3:] - np.cross(center, wrench[:3]))
    target /= np.linalg.norm(target)
    still = [row for i, row in enumerate(normals)]
    still += [row for i, row in enumerate(seconds)]
    still += [row for i, row in enumerate(firsts) if not (sliding and i == 0)]
    moves = np.array([*-firsts[: int(sliding)]]).reshape(-1, 6)
    count = len(forces)
    sides = np.vstack(
        (np.hstack((columns, -np.ones((6, 1)))), np.hstack((-columns, -np.ones((6, 1)))))
    )
    bounded = np.hstack((moves, np.zeros((len(moves), count + 1))))
    solved = linprog(
        [*np.zeros(6 + count), 1.0],
        np.vstack((sides, bounded)),
        [*target, *-target, *np.zeros(len(moves))],
        np.hstack((still, np.zeros((len(still), count + 1)))),
        np.zeros(len(still)),
        bounds=[(None, None)] * 6 + [(0, None)] * (count + 1),
    )
    assert solved.status == 0
    return solved.fun


@pytest.mark.parametrize('name', ['three feet', 'pinch', 'wedge', 'inner corner'])
@pytest.mark.parametrize('sliding', [False, True])
def test_cones_hold_what_motions_and_forces_give_and_no_more(name, sliding):
    state = placed(name, PLACINGS[1])
    generator = np.random.default_rng(11)
    count = state.contact_count
    # In space d[0] is the direction where two corners of a pyramid oppose alike: along t1.
    cone = mode_cone(state, ('d[0]' if sliding else 'f') + 'f' * (count - 1))
    table = np.hstack((cone.closed.generators, cone.closed.lineality, -cone.closed.lineality))
    inside = [table @ generator.random(table.shape[1]) for _ in range(3)]
    outside = generator.normal(size=(6, 6)) / cone.rows.scale
    for wrench in (*inside, *outside):
        assert cone.contains(wrench) == (lack(state, sliding, wrench) < 1e-7)
    assert all(cone.contains(wrench) for wrench in inside)
