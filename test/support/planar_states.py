# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar states whose contacts agree with their motion, and the laws checked by programmes."""

from itertools import product

from hypothesis import strategies as st
import numpy as np
from scipy.optimize import linprog

from frictioncone_ros.contact import (
    acceleration_bias,
    CircularCone,
    contact_jacobian,
    ContactKind,
    ContactPoint,
    ContactState,
    observed_mode,
)
from frictioncone_ros.spatial import Inertia

HALVES = st.integers(-4, 4).map(lambda number: number / 2.0)
NORMALS = st.sampled_from(
    [
        (1.0, 0.0),
        (0.0, 1.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.6, 0.8),
        (-0.6, 0.8),
        (0.8, -0.6),
        (-0.8, -0.6),
        (5 / 13, 12 / 13),
    ]
)
FRICTIONS = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 1000.0])
WRENCHES = st.tuples(*[st.integers(-4, 4).map(float)] * 3)


@st.composite
def touching_contacts(draw, twist):
    """A contact that rests on a moving surface, slides, or opens, as the twist goes."""
    position, normal = np.array([draw(HALVES), draw(HALVES)]), np.array(draw(NORMALS))
    velocity = twist[:2] + twist[2] * np.array([-position[1], position[0]])
    slip = draw(st.sampled_from([0.0, 0.0, 0.5, -1.0])) * np.array([-normal[1], normal[0]])
    opening = draw(st.sampled_from([0.0, 0.0, 0.0, 0.5])) * normal
    return ContactPoint(
        position,
        normal,
        CircularCone(draw(FRICTIONS)),
        kind=draw(st.sampled_from(list(ContactKind))),
        curvature=draw(HALVES),
        surface_velocity=velocity - slip - opening,
    )


@st.composite
def planar_states(draw, most=3):
    """A planar body with 1 to `most` contacts, at rest or moving with its surfaces."""
    moving = draw(st.booleans())
    twist = np.array([draw(HALVES) for _ in range(3)]) if moving else np.zeros(3)
    count = draw(st.integers(1, most))
    contacts = [draw(touching_contacts(twist)) for _ in range(count)]
    inertia = Inertia.planar_body(
        draw(st.sampled_from([1.0, 2.5])),
        draw(st.sampled_from([0.5, 1.0, 2.0])),
        (draw(HALVES), draw(HALVES)),
    )
    return ContactState(contacts, inertia, twist)


def modes_by_programmes(state, wrench):
    """Every strict mode by one linear programme for each of up to 4^n strings."""
    now = [str(letter) for letter in observed_mode(state)]
    choices = [{'f': 'sflr', 's': 's'}.get(letter, 's' + letter) for letter in now]
    return sorted(
        letters
        for letters in map(''.join, product(*choices))
        if largest_slack(state, wrench, letters, now) > 1e-7
    )


def largest_slack(state, wrench, letters, now):
    """The largest common slack, at most 1, of a mode's strict conditions; -1 if impossible."""
    jacobian, bias = contact_jacobian(state), acceleration_bias(state).ravel()
    count = 3 + len(bias) + 1
    equal = [
        (
            np.concatenate((state.inertia.matrix[axis], -jacobian[:, axis], [0.0])),
            wrench[axis] - state.inertia.velocity_wrench(state.twist)[axis],
        )
        for axis in range(3)
    ]
    below = []

    def acceleration(row):
        return np.concatenate((jacobian[row], np.zeros(count - 3))), -bias[row]

    def force(row, factor=1.0):
        unit = np.zeros(count)
        unit[3 + row] = factor
        return unit

    def strictly_positive(row, sign):
        form, value = acceleration(row)
        form = -sign * form
        form[-1] = 1.0
        below.append((form, -sign * value))

    for index, (letter, moving) in enumerate(zip(letters, now, strict=True)):
        normal, tangential = 2 * index, 2 * index + 1
        mu = state.contacts[index].friction.friction_coefficient
        if letter == 's':
            equal += [(force(normal), 0.0), (force(tangential), 0.0)]
            if moving != 's':
                strictly_positive(normal, 1.0)
            continue
        equal.append(acceleration(normal))
        below.append((force(normal, -1.0), 0.0))
        if letter == 'f':
            equal.append(acceleration(tangential))
            below += [(force(tangential, sign) + force(normal, -mu), 0.0) for sign in (1.0, -1.0)]
            continue
        sign = 1.0 if letter == 'l' else -1.0
        equal.append((force(tangential) + force(normal, sign * mu), 0.0))
        if moving == 'f':
            strictly_positive(tangential, sign)
    return _solved(equal, below, count)


def _solved(equal, below, count):
    objective = np.zeros(count)
    objective[-1] = -1.0
    limits = [(None, None)] * (count - 1) + [(None, 1.0)]
    (left, right), (upper, most) = (
        zip(*equal, strict=True),
        (zip(*below, strict=True) if below else (None, None)),
    )
    solution = linprog(
        objective,
        A_ub=upper,
        b_ub=most,
        A_eq=np.array(left),
        b_eq=right,
        bounds=limits,
        method='highs',
    )
    return -solution.fun if solution.status == 0 else -1.0
