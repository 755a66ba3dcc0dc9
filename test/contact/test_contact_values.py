# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hand-computed values and the words of refusals in the room contact."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import (
    acceleration_bias,
    CircularCone,
    component_slices,
    contact_patch,
    contact_speeds,
    contact_velocities,
    ContactKind,
    ContactPoint,
    ContactState,
    delassus_matrix,
    edge_wrenches,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    has_torsion,
    slip_directions,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.spatial import Inertia

FLOOR = ContactPoint([1.0, -1.0], [0.0, 1.0], CircularCone(0.5), name='floor')


def test_planar_columns_are_normal_then_tangent_turned_left():
    """Normal up at (1, -1): moment +1. Tangent (-1, 0): moment -y * fx = -1."""
    assert np.allclose(wrench_matrix(ContactState([FLOOR])), [[0, -1], [1, 0], [1, -1]])


def test_spatial_frame_is_right_handed_and_starts_at_x_on_a_floor():
    contact = ContactPoint([0, 0, 0], [0, 0, 1], Frictionless())
    assert np.allclose(contact.frame, [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    hinted = ContactPoint([0, 0, 0], [0, 0, 1], Frictionless(), tangent_hint=[0, 3, 4])
    assert np.allclose(hinted.frame, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])


def test_soft_finger_adds_the_moment_about_its_normal():
    pad = SoftFinger(0.5, 0.1, 4, independent=True)
    soft = ContactPoint([1, 0, 0], [0, 0, 1], pad, name='soft')
    hard = ContactPoint([0, 1, 0], [0, 0, 1], FrictionPyramid(0.5, 0.25), name='hard')
    state = ContactState([hard, soft])
    assert component_slices(state) == (slice(0, 3), slice(3, 7))
    assert (has_torsion(state, 0), has_torsion(state, 1)) == (False, True)
    assert np.allclose(wrench_matrix(state)[:, 6], [0, 0, 0, 0, 0, 1])
    assert np.allclose(wrench_matrix(state)[:, 3], [0, 0, 1, 0, -1, 0])
    assert edge_wrenches(state, 1).shape == (6, 8)


def test_edges_of_every_model_on_a_floor():
    assert FrictionPyramid(0.5, 0.25).force_edges(6).tolist() == [
        [1, 0.5, 0.25],
        [1, 0.5, -0.25],
        [1, -0.5, 0.25],
        [1, -0.5, -0.25],
    ]
    assert np.allclose(FrictionPolygon(1.0, 3).force_edges(6)[1], [1, -0.5, np.sqrt(0.75)])
    assert CircularCone(0.5).force_edges(6) is None
    assert CircularCone(0.0).force_edges(6).tolist() == [[1, 0, 0]]
    assert CircularCone(0.5).force_edges(3).tolist() == [[1, 0.5], [1, -0.5]]
    assert SoftFinger(0.0, 0.1).force_edges(6).tolist() == [[1, 0, 0, 0.1], [1, 0, 0, -0.1]]
    assert SoftFinger(0.3, 0.1).force_edges(6) is None
    assert SoftFinger(0.3, 0.1).force_edges(3).tolist() == [[1, 0.3], [1, -0.3]]


def test_velocity_relative_to_a_conveyor():
    """The body moves right at 2 m/s on a belt that runs right at 3: it slides left at 1."""
    contact = ContactPoint([0, 0], [0, 1], CircularCone(0.5), surface_velocity=[3.0, 0.0])
    state = ContactState([contact], twist=[2.0, 0.0, 0.0])
    assert np.allclose(contact_velocities(state), [[0.0, 1.0]])
    assert np.allclose(slip_directions(state), [[1.0]])
    assert np.allclose(slip_directions(state.with_twist([3.0, 0.0, 0.0])), [[0.0]])


def test_rolling_disc_has_the_curvature_that_cancels_its_centripetal_acceleration():
    """A disc of radius 2 rolls on a vertex: both kinds of contact open at the same rate."""
    disc = ContactPoint(
        [0.0, -2.0],
        [0.0, 1.0],
        CircularCone(1.0),
        kind=ContactKind.ENVIRONMENT_VERTEX,
        curvature=0.5,
    )
    # Sliding along at 3 m/s without turning: the gap opens like x^2 / (2 R), so 9 / 2.
    sliding = ContactState([disc], twist=[3.0, 0.0, 0.0])
    assert np.allclose(acceleration_bias(sliding)[:, 0], [4.5])
    # Spinning about its own centre the disc does not open at all.
    spinning = ContactState([disc], twist=[0.0, 0.0, 3.0])
    assert np.allclose(acceleration_bias(spinning)[:, 0], [0.0])


def test_curvature_form_in_space_acts_along_its_axes():
    contact = ContactPoint([0, 0, 0], [0, 0, 1], CircularCone(1.0), curvature=[[2, 0], [0, 0]])
    along = ContactState([contact], twist=[3, 0, 0, 0, 0, 0])
    across = ContactState([contact], twist=[0, 3, 0, 0, 0, 0])
    assert np.allclose(acceleration_bias(along)[0], [18, 0, 0])
    assert np.allclose(acceleration_bias(across)[0], [0, 0, 0])


def test_delassus_of_a_contact_above_the_centre_is_the_inverse_mass():
    contact = ContactPoint([0.0, -1.0], [0.0, 1.0], CircularCone(0.5))
    matrix = delassus_matrix(ContactState([contact], Inertia.planar_body(2.0, 1.0)))
    assert np.allclose(matrix, [[0.5, 0.0], [0.0, 1.0]])


def test_patch_names_its_corners():
    corners = contact_patch([[0, 0, 0], [1, 0, 0]], [0, 0, 1], CircularCone(0.3), name='sole')
    assert ContactState(corners).names == ('sole/0', 'sole/1')


def test_no_contacts_is_an_ordinary_state():
    state = ContactState(dimension=3)
    assert wrench_matrix(state).shape == (3, 0)
    assert contact_velocities(state).shape == (0, 2)
    assert acceleration_bias(state).shape == (0, 2)
    assert state.characteristic_length == 1.0
    assert wrench_matrix(ContactState()).shape == (6, 0)


def test_contacts_may_coincide():
    other = ContactPoint([1.0, -1.0], [0.0, 1.0], CircularCone(0.5), name='again')
    matrix = wrench_matrix(ContactState([FLOOR, other]))
    assert np.array_equal(matrix[:, :2], matrix[:, 2:])


def test_characteristic_length_is_the_gyration_radius_where_known():
    assert ContactState([FLOOR]).characteristic_length == pytest.approx(np.sqrt(2.0))
    weighed = ContactState([FLOOR], Inertia.planar_body(2.0, 0.25))
    assert weighed.characteristic_length == pytest.approx(0.25)


def contact(**changes):
    fields = {
        'contact_position': [0, 0, 0],
        'contact_normal': [0, 0, 1],
        'friction': CircularCone(0.5),
        'name': 'thumb',
    }
    return ContactPoint(**{**fields, **changes})


@pytest.mark.parametrize(
    ('call', 'words'),
    [
        (lambda: contact(contact_normal=[0, 0, 1.1]), "contact 'thumb': contact normal .* unit"),
        (lambda: contact(contact_normal=[0, 1]), "contact 'thumb': shape of contact normal"),
        (lambda: contact(contact_position=[0, 0, np.inf]), "'thumb': contact position .*inf"),
        (lambda: contact(contact_position=[0]), "'thumb': shape of contact position is"),
        (lambda: contact(friction=0.5), "'thumb': friction is 0.5, expected a FrictionModel"),
        (lambda: contact(tangent_hint=[0, 0, 2]), "'thumb': tangent hint .*not along the normal"),
        (lambda: contact(curvature=[[0, 1], [0, 0]]), "'thumb': curvature .*symmetric"),
        (lambda: contact(curvature=np.nan), "'thumb': curvature is nan"),
        (lambda: contact(surface_velocity=[0, 1]), "'thumb': shape of surface velocity"),
        (lambda: CircularCone(-0.1), 'friction coefficient is -0.1, expected a number >= 0'),
        (lambda: CircularCone(np.nan), 'friction coefficient is nan, expected a finite number'),
        (lambda: FrictionPolygon(0.5, 2), 'edge count .* is 2, expected an integer >= 3'),
        (lambda: SoftFinger(0.5, -1.0), 'torsional friction is -1.0'),
        (lambda: ContactState([FLOOR, FLOOR]), 'names of contacts is .*floor'),
        (
            lambda: ContactState([FLOOR, FLOOR.renamed('wall'), FLOOR]),
            r"names of contacts is \['floor'\]",
        ),
        (lambda: ContactState([FLOOR, contact()]), "contact 'thumb' is 6 .spatial., expected 3"),
        (lambda: ContactState(['floor']), r"contacts\[0\] is 'floor', expected a ContactPoint"),
        (lambda: ContactState([FLOOR], twist=[1.0, 2.0]), 'dimension of twist is 2, expected 3'),
        (lambda: ContactState([FLOOR], twist=[1.0, np.nan, 0.0]), 'twist is .*finite'),
        (lambda: ContactState(dimension=4), 'dimension is 4'),
        (lambda: delassus_matrix(ContactState([FLOOR])), 'inertia is None'),
        (lambda: contact_patch([], [0, 0, 1], Frictionless(), 'sole'), "patch 'sole': shape of"),
        (lambda: ContactState([FLOOR]).with_friction([]), 'number of friction models is 0'),
    ],
)
def test_refusals_name_the_contact_and_the_value(call, words):
    with pytest.raises(FrictionConeError, match=words):
        call()


@pytest.mark.parametrize(
    ('points', 'normals', 'friction', 'words'),
    [
        (np.zeros((4, 3)), np.zeros((3, 3)), 0.5, r'normals is \(3, 3\), expected \(4, 3\) as'),
        (np.zeros((4, 2)), np.zeros(3), 0.5, r'points have, or \(2,\) for all'),
        (np.zeros(3), np.zeros(3), 0.5, r'points is \(3,\), expected \(k, 2\) or \(k, 3\)'),
        (np.zeros((4, 4)), np.zeros(4), 0.5, r'points is \(4, 4\)'),
        (np.zeros((2, 3)), (0, 0, 1), [0.5], r'models is 1, expected one per point \(2\)'),
        (np.zeros((2, 3)), (0, 0, 1), [0.5, -1.0], r'friction\[1\] is -1.0'),
    ],
)
def test_points_that_do_not_fit_are_refused_with_what_would(points, normals, friction, words):
    with pytest.raises(InvalidInputError, match=words):
        ContactState.from_points(points, normals, friction)


def test_a_mass_is_spread_as_far_as_the_points_are():
    """The root mean square of 3 and 4 m and 0; one metre where all lie at the reference point."""
    places = [(3.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 0.0)]
    state = ContactState.from_points(places, (0, 0, 1), 0.5, 6.0)
    assert np.allclose(state.inertia.matrix, np.diag([6.0] * 3 + [6.0 * 25.0 / 3.0] * 3))
    planar = ContactState.from_points([row[:2] for row in places], (0, 1), 0.5, 6.0)
    assert np.allclose(planar.inertia.matrix, np.diag([6.0, 6.0, 50.0]))
    point = ContactState.from_points([(0.0, 0.0, 0.0)], (0, 0, 1), 0.5, 6.0)
    assert np.allclose(point.inertia.matrix, 6.0 * np.eye(6))
    # Without a mass the points alone say what a moment is compared with.
    bare = ContactState.from_points(places, (0, 0, 1), 0.5)
    assert bare.inertia is None and bare.characteristic_length == pytest.approx(
        (25.0 / 3.0) ** 0.5
    )
    assert state.characteristic_length == pytest.approx((25.0 / 3.0) ** 0.5)
    assert ContactState.from_points([(0.0, 0.0)], (0, 1)).characteristic_length == 1.0


def test_a_measured_acceleration_is_told_about_another_point_with_its_orbit():
    """Turning at 2 rad/s and 3 rad/s^2 about z: 0.5 m along x goes 1.5 m/s^2 across, -2 along."""
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0, 0, 1))
    turning = replace(
        state, twist=(0, 0, 0, 0, 0, 2.0), acceleration=(0.1, 0, 0, 0, 0, 3.0)
    ).with_reference_point((0.5, 0.0, 0.0))
    assert np.allclose(turning.acceleration, (0.1 - 2.0, 1.5, 0, 0, 0, 3.0))
    assert np.allclose(turning.twist, (0, 1.0, 0, 0, 0, 2.0))
    planar = ContactState.from_points([(0.0, 0.0)], (0, 1))
    planar = replace(planar, twist=(0, 0, 2.0), acceleration=(0.1, 0, 3.0))
    assert np.allclose(
        planar.with_reference_point((0.0, 0.5)).acceleration, (0.1 - 1.5, -2.0, 3.0)
    )


