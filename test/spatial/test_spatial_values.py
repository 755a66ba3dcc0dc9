# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hand-computed values and the words of refusals in the room spatial."""

import numpy as np
import pytest

from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.spatial import (
    as_twist,
    as_wrench,
    force_transform,
    Inertia,
    motion_transform,
    operational_space_inertia,
    power,
    RigidTransform,
    wrench_norm,
)
from frictioncone_ros.spatial.arrays import (
    as_matrix,
    as_point,
    as_vector,
    frozen_array,
    largest_magnitude,
    numerical_rank,
    row_magnitudes,
    same_entries,
)
from frictioncone_ros.spatial.products import twist_norm


def test_force_at_an_arm_seen_from_a_moved_frame():
    """A unit force along y at x = 2: moment 2 about the origin, 1 about x = 1, -1 about x = 3."""
    wrench = [0.0, 1.0, 2.0]
    assert np.allclose(force_transform(np.eye(2), [1.0, 0.0]) @ wrench, [0, 1, 1])
    assert np.allclose(force_transform(np.eye(2), [3.0, 0.0]) @ wrench, [0, 1, -1])


def test_rotation_rows_are_the_new_axes():
    turned = RigidTransform.planar(np.pi / 2, [0.0, 0.0])
    assert np.allclose(turned.force_transform @ [0.0, 1.0, 5.0], [1, 0, 5])
    assert np.allclose(turned.transform_point([0.0, 2.0]), [2, 0])


def test_spatial_velocity_at_a_moved_origin():
    """Turning about z at 2 rad/s, the point one metre along x moves along y at 2 m/s."""
    twist = [0, 0, 0, 0, 0, 2.0]
    assert np.allclose(motion_transform(np.eye(3), [1, 0, 0]) @ twist, [0, 2, 0, 0, 0, 2])


def test_inertia_of_a_point_like_body_off_its_reference():
    """A mass of 2 kg, 3 m along x: moment of inertia 18 + 2 rho^2, coupling m c."""
    matrix = Inertia.planar_body(2.0, 0.5, [3.0, 0.0]).matrix
    assert np.allclose(matrix, [[2, 0, 0], [0, 2, 6], [0, 6, 18.5]])
    assert Inertia.planar_body(2.0, 0.5).radius_of_gyration == pytest.approx(0.5)
    assert Inertia.planar_body(2.0, 0.5).mass == 2.0


def test_centripetal_force_of_a_body_off_its_reference():
    body = Inertia.spatial_body(2.0, np.eye(3), [3.0, 0.0, 0.0])
    assert np.allclose(body.velocity_wrench([0, 0, 0, 0, 0, 2.0]), [-24, 0, 0, 0, 0, 0])


def test_operational_space_inertia_of_a_two_link_like_arm():
    jacobian = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.0]])
    inertia = operational_space_inertia(np.diag([1.0, 4.0, 16.0]), jacobian)
    assert np.allclose(inertia.matrix, np.eye(3))
    with pytest.raises(InvalidInputError, match='operational-space mobility'):
        operational_space_inertia(np.eye(3), np.diag([1.0, 1.0, 0.0]))


@pytest.mark.parametrize(
    ('call', 'words'),
    [
        (lambda: as_wrench([1, 2]), r'components of wrench is 2, expected 3 .planar. or 6'),
        (lambda: as_wrench([1, 2, np.nan]), 'wrench is .*nan.*finite'),
        (lambda: as_twist([1, 2, 3], 6), r'of twist is 3 .planar., expected 6 .spatial.'),
        (lambda: as_wrench('pushing'), 'wrench is .*an array of numbers'),
        (lambda: power([1, 2, 3], [1, 2, 3, 4, 5, 6]), 'of twist is 6 .spatial., expected 3'),
        (lambda: RigidTransform(2 * np.eye(2), [0, 0]), 'rotation is .*R\\^T R = I'),
        (lambda: RigidTransform(np.diag([1.0, -1.0]), [0, 0]), 'reflection'),
        (lambda: Inertia(np.diag([1.0, 1.0, 0.0])), 'diagonal of inertia'),
        (lambda: Inertia(np.array([[1.0, 0, 0], [0, 1, 1], [0, 1, 1]])), 'positive definite'),
        (lambda: Inertia(np.array([[1.0, 0, 0], [0, 1, 0.5], [0, 0, 1]])), 'symmetric'),
        (lambda: Inertia.planar_body(-1.0, 1.0), 'mass is -1.0, expected a number > 0'),
        (lambda: wrench_norm([1, 2, 3], 0.0), 'characteristic length'),
    ],
)
def test_refusals_say_what_and_what_was_expected(call, words):
    with pytest.raises(FrictionConeError, match=words):
        call()


def test_arrays_inside_results_cannot_be_changed():
    source = np.eye(3)
    body = Inertia(source)
    source[0, 0] = 7.0
    assert body.matrix[0, 0] == 1.0
    with pytest.raises(ValueError, match='read-only'):
        body.matrix[0, 0] = 7.0


