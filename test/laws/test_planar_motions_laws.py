# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of planar motions: nothing returned breaks a law, nothing lawful is left out."""

from dataclasses import replace

from effort import rounds
from hypothesis import assume, given, settings
from hypothesis import strategies as st
import numpy as np
from planar_states import HALVES, modes_by_programmes, planar_states, WRENCHES
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import (
    acceleration_bias,
    CircularCone,
    contact_jacobian,
    ContactPoint,
    ContactState,
    observed_mode,
)
from frictioncone_ros.spatial import Inertia

SETTINGS = settings(deadline=None, derandomize=True, max_examples=rounds(40, 120))


@SETTINGS
@given(planar_states(), WRENCHES)
def test_every_motion_satisfies_its_certificate_and_its_strict_conditions(state, wrench):
    for motion in find_motions(state, wrench):
        assert motion.certificate.holds(1e-10)
        assert motion.margin > 0.0
        for vertex in motion.polytope.vertices:
            assert residuals(state, vertex, str(motion.mode)) < 1e-9


@settings(SETTINGS, max_examples=rounds(20, 60))
@given(planar_states(), WRENCHES)
def test_modes_are_those_of_one_linear_programme_for_each_string(state, wrench):
    found = find_motions(state, wrench)
    assert sorted(found.modes) == modes_by_programmes(state, wrench)
    assert found.exhaustive


@SETTINGS
@given(planar_states(), st.data())
def test_a_lawful_motion_lies_inside_a_returned_mode(state, data):
    """Choose accelerations and forces that obey every law, then ask for the wrench they need."""
    rate, letters = lawful_motion(state, data)
    forces = lawful_forces(state, letters, data)
    net = state.inertia.matrix @ rate + state.inertia.velocity_wrench(state.twist)
    wrench = net - contact_jacobian(state).T @ forces
    found = find_motions(state, wrench)
    assert letters in found.modes
    assert inside(found[letters].polytope, rate)


@settings(SETTINGS, max_examples=rounds(20, 60))
@given(planar_states(), WRENCHES, st.sampled_from([1e-3, 10.0, 1e4]))
def test_units_of_force_do_not_matter(state, wrench, factor):
    """Scaling mass, force and nothing else leaves every acceleration as it is."""
    heavier = type(state)(state.contacts, Inertia(factor * state.inertia.matrix), state.twist)
    before = find_motions(state, wrench)
    after = find_motions(heavier, factor * np.array(wrench))
    assert before.modes == after.modes
    for one, other in zip(before, after, strict=True):
        scale = max(1.0, np.abs(one.twist_rate).max())
        assert one.polytope.ranges == pytest.approx(other.polytope.ranges, abs=1e-8 * scale)


@settings(SETTINGS, max_examples=rounds(20, 60))
@given(planar_states(), WRENCHES, st.tuples(HALVES, HALVES))
def test_the_reference_point_does_not_matter(state, wrench, offset):
    shift = np.array(offset)
    moved = state.with_reference_point(shift)
    moment = wrench[2] - (shift[0] * wrench[1] - shift[1] * wrench[0])
    assert find_motions(moved, (*wrench[:2], moment)).modes == find_motions(state, wrench).modes


@settings(SETTINGS, max_examples=rounds(40, 120))
@given(planar_states(), WRENCHES, st.sampled_from([0.1, 2.274, 4.255]))
def test_a_turned_frame_does_not_matter(state, wrench, angle):
    """Nor do the last bits of everything, which it changes."""
    found = find_motions(turned(state, angle), turned_vector(wrench, angle))
    assert found.modes == find_motions(state, wrench).modes
    assert all(motion.certificate.holds() for motion in found)


def test_what_rounding_leaves_of_a_speed_accelerates_nothing():
    """Two curved contacts ride along with their surfaces; one of them seems to slip by 1e-17."""
    corner = [((-1.0, -1.5), (0.0, 1.0), 2.0), ((-1.0, 0.75), (1.0, 0.0), -1.5)]
    contacts = [
        ContactPoint(
            place, normal, CircularCone(0.5), curvature=curvature, surface_velocity=(0.0, 2.0)
        )
        for place, normal, curvature in corner
    ]
    state = ContactState(contacts, Inertia.planar_body(1.0, 0.5), (0.0, 2.0, 0.0))
    for angle in np.linspace(0.0, 6.0, 31):
        assert find_motions(turned(state, angle), (0.0, 0.0, 0.0)).modes == ('ff',)


