# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whoever accepts a circular cone accepts an elliptic one, and judges it exactly."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest
from strategies import bodies, contact_states, unit_vectors, vectors

from frictioncone_ros.analysis.feasibility import (
    certify,
    contact_wrench_problem,
    produce,
    resist,
)
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.robust_feasibility import produce_under_noise
from frictioncone_ros.cones import composite_wrench_bounds, EllipsoidalCone, friction_cone
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess
from frictioncone_ros.spatial import Inertia

COEFFICIENTS = st.sampled_from([0.2, 0.5, 0.8])


@st.composite
def elliptic_states(draw, most=4, others=False):
    models = [EllipticCone(draw(COEFFICIENTS), draw(COEFFICIENTS)) for _ in range(most)]
    if others:
        models[0] = draw(
            st.sampled_from([CircularCone(0.5), FrictionPyramid(0.4), SoftFinger(0.5, 0.1)])
        )
    contacts = [
        ContactPoint(draw(vectors(3)), draw(unit_vectors(3)), model)
        for model in models[: draw(st.integers(1, most))]
    ]
    return ContactState(contacts, draw(bodies(6)))


def scaled(state, factor, edge_count=None):
    return state.with_friction(
        [
            EllipticCone(*(factor * one for one in contact.friction.coefficients), edge_count)
            if isinstance(contact.friction, EllipticCone)
            else contact.friction.scaled(factor)
            for contact in state.contacts
        ]
    )


@given(st.data(), st.booleans())
def test_forces_and_certificates_hold(data, others):
    state = data.draw(elliptic_states(others=others))
    problem, wrench = contact_wrench_problem(state), data.draw(vectors(6))
    for verdict in (produce(problem, wrench), certify(problem, wrench)):
        assert verdict.certificate_holds(1e-7)
    if verdict.feasible and wrench.any():
        assert (produce(problem, wrench).utilisations <= 1.0 + 1e-6).all()


@given(st.data())
def test_verdict_and_margin_lie_between_those_of_polygons(data):
    """40 edges: inside by cos(pi / 40), so a scaled ellipse lies inside the polygon."""
    state = data.draw(elliptic_states())
    count = wrench_matrix(state).shape[1]
    forces = np.zeros(count)
    forces[::3] = [data.draw(st.sampled_from([0.5, 1.0, 4.0])) for _ in state.contacts]
    wrench = wrench_matrix(state) @ forces
    exact = produce(contact_wrench_problem(state), wrench).margin
    inner = produce(contact_wrench_problem(scaled(state, 1.0, 40)), wrench).margin
    assert exact >= inner - 1e-7
    assert exact == pytest.approx(inner, rel=2e-2, abs=1e-6)
    bounds = composite_wrench_bounds(state, 40)
    inside = produce(contact_wrench_problem(state), wrench - forces.max() * 0.5).feasible
    assert not bounds.inner.contains(wrench - forces.max() * 0.5) or inside
    assert not inside or bounds.outer.contains(wrench - forces.max() * 0.5, 1e-7)


@given(st.data())
def test_equal_coefficients_are_the_circular_cone(data):
    state = data.draw(contact_states(6, most=3)).with_twist(np.zeros(6))
    still = ContactState(
        [
            ContactPoint(c.contact_position, c.contact_normal, CircularCone(0.5))
            for c in state.contacts
        ],
        state.inertia,
    )
    same = still.with_friction(EllipticCone(0.5, 0.5))
    wrench = data.draw(vectors(6))
    one, other = (produce(contact_wrench_problem(each), wrench) for each in (still, same))
    assert one.feasible == other.feasible and one.margin == pytest.approx(other.margin, abs=1e-7)
    assert force_closure(still).closed == force_closure(same).closed
    first, second = find_motions(still, wrench), find_motions(same, wrench)
    assert sorted(map(str, first.modes)) == sorted(map(str, second.modes))


def sliding_block(friction, hint=(1.0, 0.0, 0.0)):
    """A block of 1 kg on four frictional feet below its centre of mass: it slides without tilt."""
    feet = [
        ContactPoint((x, y, 0.0), (0.0, 0.0, 1.0), friction, tangent_hint=hint)
        for x in (-0.5, 0.5)
        for y in (-0.5, 0.5)
    ]
    return ContactState(feet, Inertia.spatial_body(1.0, np.eye(3)))