def test_the_radius_of_gyration_is_that_of_the_mean_rotational_inertia():
    """2 kg with a mean of (1 + 2 + 3) / 3 kg m^2; 3 m away along x two of them grow by 18."""
    turning = np.diag([1.0, 2.0, 3.0])
    assert Inertia.spatial_body(2.0, turning).radius_of_gyration == pytest.approx(1.0)
    moved = Inertia.spatial_body(2.0, turning, [3.0, 0.0, 0.0])
    assert moved.radius_of_gyration == pytest.approx(np.sqrt(0.5 * (6.0 + 36.0) / 3.0))
    planar = Inertia.planar_body(2.0, 0.5, [3.0, 4.0])
    assert planar.radius_of_gyration == pytest.approx(np.sqrt(0.25 + 25.0))
    # Of an arm's inertia the mean of what it is along the axes counts as the mass.
    assert Inertia(np.diag([1.0, 2.0, 6.0, 12.0, 12.0, 12.0])).mass == pytest.approx(3.0)
    assert Inertia(np.diag([1.0, 3.0, 8.0])).radius_of_gyration == pytest.approx(2.0)


def test_the_velocity_wrench_turns_what_moves_and_what_turns():
    """omega x (omega x m c) and omega x (I omega), here with all axes different."""
    body = Inertia.spatial_body(2.0, np.diag([1.0, 2.0, 4.0]))
    assert np.allclose(body.velocity_wrench([5, 6, 7, 1, 2, 3]), [0, 0, 0, 12.0, -9.0, 2.0])
    center, rate = np.array([0.1, 0.2, -0.3]), np.array([1.0, -2.0, 0.5])
    off = Inertia.spatial_body(2.0, np.diag([1.0, 2.0, 4.0]), center)
    force = 2.0 * np.cross(rate, np.cross(rate, center))
    moment = np.cross(rate, np.diag([1.0, 2.0, 4.0]) @ rate) + np.cross(center, force)
    assert np.allclose(off.velocity_wrench([0, 0, 0, *rate]), [*force, *moment])
    planar = Inertia.planar_body(2.0, 0.5, [0.3, -0.4])
    assert np.allclose(planar.velocity_wrench([9.0, 9.0, 3.0]), [-5.4, 7.2, 0.0])


@pytest.mark.parametrize(
    ('values', 'largest'),
    [([], 0.0), ([[]], 0.0), ([1e-3, -2e-3], 2e-3), ([[0.5, -3.0], [2.0, 1.0]], 3.0)],
)
def test_the_largest_magnitude_is_of_every_entry_and_no_entry_has_none(values, largest):
    assert largest_magnitude(np.array(values)) == largest


def test_each_row_has_its_own_largest_magnitude():
    assert row_magnitudes(np.array([[1e-3, -2e-3], [-4.0, 3.0]])).tolist() == [2e-3, 4.0]
    assert row_magnitudes(np.zeros((2, 0))).tolist() == [0.0, 0.0]


def test_a_rank_is_counted_beside_the_largest_value_whatever_the_unit():
    values = np.array([4.0, 1.0, 3e-6, 1e-12])
    for unit in (1.0, 1e-9, 1e9):
        assert [numerical_rank(unit * values, one) for one in (0.5, 1e-3, 1e-9, 0.0)] == [
            1,
            2,
            3,
            4,
        ]
    assert numerical_rank(np.zeros(3), 1e-9) == 0
    assert numerical_rank(np.zeros(0), 1e-9) == 0


@pytest.mark.parametrize('size', [3, 6])
def test_sizes_are_the_same_in_metres_and_in_millimetres(size):
    linear, random = size // 3 + 1, np.random.default_rng(size)
    vector, length = random.normal(size=size), 0.3
    moments, speeds = np.ones(size), np.ones(size)
    moments[linear:], speeds[:linear] = 1e3, 1e3
    seen = wrench_norm(moments * vector, 1e3 * length), twist_norm(speeds * vector, 1e3 * length)
    assert seen[0] == pytest.approx(wrench_norm(vector, length))
    assert seen[1] == pytest.approx(1e3 * twist_norm(vector, length))


@pytest.mark.parametrize(
    'made',
    [
        lambda: as_vector([1.0, 2.0], 2, 'x'),
        lambda: as_point([1.0, 2.0], 'x'),
        lambda: as_matrix(np.eye(2), (2, 2), 'x'),
        lambda: as_wrench(np.ones(6)),
        lambda: as_twist(np.ones(3)),
        lambda: frozen_array([1.0]),
        lambda: Inertia.planar_body(2.0, 0.5).matrix,
    ],
)
def test_what_came_through_the_door_cannot_be_changed(made):
    with pytest.raises(ValueError, match='read-only'):
        made()[0] = 5.0


@pytest.mark.parametrize(
    ('one', 'other', 'same'),
    [
        ([1.0, 2.0], [1.0, 2.0], True),
        ([1.0, 2.0], [1.0, 3.0], False),
        ([1.0, 2.0], [1.0, 2.0, 0.0], False),
        ([], [], True),
    ],
)
def test_entries_are_the_same_where_all_are(one, other, same):
    assert same_entries(np.array(one), np.array(other)) is same