def test_a_normal_that_was_taken_is_taken_again_to_the_last_bit():
    rng = np.random.default_rng(1)
    for given in rng.normal(size=(200, 3)):
        first = ContactPoint(np.zeros(3), given / np.linalg.norm(given), CircularCone(0.5))
        again = ContactPoint(np.zeros(3), first.contact_normal, CircularCone(0.5))
        assert again.contact_normal.tobytes() == first.contact_normal.tobytes()


@pytest.mark.parametrize('space', [2, 3])
def test_the_speed_of_rest_is_the_same_in_metres_and_in_millimetres(space):
    random = np.random.default_rng(space)
    places, surface = random.normal(size=(4, space)), random.normal(size=space)
    velocity, turn = random.normal(size=space), random.normal(size=1 if space == 2 else 3)
    normal = np.eye(space)[-1]

    def speeds(unit):
        contacts = [
            ContactPoint(unit * p, normal, CircularCone(0.5), surface_velocity=unit * surface)
            for p in places
        ]
        return contact_speeds(ContactState(contacts, twist=[*(unit * velocity), *turn]))

    by_hand = [
        np.hypot.reduce(velocity)
        + np.hypot.reduce(turn) * np.hypot.reduce(place)
        + np.hypot.reduce(surface)
        for place in places
    ]
    assert np.allclose(speeds(1.0), by_hand, rtol=1e-12)
    assert np.allclose(speeds(1e3), 1e3 * speeds(1.0), rtol=1e-12)


def test_a_contact_shows_what_was_stated_of_it_and_nothing_else():
    plain = ContactPoint([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], CircularCone(0.5))
    assert 'curvature' not in repr(plain) and 'surface_velocity' not in repr(plain)
    ball = ContactPoint([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], CircularCone(0.5), curvature=2.0)
    assert 'curvature' in repr(ball)