@pytest.mark.parametrize('angle', [0.0, 0.4, 0.9, np.pi / 2])
def test_a_pushed_block_turns_aside_towards_less_friction(angle):
    """f = -N D^2 a / |D a| with D = diag(mu): the push minus this is the mass times a."""
    first, second, normal = 0.6, 0.2, 10.0
    slip = np.array((np.cos(angle), np.sin(angle)))
    limits = np.array((first, second))
    friction = -normal * limits**2 * slip / np.hypot(*(limits * slip))
    push = 1.5 * slip - friction
    wrench = (push[0], push[1], -normal, 0.0, 0.0, 0.0)
    state = sliding_block(EllipticCone(first, second))
    assert not resist(contact_wrench_problem(state), wrench).feasible
    motions = find_motions(state, wrench)
    sliding = [motion for motion in motions if np.abs(motion.twist_rate).max() > 1e-6]
    assert len(sliding) == 1
    assert sliding[0].twist_rate == pytest.approx([*(1.5 * slip), 0, 0, 0, 0], abs=1e-7)
    assert sliding[0].certificate.holds()


@pytest.mark.parametrize('angle', [0.3, 1.2])
def test_a_sliding_block_is_slowed_down_along_its_ellipse(angle):
    velocity = np.array((np.cos(angle), np.sin(angle)))
    limits = np.array((0.6, 0.2))
    friction = -10.0 * limits**2 * velocity / np.hypot(*(limits * velocity))
    state = sliding_block(EllipticCone(*limits)).with_twist((*velocity, 0, 0, 0, 0))
    found = find_motions(state, (0, 0, -10.0, 0, 0, 0))
    assert len(found) == 1
    assert next(iter(found)).twist_rate == pytest.approx([*friction, 0, 0, 0, 0], abs=1e-8)
    assert next(iter(found)).certificate.holds()


@pytest.mark.parametrize('place', [(0.2, 0.1), (0.3, 0.2), (0.35, 0.05)])
def test_the_least_forces_of_a_held_block_stay_inside_their_ellipses(place):
    """Feet that carry little cannot take an equal share of the push: the others take more."""
    state, (x, y) = sliding_block(EllipticCone(0.6, 0.2)), place
    motions = find_motions(state, (2.0, 1.0, -10.0, -10.0 * y, 10.0 * x, 0.0))
    held = next(motion for motion in motions if not np.abs(motion.twist_rate).max() > 1e-6)
    forces = held.contact_forces.minimum_norm.reshape(-1, 3)
    used = np.hypot(forces[:, 1] / 0.6, forces[:, 2] / 0.2) / forces[:, 0]
    assert used.max() == pytest.approx(1.0, abs=1e-6) and held.certificate.holds()


@given(st.data())
def test_motions_of_ellipses_obey_the_laws(data):
    state = data.draw(elliptic_states(most=2))
    for motion in find_motions(state, data.draw(vectors(6))):
        assert motion.certificate.holds()


@given(st.data(), st.sampled_from([0.0, 0.2]))
def test_the_filter_sends_only_what_ellipses_carry(data, margin):
    state = data.draw(elliptic_states(most=3))
    wrench = 4.0 * data.draw(vectors(6))
    answer = assess(state, Setpoints(wrench), FilterSettings(margin=margin))
    forces = answer.contact_forces
    scale = 1e-7 * max(1.0, float(np.abs(wrench).max()), float(np.abs(forces).max()))
    total = wrench_matrix(state) @ forces + answer.command.wrench
    assert np.abs(total).max() <= scale
    depth = margin if answer.command.wrench.any() else 0.0
    for contact, force in zip(state.contacts, forces.reshape(-1, 3), strict=True):
        lowered = force.copy()
        lowered[0] += scale - depth * contact.friction.depth_shift(6)
        assert contact.friction.contains(lowered, 1e-6)


def test_noise_narrows_an_ellipse_too():
    state = sliding_block(EllipticCone(0.6, 0.3))
    weight = (0.0, 0.0, 10.0, 0.0, 0.0, 0.0)
    assert produce_under_noise(state, weight, 0.01, 0.001)
    assert not produce_under_noise(state, (2.9, 0.0, 10.0, 0.0, 0.0, 0.0), 0.05, 0.001)


@given(st.data(), COEFFICIENTS, COEFFICIENTS)
def test_the_nearest_force_of_an_elliptic_cone(data, first, second):
    cone, point = EllipsoidalCone((first, second)), data.draw(vectors(3))
    nearest = cone.project(point)
    rest = nearest - point
    assert cone.contains(nearest) and cone.dual().contains(rest, 1e-8)
    assert abs(rest @ nearest) <= 1e-8
    assert isinstance(friction_cone(EllipticCone(0.5, 0.4), 6), EllipsoidalCone)


def test_the_elliptic_cone_refuses_what_it_is_not():
    with pytest.raises(ValueError, match='half axis is 0'):
        EllipsoidalCone((0.5, 0.0))
