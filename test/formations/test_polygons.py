# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polygons at the door, and formations that name what is there."""

import math

import numpy as np
import pytest
from random_formations import random_polygon

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    ElementalContact,
    FormationType,
    ManipulationSystem,
    Polygon,
    solve_contact_equations,
    vertex_contact,
)

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
ARROW = [(0.0, 0.0), (2.0, -1.0), (0.5, 0.0), (2.0, 1.0)]


@pytest.mark.parametrize('corners', [SQUARE, SQUARE[::-1], ARROW, ARROW[::-1]])
def test_normals_point_outwards_in_either_sense(corners):
    polygon = Polygon('p', corners)
    area = (
        abs(
            sum(
                a[0] * b[1] - a[1] * b[0]
                for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            )
        )
        / 2
    )
    # The divergence theorem: offset times length, summed, is twice the area.
    total = sum(edge.offset * edge.length for edge in polygon.edges)
    assert math.isclose(total, 2 * area, rel_tol=1e-14)


def test_edges_join_the_vertices_in_order():
    polygon = random_polygon(np.random.default_rng(4), 'p', 1.0)
    for number, edge in enumerate(polygon.edges):
        np.testing.assert_allclose(edge.point_at(0.0), polygon.vertices[number])
        following = polygon.vertices[(number + 1) % len(polygon.vertices)]
        np.testing.assert_allclose(edge.point_at(edge.length), following, atol=1e-15)
        assert math.isclose(edge.distance_along(edge.point_at(0.2)), 0.2)
        assert math.isclose(
            math.cos(edge.normal_angle) * following[0]
            + math.sin(edge.normal_angle) * following[1],
            edge.offset,
            abs_tol=1e-15,
        )


@pytest.mark.parametrize(
    ('corners', 'message'),
    [
        ([(0, 0), (1, 0)], 'closed outline'),
        ([(0, 0), (1, 0), (1, math.nan)], 'finite'),
        ([(0, 0), (1, 0), (1, 0), (0, 1)], 'length of edge 1'),
        ([(0, 0), (1, 0), (1, 1), (0, 0)], 'length of edge 3'),
        ([(0, 0), (1, 1), (1, 0), (0, 1)], 'self-intersection'),
        ([(0, 0), (2, 0), (1, 0), (1, 1)], 'self-intersection'),
        ([(0, 0), (1, 0), (2, 0)], 'self-intersection'),
        ([(0, 0), (2, 0), (2, 1), (1, 0), (0, 1)], 'self-intersection'),
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], 'shape of vertices'),
        ('outline', 'vertices'),
    ],
)
def test_outlines_that_bound_no_polygon(corners, message):
    with pytest.raises(InvalidInputError, match=message) as error:
        Polygon('bad', corners)
    assert "'bad'" in str(error.value)


def test_a_closed_chain_of_segments_is_a_polygon_and_an_open_one_is_not():
    chain = [[SQUARE[i], SQUARE[(i + 1) % 4]] for i in range(4)]
    np.testing.assert_array_equal(Polygon.from_segments('p', chain).vertices, SQUARE)
    with pytest.raises(InvalidInputError, match='outline is open'):
        Polygon.from_segments('p', chain[:3])
    with pytest.raises(InvalidInputError, match='shape of edges'):
        Polygon.from_segments('p', SQUARE)


def test_vertices_cannot_be_changed_from_outside():
    corners = np.array(SQUARE)
    polygon = Polygon('p', corners)
    corners[0] = 9.0
    assert polygon.vertices[0, 0] == 0.0
    with pytest.raises(ValueError, match='read-only'):
        polygon.vertices[0, 0] = 1.0


A, B = edge_contact(0, 0, 0), vertex_contact(0, 0, 0)
ROLLING_A, ROLLING_B = edge_contact(0, 0, 0, 0.5), vertex_contact(0, 0, 0, 0.5)


