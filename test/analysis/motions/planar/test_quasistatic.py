# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Quasi-static planar motions: forces balance in the mode that moves."""

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
from planar_states import FRICTIONS, HALVES, NORMALS, WRENCHES
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.modes import planar_kinematic_modes
from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactPoint,
    ContactState,
)
from frictioncone_ros.exceptions import InconsistentStateError, LimitExceededError
from frictioncone_ros.spatial import Inertia

SETTINGS = settings(deadline=None, derandomize=True, max_examples=rounds(25, 80))


def block(friction, surface=(0.0, 0.0)):
    return ContactState(
        [
            ContactPoint(
                (place, -1.0), (0.0, 1.0), CircularCone(friction), surface_velocity=surface
            )
            for place in (-1.0, 1.0)
        ]
    )


@st.composite
def states(draw):
    contacts = [
        ContactPoint(
            np.array([draw(HALVES), draw(HALVES)]), draw(NORMALS), CircularCone(draw(FRICTIONS))
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    return ContactState(contacts)


def edges_of(state, letters):
    """Wrenches of the forces that a mode allows, one column for each cone edge."""
    rows = contact_jacobian(state)
    columns = [np.zeros(3)]
    for index, (contact, letter) in enumerate(zip(state.contacts, letters, strict=True)):
        mu = contact.friction.friction_coefficient
        for side in {'s': (), 'f': (mu, -mu), 'l': (-mu,), 'r': (mu,)}[letter]:
            columns.append(rows[2 * index] + side * rows[2 * index + 1])
    return np.array(columns).T


@SETTINGS
@given(states(), WRENCHES)
def test_a_mode_balances_exactly_when_its_cone_holds_the_load(state, wrench):
    found = find_quasistatic_motions(state, wrench, with_reasons=True)
    expected = [
        str(mode)
        for mode in planar_kinematic_modes(state)
        if balances(edges_of(state, str(mode)), wrench)
    ]
    assert list(found.modes) == expected
    assert all(motion.certificate.holds(1e-9) for motion in found)
    for refused in found.impossible:
        powers = refused.separating_twist @ edges_of(state, str(refused.mode))
        assert powers.min() > -1e-6 * np.abs(powers).max(initial=1.0)
        assert -refused.separating_twist @ wrench < 0.0


def balances(columns, wrench):
    scale = np.linalg.norm(columns, axis=0)
    scale[scale == 0.0] = 1.0
    return nnls(columns / scale, -np.array(wrench))[1] < 1e-9


@SETTINGS
@given(states(), WRENCHES)
def test_what_can_be_held_at_rest_stays_at_rest_with_inertia(state, wrench):
    body = ContactState(state.contacts, Inertia.planar_body(2.0, 0.7))
    held = 'f' * state.contact_count
    # One contact alone may turn: fixed means balanced only where the body cannot.
    if held in find_quasistatic_motions(state, wrench).modes:
        found = find_motions(body, wrench)
        assert held in found.modes
        polytope = found[held].polytope
        assert np.abs(polytope.vertices).min(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)


def test_a_commanded_motion_is_the_only_candidate():
    pushed = find_quasistatic_motions(block(0.5), (0.5, -1.0, 0.0), (1.0, 0.0, 0.0))
    assert pushed.modes == ('rr',)
    assert pushed.candidate_count == 1
    assert pushed.motions[0].twist_rate.tolist() == [1.0, 0.0, 0.0]
    assert pushed.motions[0].contact_forces.unique
    less = find_quasistatic_motions(block(0.5), (0.4, -1.0, 0.0), (1.0, 0.0, 0.0))
    assert less.modes == ()


def test_twists_of_a_mode_are_its_whole_cone():
    found = find_quasistatic_motions(block(0.5), (0.5, -1.0, 0.0))
    twists = {str(motion.mode): motion.polytope for motion in found}
    assert set(twists) == {'ff', 'rr'}
    assert twists['ff'].dimension == 0
    assert twists['rr'].rays.tolist() == [[1.0, 0.0, 0.0]]


def test_a_conveyor_drags_with_its_friction():
    """At rest on a belt that runs to the right, friction pushes the block to the right."""
    belt = block(0.5, surface=(2.0, 0.0))
    held = find_quasistatic_motions(belt, (-0.5, -1.0, 0.0), (0.0, 0.0, 0.0))
    assert held.modes == ('ll',)
    carried = find_quasistatic_motions(belt, (0.0, -1.0, 0.0), (2.0, 0.0, 0.0))
    assert carried.modes == ('ff',)


def test_a_command_into_a_contact_is_refused():
    with pytest.raises(InconsistentStateError, match='approaching'):
        find_quasistatic_motions(block(0.5), np.zeros(3), (0.0, -1.0, 0.0))


def test_too_many_contacts_are_refused():
    many = ContactState(
        [ContactPoint((float(place), 0.0), (0.0, 1.0), CircularCone(0.5)) for place in range(17)]
    )
    with pytest.raises(LimitExceededError):
        find_quasistatic_motions(many, np.zeros(3))


def test_forces_of_a_mode_that_touches_nowhere_are_none():
    found = find_quasistatic_motions(block(0.5), (0.0, 0.0, 0.0))['ss'].contact_forces
    assert found.vertices.tolist() == [[0.0] * 4] and found.rays.shape == (0, 4)


@pytest.mark.parametrize('tilt', [1e-13, 2e-12, 1e-10, 1e-9, 1e-8])
@pytest.mark.parametrize('wrench', [(0.0, 0.0, 0.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)])
def test_normals_that_are_nearly_parallel_are_answered(tilt, wrench):
    tilted = (np.sin(tilt), np.cos(tilt))
    for friction in (0.0, 0.3):
        feet = [(-1.0, -1.0), (1.0, -1.0)]
        state = ContactState.from_points(feet, [(0.0, 1.0), tilted], friction)
        for motion in find_quasistatic_motions(state, wrench):
            assert motion.certificate.holds() and motion.contact_forces.vertices.size


def test_a_body_that_rides_on_its_surfaces_obeys_the_laws():
    """All relative speeds are rounding: beside the speeds that they are the difference of."""
    twist = np.array((0.3, -0.1, 0.7))
    places = np.array([(-1.1, -0.9), (1.3, -0.9)])
    speeds = twist[:2] + twist[2] * np.column_stack((-places[:, 1], places[:, 0]))
    normal = np.array((np.sin(0.4), np.cos(0.4)))
    contacts = [
        ContactPoint(place, normal, CircularCone(0.5), surface_velocity=speed)
        for place, speed in zip(places, speeds, strict=True)
    ]
    found = find_quasistatic_motions(ContactState(contacts), (*-normal, 0.0))
    assert found['ff'].certificate.holds()
