# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts written by hand stand where their frames are, and bad ones are refused by line."""

from pathlib import Path

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.estimation.static_contacts import read_static_contacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import RigidTransform

EXAMPLE = Path(__file__).resolve().parents[2] / 'config' / 'contacts' / 'tool_on_table.yaml'
QUARTER_TURN = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
TOOL = RigidTransform(QUARTER_TURN, (0.5, 0.0, 0.2))


def find_pose(parent, child):
    assert parent == 'base'
    return {'base': RigidTransform.identity(6), 'tool': TOOL}[child]


@pytest.fixture
def read(tmp_path):
    def write(text):
        path = tmp_path / 'contacts.yaml'
        path.write_text(text, encoding='utf-8')
        return read_static_contacts(path)

    return write


def one(entries):
    return f'frame: base\nfriction: 0.5\ncontacts:\n  tip: {{{entries}}}\n'


SQUARE = (
    'corners: [[0.1, 0.1, 0], [-0.1, 0.1, 0], [-0.1, -0.1, 0], [0.1, -0.1, 0]], '
    'normal: [0, 0, 1], '
)


def only(contacts):
    (estimate,) = contacts.at(0, find_pose).contacts
    return estimate


def test_the_example_is_the_square_of_the_tool_with_the_tables_normal():
    estimated = read_static_contacts(EXAMPLE).at(7, find_pose)
    assert (estimated.frame, estimated.stamp) == ('base', 7)
    points = [estimate.point for estimate in estimated.contacts]
    assert [point.name for point in points] == [f'face/{index}' for index in range(4)]
    # A quarter turn about z takes the tool's (x, y) to (-y, x).
    assert np.allclose(points[0].contact_position, (0.47, 0.03, 0.2))
    assert np.allclose([point.contact_normal for point in points], (0, 0, 1))
    assert estimated.contacts[0].friction_uncertainty == 0.1
    assert np.allclose(estimated.contacts[0].position_covariance, 1e-6 * np.eye(3))
    assert np.allclose(estimated.contacts[0].normal_covariance, 1e-4 * np.eye(3))


def test_vectors_turn_with_the_frame_they_are_written_in(read):
    entries = (
        'frame: tool, position: [0.1, 0, 0], normal: [2, 0, 0], tangent: [0, 1, 0], '
        'surface_velocity: [0, 0.3, 0], kind: environment_vertex, body: peg, other_body: hole'
    )
    point = only(read(one(entries))).point
    assert np.allclose(point.contact_position, (0.5, 0.1, 0.2))
    assert np.allclose(point.contact_normal, (0, 1, 0))
    assert np.allclose(point.tangent_hint, (-1, 0, 0))
    assert np.allclose(point.surface_velocity, (-0.3, 0, 0))
    assert point.kind is ContactKind.ENVIRONMENT_VERTEX
    assert (point.body, point.other_body) == ('peg', 'hole')


PLACE = 'position: [0, 0, 0], normal: [0, 0, 1], '


def test_what_is_not_stated_is_not_known(read):
    estimate = only(read(one(PLACE)))
    assert estimate.position_covariance is None and estimate.normal_covariance is None
    assert estimate.distance is None and estimate.relative_velocity is None
    assert estimate.in_contact and estimate.probability == 1.0


@pytest.mark.parametrize(
    'written, model',
    [
        ('0.3', CircularCone(0.3)),
        ('{model: cone, coefficient: 0.3}', CircularCone(0.3)),
        ('{model: frictionless}', Frictionless()),
        ('{model: polygon, coefficient: 0.3, edges: 6}', FrictionPolygon(0.3, 6)),
        (
            '{model: pyramid, coefficient: 0.3, second_coefficient: 0.2}',
            FrictionPyramid(0.3, 0.2),
        ),
        ('{model: ellipse, coefficient: 0.3, second_coefficient: 0.2}', EllipticCone(0.3, 0.2)),
        ('{model: soft_finger, coefficient: 0.3, torsion: 0.01}', SoftFinger(0.3, 0.01)),
    ],
)
def test_friction_is_a_number_or_a_model(read, written, model):
    assert only(read(one(f'{PLACE}friction: {written}'))).point.friction == model


