# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Answers do not depend on the units of force and length.

Units are powers of two, so that every number has the same digits in them. A threshold beside the
wrong size would be met sooner or later than in newtons and metres.
"""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce, resist
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

UNITS = [(2.0**20, 2.0**-6), (2.0**-20, 2.0**4)]
"""Newtons and metres in the new units."""
ACCURACY = 1e-5
"""Of margins and load factors of round sets, a few times what is stated of them [-]."""


def friction_of(kind, length):
    return {
        'circle': CircularCone(0.5),
        'ellipse': EllipticCone(0.5, 0.3),
        'finger': SoftFinger(0.5, 0.1 * length),
        'polygon': FrictionPolygon(0.5, 7),
    }[kind]


def asked_about(place, seed, kind, units):
    """Return contacts on a floor, in a grasp or in a plane, and a wrench, in units."""
    (force, length), random = units, np.random.default_rng(seed)
    size = 2 if place == 'plane' else 3
    normals = random.normal(size=(4, size))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    places = -0.3 * normals + random.normal(0.0, 0.1, (4, size))
    wrench = random.normal(size=3 * size - 3)
    if place == 'floor':
        normals, places[:, 2] = np.tile((0.0, 0.0, 1.0), (4, 1)), 0.0
        wrench = np.array((*random.normal(0.0, 0.2, 2), -1.0, *random.normal(0.0, 0.03, 3)))
    contacts = [
        ContactPoint(length * point, normal, friction_of(kind, length))
        for point, normal in zip(places, normals, strict=True)
    ]
    if size == 2:
        body = Inertia.planar_body(force / length, 0.3 * length)
    else:
        body = Inertia.spatial_body(force / length, 0.1 * force * length * np.eye(3))
    wrench[:size] *= force
    wrench[size:] *= force * length
    return ContactState(contacts, body), wrench


def verdicts(state, wrench, force):
    can, will = resist(state, wrench), will_resist(state, wrench)
    held = produce(state, -wrench)
    return [can.margin / force, will.margin / force, held.feasible, will.carried]


def kept(state, wrench, force):
    problem, size = contact_wrench_problem(state), state.positions.shape[1]
    found = project_wrench(problem, 3.0 * wrench, margin=0.01 * force)
    return [*(found.contact_wrench[:size] / force), force_closure(state).closed]


def grown(state, wrench, force):
    size = state.positions.shape[1]
    press = np.zeros_like(wrench)
    press[:size] = -force * state.normals.sum(axis=0)
    found = load_factor(contact_wrench_problem(state), press, wrench)
    return [found.value, found.least_refused]


def motions(state, wrench, force):
    del force
    few = ContactState(state.contacts[:2], state.inertia)
    modes = [ContactMode.parse(str(mode)) for mode in find_motions(few, wrench).modes]
    modes += kinematic_modes(few)
    # Kinds as numbers, and directions of slip.
    kinds = [ord(one.kind.value) for mode in modes for one in mode]
    return kinds + [one.direction or 0.0 for mode in modes for one in mode]


@pytest.mark.parametrize('ask', [verdicts, kept, grown, motions])
@pytest.mark.parametrize('kind', ['circle', 'ellipse', 'finger', 'polygon'])
@pytest.mark.parametrize('place', ['floor', 'grasp', 'plane'])
def test_answers_are_the_same_in_every_unit(place, kind, ask):
    def asked(units):
        state, wrench = asked_about(place, 1, kind, units)
        return ask(state, wrench, units[0])

    expected = asked((1.0, 1.0))
    for units in UNITS:
        np.testing.assert_allclose(asked(units), expected, ACCURACY, 1e-9, err_msg=str(units))
