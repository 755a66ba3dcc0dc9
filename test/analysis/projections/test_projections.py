# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hand-computed splits, the cases without selection frame, and the measured wrench."""

import numpy as np
import pytest

from frictioncone_ros.analysis.projections import (
    constraint_force_projector,
    contact_part_of_measured_wrench,
    contact_projectors,
    find_selection_frame,
    free_motion_projector,
    HybridDynamics,
    length_metric,
    projector_pair,
)
from frictioncone_ros.analysis.projections.hybrid_dynamics import relative_inertia
from frictioncone_ros.constraints import (
    constraint_from_bases,
    constraint_from_motions,
    constraint_from_wrenches,
    contact_constraint,
)
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia, RigidTransform

# Figure 1 of Featherstone: two contacts whose normals are skew and do not meet.
SKEW = constraint_from_wrenches(
    np.array([[0, 0, 1, 0, 0, 0], [0, 0.6, 0.8, 0.8, -1.6, 1.2]], dtype=float).T
)
# Figure 2: a cone in a groove turns about its axis and moves along the groove.
GROOVE = constraint_from_motions(
    np.array([[0, 0, 0, 0, 0.6, 0.8], [0, 1.0, 0, 0, 0, 0]], dtype=float).T
)


def rod(mass=3.0, length=0.6):
    return Inertia.spatial_body(mass, mass * length**2 / 12 * np.diag([1.0, 1.0, 0.001]))


def test_a_force_off_the_centre_of_mass_splits_by_the_inertia():
    # Planar body, mass 2, rho 1, frictionless contact below it at (1, -1), normal up: the
    # constraint force is (0, 1, 1). A force (0, -f, 0) at the centre of mass meets the mobility
    # 1/2 of translation and 1/2 of rotation: half of it goes into the contact.
    constraint = constraint_from_wrenches([[0.0], [1.0], [1.0]])
    projector = constraint_force_projector(constraint.constraint_force_basis, np.diag([2, 2, 2.0]))
    assert np.allclose(projector @ (0, -8.0, 0), (0, -4.0, -4.0))
    assert np.allclose(projector @ (5.0, 0, 0), 0.0)


def test_the_contact_force_of_that_body_is_what_newton_says():
    body = Inertia.planar_body(2.0, 1.0)
    dynamics = HybridDynamics(constraint_from_wrenches([[0.0], [1.0], [1.0]]), body)
    response = dynamics.response((0.0, -8.0, 0.0))
    # The robot presses down on the floor with 4 N; the body falls with a_y = -2, alpha = 2, and
    # its point at the contact, a_y + alpha * 1, stays.
    assert np.allclose(response.contact_force, (0, -4.0, -4.0))
    assert np.allclose(response.acceleration, (0, -2.0, 2.0))


def test_a_mobile_environment_takes_part():
    # Normal direction only: robot of 2 kg presses with 6 N on a free block of 1 kg.
    body = Inertia.planar_body(2.0, 1.0)
    mobility = np.diag([1.0, 1.0, 1.0])
    constraint = constraint_from_wrenches([[0.0], [1.0], [0.0]])
    response = HybridDynamics(constraint, body, mobility).response((0.0, 6.0, 0.0))
    # Together 3 kg: 2 m/s^2, of which the block needs 2 N.
    assert np.allclose(response.acceleration, (0, 2.0, 0))
    assert np.allclose(response.contact_force, (0, 2.0, 0))


def test_without_projection_the_two_controllers_disturb_each_other():
    body = Inertia.planar_body(2.0, 0.5, (0.3, 0.2))
    dynamics = HybridDynamics(constraint_from_wrenches([[0.0], [1.0], [1.0]]), body)
    raw = dynamics.response(dynamics.decoupled_command((0, 1.0, 0), (0, -5.0, -5.0)))
    assert not np.allclose(raw.contact_force, (0, -5.0, -5.0))
    command = dynamics.filtered_command((0, 1.0, 0), (0, -5.0, -5.0), body.matrix)
    assert np.allclose(dynamics.response(command).contact_force, (0, -5.0, -5.0))


@pytest.mark.parametrize('constraint', [SKEW, GROOVE], ids=['two skew contacts', 'cone in groove'])
def test_no_single_frame_holds_these(constraint):
    assert find_selection_frame(constraint) is None


def test_parallel_normals_off_one_line_have_a_frame():
    pair = constraint_from_wrenches(
        np.array([[0, 0, 1, 0.2, 0, 0], [0, 0, 1, -0.2, 0, 0]], dtype=float).T
    )
    found = find_selection_frame(pair)
    assert found is not None
    assert sum(found.selection[:3]) == 1
    assert sum(found.selection[3:]) == 1


