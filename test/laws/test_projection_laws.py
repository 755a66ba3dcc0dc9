# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every identity of force and motion projections, planar and spatial."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from strategies import bodies, contact_states, DIMENSIONS, transforms, vectors

from frictioncone_ros.analysis.projections import (
    constrained_motion_projector,
    constraint_force_projector,
    find_selection_frame,
    free_motion_projector,
    HybridDynamics,
    motion_force_projector,
    projector_pair,
    relative_inertia,
)
from frictioncone_ros.constraints import constraint_from_wrenches, contact_constraint
from frictioncone_ros.contact import ContactMode, FIXED, SEPARATING, UNSPECIFIED

INTERACTIONS = st.sampled_from([FIXED, UNSPECIFIED, SEPARATING])


@st.composite
def constraints(draw, dimension):
    """Constraints of contacts in some mode, well enough conditioned to compare to 1e-7."""
    state = draw(contact_states(dimension, most=3))
    mode = ContactMode([draw(INTERACTIONS) for _ in range(state.contact_count)])
    return contact_constraint(state, mode, 1.0, rank_tolerance=1e-2)


@st.composite
def metrics(draw, dimension):
    """Symmetric positive definite matrices, not of rigid-body form."""
    mixture = np.array([draw(vectors(dimension)) for _ in range(dimension)])
    return mixture @ mixture.T + draw(bodies(dimension)).matrix


def near(first, second, tolerance=1e-7):
    scale = max(1.0, np.abs(first).max(initial=0.0), np.abs(second).max(initial=0.0))
    return np.abs(first - second).max(initial=0.0) <= tolerance * scale


@given(st.data(), DIMENSIONS)
def test_projectors_are_projectors(data, dimension):
    found = data.draw(constraints(dimension))
    force = constraint_force_projector(found.constraint_force_basis, data.draw(metrics(dimension)))
    motion = free_motion_projector(found.free_motion_basis, data.draw(metrics(dimension)))
    assert near(force @ force, force)
    assert near(motion @ motion, motion)
    assert np.isclose(np.trace(force), found.rank, atol=1e-7)
    assert np.isclose(np.trace(motion), dimension - found.rank, atol=1e-7)
    assert near(force @ found.constraint_force_basis, found.constraint_force_basis)
    assert near(motion @ found.free_motion_basis, found.free_motion_basis)


@given(st.data(), DIMENSIONS)
def test_ranges_do_not_depend_on_the_metric(data, dimension):
    found = data.draw(constraints(dimension))
    first, second = data.draw(metrics(dimension)), data.draw(metrics(dimension))
    forces, motions = found.constraint_force_basis, found.free_motion_basis
    force_1, force_2 = (constraint_force_projector(forces, metric) for metric in (first, second))
    motion_1, motion_2 = (free_motion_projector(motions, metric) for metric in (first, second))
    assert near(force_1 @ force_2, force_2)
    assert near(motion_1 @ motion_2, motion_2)
    assert near(motion_force_projector(motions, first) @ force_2, 0.0 * force_2)
    assert near(constrained_motion_projector(forces, first) @ motion_2, 0.0 * motion_2)


@given(st.data(), DIMENSIONS)
def test_force_and_motion_projectors_are_dual(data, dimension):
    found, metric = data.draw(constraints(dimension)), data.draw(metrics(dimension))
    force = constraint_force_projector(found.constraint_force_basis, metric)
    motion = free_motion_projector(found.free_motion_basis, np.linalg.inv(metric))
    unit = np.eye(dimension)
    assert near(force.T, unit - motion)
    assert near(unit - force, motion_force_projector(found.free_motion_basis, metric))
    pair = projector_pair(found, metric)
    assert near(pair.constraint_force, force)
    assert near(pair.free_motion, motion)
    assert near(pair.motion_force, unit - force)
    assert near(pair.constrained_motion, unit - motion)


@given(st.data(), DIMENSIONS)
def test_projected_force_does_no_work_on_projected_motion(data, dimension):
    found = data.draw(constraints(dimension))
    force = constraint_force_projector(found.constraint_force_basis, data.draw(metrics(dimension)))
    motion = free_motion_projector(found.free_motion_basis, data.draw(metrics(dimension)))
    wrench, twist = force @ data.draw(vectors(dimension)), motion @ data.draw(vectors(dimension))
    assert abs(wrench @ twist) <= 1e-7 * max(1.0, np.abs(wrench).max() * np.abs(twist).max())


