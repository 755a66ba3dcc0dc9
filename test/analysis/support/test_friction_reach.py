# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where friction reaches fewer directions than a plane has: limits are not what rounding is."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.analysis.support import (
    kept,
    plane_load_factor,
    support_problem,
    will_produce,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)

COEFFICIENT = 0.5
MODELS = (
    CircularCone(COEFFICIENT),
    FrictionPyramid(COEFFICIENT),
    FrictionPolygon(COEFFICIENT, 8),
    FrictionPolygon(COEFFICIENT, 5),
)
FEET = ('one', 'among frictionless', 'twice')


def normal_and_axes(random):
    """Return a random normal and two tangents."""
    rows = np.linalg.qr(random.normal(size=(3, 3)))[0].T
    return rows[0], rows[1:]


def feet(random, friction, which):
    """Return contacts on one plane of which one place has friction, and its frame."""
    normal, axes = normal_and_axes(random)
    place = random.normal(size=3) * 10.0 ** random.uniform(-3.0, 1.0)
    contacts = [ContactPoint(place, normal, friction)]
    if which == 'twice':
        contacts.append(ContactPoint(place, normal, friction))
    if which == 'among frictionless':
        arms = random.normal(size=(3, 2)) @ axes
        contacts += [ContactPoint(place + arm, normal, Frictionless()) for arm in arms]
    return ContactState(contacts)


def wrench_of(state, forces):
    """Return the wrench of one force (3,) at each contact."""
    places = state.positions
    moment = sum(np.cross(place, force) for place, force in zip(places, forces, strict=True))
    return np.concatenate((np.sum(forces, axis=0), moment))


def shear_reach(state, direction):
    """Return how far along a tangent the friction of the first contact reaches for 1 N."""
    contact = state.contacts[0]
    parts = contact.friction.section_parts(6)
    tangent = contact.frame[1:] @ direction
    # The support of a sum of segments or of a disc, by many directions: exact enough to compare.
    angles = np.linspace(0.0, 2.0 * np.pi, 7201)
    ways = np.column_stack((np.cos(angles), np.sin(angles)))
    support = sum(np.linalg.norm(ways @ part, axis=1) for part in parts)
    along = ways @ tangent
    return float((support[along > 1e-9] / along[along > 1e-9]).min())


@pytest.mark.parametrize('which', FEET)
@pytest.mark.parametrize('friction', MODELS, ids=lambda one: repr(one)[:40])
def test_load_factor_of_one_place_with_friction(friction, which):
    random = np.random.default_rng(11)
    for _ in range(40):
        state = feet(random, friction, which)
        direction = random.normal() * state.contacts[0].frame[1]
        direction = direction + random.normal() * state.contacts[0].frame[2]
        direction /= np.linalg.norm(direction)
        normal, shear = state.normals[0], random.uniform(0.05, 0.3)
        forces = [normal + shear * direction]
        forces += [normal + (which == 'twice') * shear * direction] * (state.contact_count - 1)
        verdict = will_produce(state, wrench_of(state, forces))
        expected = shear_reach(state, direction) / shear
        assert verdict.contact_forces is not None
        assert verdict.certificate_holds()
        assert verdict.load_factor == pytest.approx(expected, rel=1e-5)
        factor = plane_load_factor(verdict.support, verdict.contact_wrench)
        assert factor == pytest.approx(expected, rel=1e-5)
        assert verdict.margin > 0.0


def test_margin_of_one_contact_is_its_depth():
    random, friction = np.random.default_rng(3), CircularCone(COEFFICIENT)
    for _ in range(100):
        state = feet(random, friction, 'one')
        shear = random.uniform(0.0, 0.9) * state.contacts[0].frame[1]
        wrench = wrench_of(state, [state.normals[0] + shear])
        verdict = will_produce(state, wrench)
        expected = (COEFFICIENT - np.linalg.norm(shear)) / np.hypot(1.0, COEFFICIENT)
        assert verdict.margin == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize('friction', MODELS, ids=lambda one: repr(one)[:40])
def test_what_friction_does_not_reach_is_not_carried(friction):
    random = np.random.default_rng(5)
    for which in FEET:
        state = feet(random, friction, which)
        normal = state.normals[0]
        wrench = wrench_of(state, [normal] * state.contact_count)
        wrench[3:] += 0.01 * normal
        verdict = will_produce(state, wrench)
        assert verdict.contact_forces is None
        assert verdict.load_factor == 0.0
        assert verdict.margin == -np.inf
        assert verdict.certificate_holds()
        assert plane_load_factor(verdict.support, wrench) == 0.0
        left = kept(verdict.support, wrench, 0.0)
        assert left.certificate_holds(verdict.support)
        assert left.contact_wrench[3:] @ normal == pytest.approx(
            wrench[3:] @ normal - 0.01, abs=1e-9
        )


def test_last_bits_of_a_place_do_not_move_the_limit():
    random, friction = np.random.default_rng(8), FrictionPolygon(3.0, 8)
    state = feet(random, friction, 'one')
    contact = state.contacts[0]
    force = state.normals[0] + contact.frame[1] + 0.5 * contact.frame[2]
    wrench = wrench_of(state, [force])
    factors = []
    for _ in range(20):
        bits = 1.0 + 2e-16 * random.choice((-1.0, 0.0, 1.0), size=3)
        moved = ContactPoint(contact.contact_position * bits, contact.contact_normal, friction)
        factors.append(plane_load_factor(support_problem(ContactState([moved])), wrench))
    assert np.ptp(factors) <= 1e-7 * factors[0]


def test_a_soft_finger_reaches_the_turn_too():
    state = feet(np.random.default_rng(1), SoftFinger(COEFFICIENT, 0.02), 'one')
    wrench = wrench_of(state, [state.normals[0]])
    wrench[3:] += 0.005 * state.normals[0]
    assert will_produce(state, wrench).load_factor == pytest.approx(4.0, rel=1e-6)


def test_what_one_contact_can_carry_it_will():
    """Its forces are the only ones there are: both questions have one answer."""
    random = np.random.default_rng(9)
    for _ in range(150):
        count = 2 * int(random.integers(2, 10))
        friction = (
            CircularCone(random.uniform(0.05, 2.0)),
            FrictionPyramid(*random.uniform(0.05, 2.0, size=2)),
            FrictionPolygon(random.uniform(0.05, 2.0), count),
            EllipticCone(*random.uniform(0.05, 2.0, size=2)),
        )[random.integers(4)]
        state = feet(random, friction, 'one')
        force = state.contacts[0].frame.T @ (random.normal(size=3) * (1.0, 0.4, 0.4))
        wrench = wrench_of(state, [force])
        can, will = produce(contact_wrench_problem(state), wrench), will_produce(state, wrench)
        assert (can.contact_forces is None) == (will.contact_forces is None)
        assert will.margin == pytest.approx(can.margin, abs=1e-5 * np.linalg.norm(force))