def test_the_selection_matrix_is_a_projector_with_a_metric_diagonal_in_its_frame():
    frame = RigidTransform(((0, 1, 0), (0, 0, 1), (1, 0, 0)), (0.3, -0.2, 0.5))
    constraint = constraint_from_wrenches(frame.inverse().force_transform[:, [0, 4]])
    found = find_selection_frame(constraint)
    assert found is not None
    back = found.frame.inverse().force_transform
    metric = back @ np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) @ back.T
    pair = projector_pair(constraint, metric)
    assert np.allclose(pair.constraint_force, found.constraint_force_projector, atol=1e-12)
    assert np.allclose(pair.free_motion, found.free_motion_projector, atol=1e-12)


def test_the_identity_is_not_an_invariant_metric():
    frame = RigidTransform(np.eye(3), (0.5, 0.0, 0.0)).force_transform
    here = constraint_force_projector(SKEW.constraint_force_basis, np.eye(6))
    there = constraint_force_projector(frame @ SKEW.constraint_force_basis, np.eye(6))
    assert not np.allclose(there @ frame, frame @ here, atol=1e-3)


def test_a_sensor_behind_a_moving_object_reads_the_contact_force_after_filtering():
    held, weight = rod(), np.array([0, 0, -29.43, 0, 0, 0])
    acceleration = SKEW.free_motion_basis @ (0.5, -1.0, 2.0, 0.3)
    contact = SKEW.constraint_force_basis @ (12.0, 7.0)
    measured = contact + held.matrix @ acceleration - weight
    found = contact_part_of_measured_wrench(measured, SKEW, held, -weight)
    assert np.allclose(found, contact)
    assert not np.allclose(measured, contact, atol=0.5)


@pytest.mark.parametrize('metric', [
    np.diag([1.0, 1, 1, 1, 1, -1]), np.zeros((6, 6)), np.full((6, 6), np.nan),
])  # fmt: skip
def test_a_metric_that_is_not_positive_definite_is_refused(metric):
    with pytest.raises(InvalidInputError, match='positive definite'):
        constraint_force_projector(SKEW.constraint_force_basis, metric)
    with pytest.raises(InvalidInputError, match='positive definite'):
        free_motion_projector(SKEW.free_motion_basis, metric)


def test_the_length_metric_weighs_rotation_by_the_length():
    assert np.allclose(np.diag(length_metric(6, 0.2)), (1, 1, 1, 0.04, 0.04, 0.04))
    assert np.allclose(np.diag(length_metric(3, 2.0)), (1, 1, 4))


@pytest.mark.parametrize('softness', [np.diag([1, 1, 1, 1, 1, -1.0]), np.triu(np.ones((6, 6)))])
def test_an_impossible_environment_is_refused(softness):
    with pytest.raises(InvalidInputError, match='environment mobility'):
        HybridDynamics(SKEW, rod(), softness)


@pytest.mark.parametrize(('forces', 'motions'), [
    (np.zeros((6, 0)), np.eye(6)), (np.eye(6), np.zeros((6, 0))),
], ids=['free', 'held'])  # fmt: skip
def test_all_free_and_all_held_are_ordinary_constraints(forces, motions):
    metric = np.diag([1.0, 2, 3, 4, 5, 6])
    rank = forces.shape[1]
    held = np.eye(6) if rank else np.zeros((6, 6))
    constraint = constraint_from_bases(forces, motions)
    assert np.allclose(constraint_force_projector(forces, metric), held)
    assert np.allclose(free_motion_projector(motions, metric), np.eye(6) - held)
    assert np.allclose(projector_pair(constraint, metric).constraint_force, held)
    assert sum(find_selection_frame(constraint).selection) == rank
    response = HybridDynamics(constraint, Inertia(metric)).response(np.ones(6))
    assert np.allclose(response.contact_force, held @ np.ones(6))


def test_contacts_without_a_metric_of_their_own_take_the_body_then_the_length():
    points = [(0.1, 0.0, 0.0), (-0.1, 0.05, 0.0)]
    body = Inertia.spatial_body(2.0, np.diag((0.1, 0.2, 0.3)), (0.0, 0.0, 0.05))
    bare = ContactState.from_points(points, (0.0, 0.0, 1.0), 0.5)
    heavy = ContactState.from_points(points, (0.0, 0.0, 1.0), 0.5, body)
    by_body = contact_projectors(heavy, 'ff')
    assert np.allclose(
        by_body.constraint_force, contact_projectors(bare, 'ff', body.matrix).constraint_force
    )
    metric = length_metric(
        6, contact_constraint(bare, ContactMode.parse('ff')).characteristic_length
    )
    by_length = contact_projectors(bare, 'ff')
    assert np.allclose(
        by_length.constraint_force, contact_projectors(heavy, 'ff', metric).constraint_force
    )
    assert not np.allclose(by_body.constraint_force, by_length.constraint_force, atol=1e-3)


@pytest.mark.parametrize('shape', [(4, 4), (3, 6), (6,)])
def test_an_inertia_of_no_space_is_refused_by_the_shape_it_should_have(shape):
    with pytest.raises(InvalidInputError, match=r'operational inertia.*\(6, 6\)'):
        relative_inertia(np.ones(shape), np.eye(6))