def turned_vector(vector, angle):
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array([(cosine, -sine), (sine, cosine)])
    return np.append(turn @ np.asarray(vector[:2]), vector[2:])


def turned(state, angle):
    contacts = [
        replace(
            one,
            contact_position=turned_vector(one.contact_position, angle),
            contact_normal=turned_vector(one.contact_normal, angle),
            surface_velocity=turned_vector(one.surface_velocity, angle),
        )
        for one in state.contacts
    ]
    turn = np.array([turned_vector(axis, angle) for axis in np.eye(3)]).T
    inertia = Inertia(turn @ state.inertia.matrix @ turn.T)
    return ContactState(contacts, inertia, turned_vector(state.twist, angle))


def residuals(state, rate, letters):
    """How far a twist rate is from the closure of its mode, relative to its size."""
    accelerations = (contact_jacobian(state) @ rate).reshape(-1, 2) + acceleration_bias(state)
    worst = 0.0
    now = str(observed_mode(state))
    for letter, moving, (normal, slip) in zip(letters, now, accelerations, strict=True):
        if moving == 's':
            continue
        worst = max(worst, -normal, abs(normal) if letter != 's' else 0.0)
        if moving == 'f' and letter != 's':
            worst = max(worst, {'f': abs(slip), 'l': -slip, 'r': slip}[letter])
    return worst / max(1.0, np.abs(accelerations).max())


def lawful_motion(state, data):
    """A twist rate that some contacts allow, and the strict mode it belongs to."""
    jacobian, bias = contact_jacobian(state), acceleration_bias(state).ravel()
    now = str(observed_mode(state))
    kept = [
        index for index, letter in enumerate(now) if letter != 's' and data.draw(st.booleans())
    ]
    rows = [2 * index for index in kept]
    rows += [2 * index + 1 for index in kept if now[index] == 'f' and data.draw(st.booleans())]
    free = np.array(data.draw(WRENCHES))
    if rows:
        matrix = jacobian[rows]
        rate = free - np.linalg.pinv(matrix, rcond=1e-9) @ (matrix @ free + bias[rows])
    else:
        rate = free
    accelerations = (jacobian @ rate + bias).reshape(-1, 2)
    scale = max(1.0, np.abs(accelerations).max())
    letters = ''.join(
        letter_of(moving, row / scale) for moving, row in zip(now, accelerations, strict=True)
    )
    assume('?' not in letters)
    return rate, letters


def letter_of(moving, acceleration):
    """The strict letter of a contact acceleration; '?' where it penetrates or is borderline."""
    normal, slip = acceleration
    if moving == 's':
        return 's'
    if abs(normal) > 1e-9:
        return 's' if normal > 1e-3 else '?'
    if moving != 'f':
        return moving
    if abs(slip) <= 1e-9:
        return 'f'
    return '?' if abs(slip) < 1e-3 else ('l' if slip > 0.0 else 'r')


def lawful_forces(state, letters, data):
    forces = np.zeros((len(letters), 2))
    for index, letter in enumerate(letters):
        mu = min(state.contacts[index].friction.friction_coefficient, 5.0)
        if letter == 's':
            continue
        if letter == 'f':
            normal = data.draw(st.sampled_from([0.0, 0.5, 3.0]))
            forces[index] = normal, data.draw(st.sampled_from([-1.0, 0.3, 1.0])) * mu * normal
        else:
            mu = state.contacts[index].friction.friction_coefficient
            normal = data.draw(st.sampled_from([0.0, 0.5, 3.0]))
            forces[index] = normal, (-mu if letter == 'l' else mu) * normal
    return forces.ravel()


def inside(polytope, point):
    """Whether a point is a convex combination of vertices plus rays."""
    scale = max(1.0, np.abs(point).max())
    columns = np.hstack(
        (
            np.vstack((polytope.vertices.T / scale, np.ones(len(polytope.vertices)))),
            np.vstack((polytope.rays.T, np.zeros(len(polytope.rays)))),
        )
    )
    return nnls(columns, np.append(point / scale, 1.0))[1] < 1e-7