@pytest.mark.parametrize(
    ('contacts', 'name'),
    [
        ((A, A, A), '3A'),
        ((A, B, A), '2AB'),
        ((B, A, B), '2BA'),
        ((B, B, B), '3B'),
        ((ROLLING_A, A), 'ARA'),
        ((B, ROLLING_A), 'ARB'),
        ((ROLLING_B, A), 'BRA'),
        ((B, ROLLING_B), 'BRB'),
    ],
)
def test_types_do_not_depend_on_the_order(contacts, name):
    assert ContactFormation(contacts).type is FormationType(name)


@pytest.mark.parametrize(
    'contacts',
    [
        (),
        (A,),
        (A, B),
        (A, A, A, B),
        (ROLLING_A, ROLLING_B),
        (ROLLING_A, A, A),
        (ROLLING_B,),
    ],
)
def test_other_sets_of_contacts_are_refused(contacts):
    with pytest.raises(InvalidInputError, match='three sliding contacts'):
        ContactFormation(contacts)


@pytest.mark.parametrize(
    ('contact', 'message'),
    [
        (edge_contact(4, 0, 0), r"contact A e4-m0v0: workpiece element is 4.*below 4.*'work'"),
        (vertex_contact(0, 0, 7), r"contact B v0-m0e7: manipulator element is 7.*below 4.*'hand'"),
        (edge_contact(0, 1, 0), 'manipulator is 1'),
        (edge_contact(0, 0, 0, 2.5), 'rolling distance is 2.5.*at most the length 2 m'),
    ],
)
def test_absent_elements_are_named(contact, message):
    system = ManipulationSystem(Polygon('work', SQUARE), (Polygon('hand', SQUARE),))
    rolling = A if contact.rolling else ROLLING_A
    with pytest.raises(InvalidInputError, match=message):
        system.solve(ContactFormation((contact, rolling)), [(0.0, 0.0, 0.0)])


def test_a_rolling_distance_may_be_the_whole_edge_but_for_its_last_bit():
    contact = edge_contact(0, 0, 0, math.nextafter(2.0, 3.0))
    system = ManipulationSystem(Polygon('work', SQUARE), (Polygon('hand', SQUARE),))
    assert system.edge_and_vertex(contact)[0].length == 2.0


@pytest.mark.parametrize(
    'make',
    [
        lambda: edge_contact(0.5, 0, 0),
        lambda: ElementalContact('C', 0, 0, 0),
        lambda: ContactFormation(None),
        lambda: ContactFormation((A, A, 'A')),
        lambda: ManipulationSystem(Polygon('work', SQUARE), Polygon('hand', SQUARE)),
        lambda: ManipulationSystem(SQUARE, (Polygon('hand', SQUARE),)),
        lambda: solve_contact_equations([(1.0, 0.0, 0.0, 0.0, 0.0)] * 3),
    ],
)
def test_what_is_no_part_of_a_formation_is_named(make):
    with pytest.raises(InvalidInputError):
        make()


def test_a_kind_of_contact_may_be_named():
    assert ElementalContact('A', 0, 0, 0) == edge_contact(0, 0, 0)


def test_negative_numbers_and_rolling_distances_are_refused():
    with pytest.raises(InvalidInputError, match='number of an element is -1'):
        edge_contact(-1, 0, 0)
    for distance in (-0.1, math.inf, math.nan):
        with pytest.raises(InvalidInputError, match='rolling distance'):
            edge_contact(0, 0, 0, distance)


@pytest.mark.parametrize(
    ('poses', 'message'),
    [
        ([], 'number of manipulator poses is 0'),
        ([(0.0, 0.0)], 'manipulator 0: shape of pose'),
        ([(0.0, math.inf, 0.0)], 'finite'),
    ],
)
def test_poses_are_checked(poses, message):
    system = ManipulationSystem(Polygon('work', SQUARE), (Polygon('hand', SQUARE),))
    with pytest.raises(InvalidInputError, match=message):
        system.solve(ContactFormation((A, A, A)), poses)


def test_a_system_needs_a_manipulator():
    with pytest.raises(InvalidInputError, match='at least one'):
        ManipulationSystem(Polygon('work', SQUARE), ())
