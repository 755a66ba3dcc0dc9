# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of contacts that hold in the plane and in space alike."""

from hypothesis import assume, given
from hypothesis import strategies as st
import numpy as np
from scipy.spatial.transform import Rotation
from strategies import contact_states, DIMENSIONS, friction_models, vectors

from frictioncone_ros.contact import (
    acceleration_bias,
    contact_jacobian,
    contact_velocities,
    ContactKind,
    delassus_matrix,
    normal_wrench_matrix,
    point_wrench_matrix,
    tangential_wrench_matrix,
    wrench_matrix,
)
from frictioncone_ros.spatial import shift_wrench


@given(st.data(), DIMENSIONS)
def test_power_of_contact_forces_is_power_of_their_wrench(data, dimension):
    state = data.draw(contact_states(dimension))
    forces = data.draw(vectors(point_wrench_matrix(state).shape[1]))
    of_wrench = (point_wrench_matrix(state) @ forces) @ state.twist
    assert np.isclose(of_wrench, forces @ (contact_jacobian(state) @ state.twist), atol=1e-9)


@given(st.data(), DIMENSIONS)
def test_contacts_do_not_know_the_reference_point(data, dimension):
    state = data.draw(contact_states(dimension))
    offset = data.draw(vectors(2 if dimension == 3 else 3))
    moved = state.with_reference_point(offset)
    assert np.allclose(contact_velocities(moved), contact_velocities(state), atol=1e-9)
    forces = data.draw(vectors(wrench_matrix(state).shape[1]))
    shifted = shift_wrench(wrench_matrix(state) @ forces, offset)
    assert np.allclose(wrench_matrix(moved) @ forces, shifted, atol=1e-9)
    assert np.allclose(delassus_matrix(moved), delassus_matrix(state), atol=1e-7)


@given(st.data(), DIMENSIONS)
def test_normal_and_tangential_columns_make_up_the_point_columns(data, dimension):
    state = data.draw(contact_states(dimension))
    size = 2 if dimension == 3 else 3
    points = point_wrench_matrix(state)
    assert np.array_equal(points[:, ::size], normal_wrench_matrix(state))
    assert tangential_wrench_matrix(state).shape == (dimension, state.contact_count * (size - 1))
    assert np.array_equal(points[:, 1::size], tangential_wrench_matrix(state)[:, :: size - 1])


@given(st.data(), DIMENSIONS)
def test_acceleration_bias_is_the_second_derivative_of_the_gap(data, dimension):
    """Independent check: follow the motion for a short time and measure the gap itself."""
    state = data.draw(contact_states(dimension, most=2))
    assume(state.contact_count)
    rate = data.draw(vectors(dimension))
    size = 2 if dimension == 3 else 3
    predicted = (contact_jacobian(state) @ rate).reshape(-1, size)[:, 0]
    predicted = predicted + acceleration_bias(state)[:, 0]
    for index, contact in enumerate(state.contacts):
        measured = gap_acceleration(contact, state.twist, rate)
        assert np.isclose(measured, predicted[index], rtol=1e-3, atol=1e-2)


@given(friction_models(), DIMENSIONS, st.sampled_from([0.0, 0.5, 3.0]))
def test_friction_edges_have_unit_normal_force_and_scale(model, dimension, factor):
    edges = model.force_edges(dimension)
    if edges is None:
        assert dimension == 6
        return
    assert edges.shape[1] == model.component_count(dimension)
    assert np.all(edges[:, 0] == 1.0)
    assert len(np.unique(edges, axis=0)) == len(edges)
    scaled = model.scaled(factor).force_edges(dimension)
    if factor > 0.0:
        assert np.allclose(scaled[:, 1:], factor * edges[:, 1:])
    else:
        assert np.array_equal(scaled, np.eye(1, edges.shape[1]))


def gap_acceleration(contact, twist, rate, step=1e-4):
    """Second difference of the signed distance between vertex and surface (both flat)."""

    def spatial(vector):
        return np.append(vector, [0.0] * (3 - len(vector)))

    planar = len(twist) == 3
    velocity, change = (
        spatial(twist[:2] if planar else twist[:3]),
        spatial(rate[:2] if planar else rate[:3]),
    )
    omega = np.array([0, 0, twist[2]]) if planar else twist[3:]
    omega_rate = np.array([0, 0, rate[2]]) if planar else rate[3:]
    point, normal = spatial(contact.contact_position), spatial(contact.contact_normal)
    surface = spatial(contact.surface_velocity)

    def turn(time):
        # To second order in time: omega t + omega' t^2 / 2 is the rotation vector.
        return Rotation.from_rotvec(omega * time + omega_rate * time**2 / 2).as_matrix()

    def gap(time):
        place = velocity * time + change * time**2 / 2
        rotation = turn(time)
        touching = place + rotation @ point
        environment = point + surface * time
        along = normal if contact.kind is ContactKind.BODY_VERTEX else rotation @ normal
        return along @ (touching - environment)

    return (gap(step) - 2 * gap(0.0) + gap(-step)) / step**2