@pytest.mark.parametrize(
    'entries, said',
    [
        ('normal: [0, 0, 1]', 'either position or corners'),
        (f'{PLACE}corners: [[0, 0, 0]]', 'either position or corners'),
        ('position: [0, 0, 0]', 'normal is'),
        ('position: [0, 0], normal: [0, 0, 1]', 'position'),
        ('position: [0, 0, 0], normal: [0, 0, 0]', 'a direction, not zero'),
        (f'{PLACE}tangent: [0, 0, 2]', 'not along the normal'),
        (f'{PLACE}friction: -0.1', 'a number >= 0'),
        (f'{PLACE}friction: {{model: glue}}', 'one of frictionless'),
        (f'{PLACE}friction: {{coefficient: 0.3}}', 'model is'),
        (f'{PLACE}friction: {{model: cone}}', 'coefficient is'),
        (f'{PLACE}friction: {{model: cone, coefficient: 0.1, edges: 4}}', 'edges'),
        (f'{PLACE}friction: {{model: polygon, coefficient: 0.1, edges: 2.5}}', 'whole number'),
        (f'{PLACE}friction: {{model: polygon, coefficient: 0.1, edges: 65}}', 'at most 64'),
        (f'{PLACE}kind: vertex', 'one of body_vertex'),
        (f'{PLACE}mu: 0.5', 'one of'),
        (f'{PLACE}position_deviation: -1', 'a number >= 0'),
        ('corners: [], normal: [0, 0, 1]', 'at least one row'),
        (f'{PLACE}reduced_to: points', 'reduced_to is .*beside corners only'),
        (f'{PLACE}pressure_center: [0, 0, 0]', 'pressure_center is .*soft_finger only'),
        (f'{SQUARE}reduced_to: ring', 'one of points, soft_finger'),
        (f'{SQUARE}pressure_center: [0, 0, 0]', 'pressure_center is .*soft_finger only'),
        (f'{SQUARE}reduced_to: soft_finger, pressure_center: [0.2, 0, 0]', 'inside the area'),
        (f'{SQUARE}reduced_to: soft_finger, pressure_center: [0.2, 0]', 'pressure_center'),
    ],
)
def test_bad_contacts_are_refused_with_their_line(read, entries, said):
    with pytest.raises(InvalidInputError, match=rf'contacts\.yaml: line 4: .*{said}'):
        read(one(entries))


@pytest.mark.parametrize(
    'text, said',
    [
        ('contacts: {}', 'frame is'),
        ('frame: base', 'contacts is'),
        ('frame: base\ncontacts: []', 'line 2: contacts'),
        ('frame: base\ncontact: {}', 'line 2: name'),
        (one(PLACE).replace('friction: 0.5\n', ''), 'friction is .missing'),
    ],
)
def test_bad_files_are_refused(read, text, said):
    with pytest.raises(InvalidInputError, match=said):
        read(text)


def test_no_contacts_is_no_contact(read):
    assert not read('frame: base\ncontacts: {}').at(0, find_pose).contacts


@pytest.mark.parametrize('written', ['', 'reduced_to: points, '])
def test_a_patch_is_points_at_its_corners(read, written):
    estimated = read(one(f'{SQUARE}{written}body: tool')).at(0, find_pose).contacts
    assert [estimate.point.name for estimate in estimated] == [f'tip/{i}' for i in range(4)]
    assert {estimate.point.body for estimate in estimated} == {'tool'}


def test_a_patch_is_one_finger_where_that_is_written(read):
    even = only(read(one(f'{SQUARE}reduced_to: soft_finger, body: tool')))
    assert even.point.name == 'tip' and even.point.body == 'tool'
    assert np.allclose(even.point.contact_position, 0.0)
    assert even.point.friction.friction_coefficient == 0.5
    # Of an even square it is .38 of its side, and the ellipsoid inside has three quarters of it.
    assert even.point.friction.torsional_friction == pytest.approx(
        0.75 * 0.5 * 0.38 * 0.2, rel=0.02
    )
    pressed = only(
        read(one(f'{SQUARE}reduced_to: soft_finger, pressure_center: [0.06, 0, 0], frame: tool'))
    )
    assert np.allclose(pressed.point.contact_position, np.array((0.5, 0.06, 0.2)))
    torsions = [each.point.friction.torsional_friction for each in (pressed, even)]
    assert 0.0 < torsions[0] < 0.8 * torsions[1]
