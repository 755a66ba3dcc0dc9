# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Few feet on one plane, beside a judge that shares no code with the package.

Springs by enumeration of which feet press, friction of straight sides by linear programme. The
sets are those that people begin with: one foot, two, feet in a line or in one place, some without
friction, turned anyhow and far from the reference point.
"""

from itertools import combinations

from effort import rounds
import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.analysis.support import is_carried, plane_load_factor, will_produce
from frictioncone_ros.contact import (
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
)
from frictioncone_ros.exceptions import NumericalError

KINDS = ('one', 'two', 'line', 'one place', 'triangle', 'four')
SLACK = 1e-6
"""Loads this near to a limit, relative, are not asked about [-]."""
FAR = 30.0
"""Times their size from which feet are far away [-]."""


def places_of(kind, random):
    """Return places (k, 2) in the plane about their middle, in units of their distance."""
    count = {'one': 1, 'two': 2, 'triangle': 3, 'four': 4}.get(kind, int(random.integers(2, 5)))
    if kind == 'line':
        return np.outer(random.uniform(-1.0, 1.0, size=max(count, 3)), (0.6, 0.8))
    if kind == 'one place':
        return np.zeros((count, 2))
    return random.uniform(-1.0, 1.0, size=(count, 2))


def scene(kind, random):
    """Return contacts, their places in the plane (k, 2), its frame (3, 3) and its middle."""
    turned = random.random() < 0.6
    frame = np.linalg.qr(random.normal(size=(3, 3)))[0].T if turned else np.eye(3)[[2, 0, 1]]
    middle = random.choice((0.0, 1.0, 5.0)) * random.normal(size=3)
    places = places_of(kind, random) * random.choice((0.01, 0.1, 1.0))
    stiffness = 10.0 ** random.uniform(-1.0, 1.0, size=len(places))
    contacts = []
    for place, spring in zip(places, stiffness, strict=True):
        friction = (
            Frictionless(),
            FrictionPyramid(random.uniform(0.1, 1.0), random.uniform(0.1, 1.0)),
            FrictionPolygon(random.uniform(0.1, 1.0), 2 * int(random.integers(2, 7))),
        )[random.choice(3, p=(0.2, 0.4, 0.4))]
        where = middle + place @ frame[1:]
        contacts.append(ContactPoint(where, frame[0], friction, stiffness=float(spring)))
    return ContactState(contacts), places, frame, middle


def pressing_forces(places, stiffness, press):
    """Return the forces (k,) of springs that push only, for a force and two moments; or None."""
    length = max(float(np.abs(places).max()), 1e-12)
    rows, load = np.column_stack((np.ones(len(places)), places / length)), press.copy()
    load[1:] /= length
    for size in range(1, len(places) + 1):
        for chosen in combinations(range(len(places)), size):
            pressed = np.zeros(len(places))
            pressed[list(chosen)] = stiffness[list(chosen)]
            strain = rows @ np.linalg.pinv((rows.T * pressed) @ rows, rcond=1e-11) @ load
            forces = pressed * strain
            left = np.abs(forces @ rows - load).max()
            outside = np.where(pressed > 0.0, -strain, strain).max()
            if left <= 1e-9 * press[0] and outside * stiffness.max() <= 1e-9 * press[0]:
                return forces
    return None


def sides(contact, normal_force, frame):
    """Return the segments (n, 2) in the plane whose sum is the friction of a normal force."""
    tangents = contact.frame[1:] @ frame[1:].T
    parts = contact.friction.section_parts(6)
    return [normal_force * part[:, 0] @ tangents for part in parts]


def largest_factor(state, places, forces, shear, frame):
    """Return how many times a shear (force, force, moment) friction bears, by programme."""
    columns = []
    for contact, place, force in zip(state.contacts, places, forces, strict=True):
        for side in sides(contact, force, frame):
            columns.append((*side, place[0] * side[1] - place[1] * side[0]))
    length = max(float(np.abs(places).max()), 1e-9)
    table = np.column_stack((np.array(columns).reshape(-1, 3).T, -shear))
    table[2] /= length
    table[np.abs(table) < 1e-13] = 0.0
    count = len(columns)
    bounds = [(-1.0, 1.0)] * count + [(0.0, None)]
    found = linprog(np.append(np.zeros(count), -1.0), A_eq=table, b_eq=np.zeros(3), bounds=bounds)
    return found.x[-1] if found.status == 0 else None


@pytest.mark.parametrize('kind', KINDS)
def test_load_factor_and_verdict(kind):
    random = np.random.default_rng(KINDS.index(kind) + 20261120)
    judged, undecided = 0, 0
    for _ in range(rounds(40, 1500)):
        state, places, frame, middle = scene(kind, random)
        count = len(places)
        shares = random.exponential(size=count) * (random.random(count) < 0.8) + 1e-3
        press = np.array((shares.sum(), *(shares @ places)))
        # Shears that friction reaches, whatever its strength.
        slides = [random.uniform(-0.6, 0.6) for _ in range(count)]
        shear = np.zeros(3)
        for contact, place, slide in zip(state.contacts, places, slides, strict=True):
            for side in sides(contact, slide * shares.mean(), frame):
                shear += (*side, place[0] * side[1] - place[1] * side[0])
        forces = pressing_forces(places, state.stiffness, press)
        if forces is None or np.abs(shear).max() < 1e-6 * press[0]:
            continue
        expected = largest_factor(state, places, forces, shear, frame)
        if expected is None or abs(expected - 1.0) < SLACK:
            continue
        force = press[0] * frame[0] + shear[:2] @ frame[1:]
        moment = shear[2] * frame[0] + press[1:] @ np.cross(frame[1:], frame[0])
        wrench = np.concatenate((force, moment + np.cross(middle, force)))
        verdict = will_produce(state, wrench)
        judged += 1
        factor = plane_load_factor(verdict.support, wrench)
        assert verdict.load_factor == pytest.approx(expected, rel=1e-5, abs=1e-7)
        assert factor <= expected * (1.0 + 1e-6) + 1e-7
        assert factor >= expected * (1.0 - 3e-3) - 1e-6
        assert (verdict.contact_forces is not None) == (expected > 1.0)
        assert is_carried(verdict.support, wrench, 0.0) == (expected > 1.0)
        assert verdict.certificate_holds()
        try:
            can = produce(contact_wrench_problem(state), wrench)
        except NumericalError:
            undecided += 1
            continue
        # What will be carried can be; how deep is known coarsely of small feet far away.
        if np.linalg.norm(middle) < FAR * max(np.ptp(places, axis=0).max(), 0.01):
            assert verdict.margin <= can.margin + 1e-5 * press[0]
    assert judged > 20
    assert undecided <= 0.01 * judged