@given(st.data(), DIMENSIONS)
def test_the_split_does_not_know_the_frame(data, dimension):
    found, metric = data.draw(constraints(dimension)), data.draw(metrics(dimension))
    frame = data.draw(transforms(dimension))
    forces = frame.force_transform
    seen = constraint_from_wrenches(forces @ found.constraint_force_basis)
    moved = projector_pair(seen, forces @ metric @ forces.T)
    pair = projector_pair(found, metric)
    assert near(moved.constraint_force @ forces, forces @ pair.constraint_force, 1e-6)
    motions = frame.motion_transform
    assert near(moved.free_motion @ motions, motions @ pair.free_motion, 1e-6)


@given(st.data(), DIMENSIONS, st.sampled_from([1e-3, 25.4, 1e3]))
def test_the_split_does_not_know_the_unit_of_length(data, dimension, unit):
    found, metric = data.draw(constraints(dimension)), data.draw(metrics(dimension))
    # In another unit of length moments are numbers of that unit: a diagonal force transform.
    scaling = np.diag([1.0] * (2 if dimension == 3 else 3) + [unit] * (1 if dimension == 3 else 3))
    seen = constraint_from_wrenches(scaling @ found.constraint_force_basis, (), unit)
    moved = projector_pair(seen, scaling @ metric @ scaling)
    back = np.linalg.inv(scaling) @ moved.constraint_force @ scaling
    assert near(back, projector_pair(found, metric).constraint_force, 1e-6)


@given(st.data(), DIMENSIONS)
def test_the_split_does_not_know_the_basis(data, dimension):
    found, metric = data.draw(constraints(dimension)), data.draw(metrics(dimension))
    rank = found.rank
    mixture = np.tril(np.ones((rank, rank))) * 3.0
    other = constraint_force_projector(found.constraint_force_basis @ mixture, metric)
    assert near(other, constraint_force_projector(found.constraint_force_basis, metric))


@given(st.data(), DIMENSIONS)
def test_a_selection_frame_is_one_wherever_it_is_seen_from(data, dimension):
    size = 2 if dimension == 3 else 3
    chosen = data.draw(st.lists(st.booleans(), min_size=dimension, max_size=dimension))
    frame = data.draw(transforms(dimension))
    axes = frame.inverse().force_transform[:, np.flatnonzero(chosen)]
    found = find_selection_frame(constraint_from_wrenches(axes))
    assert found is not None
    assert sum(found.selection[:size]) == sum(chosen[:size])
    assert sum(found.selection[size:]) == sum(chosen[size:])
    force, motion = found.constraint_force_projector, found.free_motion_projector
    assert near(force @ axes, axes)
    assert np.isclose(np.trace(force), sum(chosen))
    assert near(force.T, np.eye(dimension) - motion)


@given(st.data(), DIMENSIONS)
def test_filtered_commands_come_out_exactly(data, dimension):
    found, body = data.draw(constraints(dimension)), data.draw(bodies(dimension))
    given_vectors = [data.draw(vectors(dimension)) for _ in range(5)]
    softness = np.diag(np.abs(given_vectors[0]))
    dynamics = HybridDynamics(found, body, softness, *given_vectors[1:4])
    acceleration = data.draw(vectors(dimension))
    metric = data.draw(metrics(dimension))
    force = constraint_force_projector(found.constraint_force_basis, metric) @ given_vectors[4]
    motion = free_motion_projector(found.free_motion_basis, metric) @ acceleration
    response = dynamics.response(dynamics.decoupled_command(motion, force))
    assert near(response.relative_acceleration, motion, 1e-6)
    assert near(response.contact_force, force, 1e-6)


@given(st.data(), DIMENSIONS)
def test_the_response_obeys_newton_on_both_sides(data, dimension):
    found, body = data.draw(constraints(dimension)), data.draw(bodies(dimension))
    softness = np.diag(np.abs(data.draw(vectors(dimension))))
    bias, drift, turn, applied = (data.draw(vectors(dimension)) for _ in range(4))
    dynamics = HybridDynamics(found, body, softness, bias, drift, turn)
    response = dynamics.response(applied)
    left = body.matrix @ response.acceleration + bias + response.contact_force
    assert near(left, applied, 1e-6)
    environment = softness @ response.contact_force + drift
    relative = response.acceleration - environment - turn
    assert near(relative, response.relative_acceleration, 1e-6)
    assert near(found.constraint_force_basis.T @ relative, np.zeros(found.rank), 1e-6)


@given(st.data(), DIMENSIONS)
def test_relative_inertia_is_the_inverse_of_summed_mobilities(data, dimension):
    body = data.draw(bodies(dimension)).matrix
    softness = np.diag(np.abs(data.draw(vectors(dimension))))
    found = relative_inertia(body, softness)
    assert near(found @ (np.linalg.inv(body) + softness), np.eye(dimension), 1e-8)
    assert near(relative_inertia(body, np.zeros_like(body)), body)
