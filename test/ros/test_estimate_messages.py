# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Estimates as messages: every field, and nothing left of what was written before."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.messages.friction import EstimateConfidence
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.conversions.estimates import (
    estimates_to_message,
    EstimateWriter,
    known_contacts_from_message,
    write_measured,
)
from frictioncone_ros.session.values import Snapshot

FRICTIONS = [
    FrictionPyramid(0.3, 0.2),
    SoftFinger(0.3, 0.01),
    FrictionPolygon(0.3, 6),
    EllipticCone(0.3, 0.2),
    Frictionless(),
    CircularCone(0.4),
]


def full(friction, name='all'):
    point = ContactPoint(
        (1.0, 2.0, 3.0),
        (0.0, 0.0, 1.0),
        friction,
        name=name,
        tangent_hint=np.array((0.0, 1.0, 0.0)),
        kind=ContactKind.ENVIRONMENT_VERTEX,
        curvature=np.array(((1.0, 2.0), (2.0, 3.0))),
        surface_velocity=np.array((0.1, 0.2, 0.0)),
        body='tool',
        other_body='table',
    )
    return ContactEstimate(
        point,
        False,
        0.75,
        -0.001,
        np.array((0.3, 0.2, 0.1)),
        np.arange(9.0).reshape(3, 3),
        2.0 * np.eye(3),
        0.05,
    )


def plain(friction):
    return ContactEstimate(ContactPoint((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), friction, name='one'))


def snapshot(*estimates, twist=None):
    given = {} if twist is None else {'twist': np.array(twist)}
    return EstimatedContacts('base', 7_000_000_001, estimates, **given)


@pytest.mark.parametrize('friction', FRICTIONS, ids=lambda model: type(model).__name__)
def test_every_field_is_written(friction):
    message = estimates_to_message(snapshot(full(friction), twist=(1, 2, 3, 4, 5, 6)), 9)
    (contact,) = message.contacts
    assert (message.sequence, message.header.frame_id) == (9, 'base')
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == (7, 1)
    assert not contact.in_contact and contact.probability == 0.75
    assert contact.has_distance and contact.distance == -0.001
    assert contact.has_relative_velocity and contact.relative_velocity.x == 0.3
    assert contact.has_position_covariance and list(contact.position_covariance) == list(range(9))
    assert contact.has_normal_covariance and contact.normal_covariance[8] == 2.0
    assert contact.point.friction_uncertainty == 0.05
    contact.in_contact = True
    read = snapshot_from_message(message)
    assert np.allclose(read.state.twist, (1, 2, 3, 4, 5, 6))
    expected = ContactState([full(friction).point], twist=(1, 2, 3, 4, 5, 6))
    back = snapshot_to_message(Snapshot(read.state, 'base', 7_000_000_001, 9))
    assert back == snapshot_to_message(Snapshot(expected, 'base', 7_000_000_001, 9))


def test_nothing_stays_of_what_was_written_before():
    writer = EstimateWriter()
    for before in FRICTIONS:
        for after in FRICTIONS:
            writer.write(snapshot(full(before), full(before, 'two'), twist=(1,) * 6), 1)
            written = writer.write(snapshot(plain(after)), 2)
            fresh = estimates_to_message(snapshot(plain(after)), 2)
            assert written == fresh
    assert not writer.write(snapshot()).contacts


def test_springs_are_written_and_not_left_over():
    writer, known = EstimateWriter(), full(CircularCone(0.5)).point
    stiff = ContactEstimate(replace(known, stiffness=2e4, internal_force=3.0))
    for estimate, expected in ((stiff, (2e4, 3.0)), (ContactEstimate(known), (None, 0.0))):
        state = snapshot_from_message(writer.write(EstimatedContacts('base', 5, [estimate]))).state
        assert (state.contacts[0].stiffness, state.contacts[0].internal_force) == expected


def test_a_name_given_twice_is_refused():
    with pytest.raises(InvalidInputError, match='each name once'):
        estimates_to_message(snapshot(full(CircularCone(0.1)), full(CircularCone(0.1))))


def test_contacts_without_names_have_their_number_in_the_message():
    message = snapshot_to_message(
        Snapshot(
            ContactState.from_points([(x, 0.0, 0.0) for x in (0.0, 0.1, 0.2)], (0, 0, 1.0), 0.5),
            'base',
        )
    )
    for contact in message.contacts:
        contact.point.name = ''
    message.contacts[0].in_contact = False
    message.contacts[0].has_distance, message.contacts[0].distance = True, 0.01
    found = snapshot_from_message(message)
    assert found.state.names == ('contact_1', 'contact_2')
    assert [one.point.name for one in found.near] == ['contact_0']
    # An own name of that form beside a lost first contact is no repetition.
    message.contacts[1].point.name = 'contact_0'
    message.contacts[0].has_distance = False
    assert snapshot_from_message(message).state.names == ('contact_0', 'contact_2')


@pytest.mark.parametrize('torsion_set', [0, 1])
def test_torsion_is_lowered_with_the_friction_it_is_of(torsion_set):
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), SoftFinger(0.5, 0.02))])
    message = snapshot_to_message(Snapshot(state, 'base'))
    point = message.contacts[0].point
    point.torsion_set, point.friction_uncertainty = torsion_set, 0.3
    confidence = EstimateConfidence(friction_share=1.0)
    [contact] = snapshot_from_message(message, confidence).state.contacts
    assert contact.friction.friction_coefficient == pytest.approx(0.2)
    assert contact.friction.torsional_friction == pytest.approx(0.02 * 0.2 / 0.5)
    point.friction_uncertainty = 0.5
    [contact] = snapshot_from_message(message, confidence).state.contacts
    assert contact.friction.is_frictionless


def test_torsion_goes_with_the_friction_that_was_measured():
    message = estimates_to_message(snapshot(plain(SoftFinger(0.9, 0.01))))
    (known,) = known_contacts_from_message(message).contacts
    learned = replace(known.point, friction=SoftFinger(0.3, 0.01 / 3.0))
    write_measured(message, 5, [replace(known, point=learned, friction_uncertainty=0.1)])
    (point,) = (contact.point for contact in message.contacts)
    assert (point.friction_coefficient, point.friction_uncertainty) == (0.3, 0.1)
    assert point.torsional_friction == pytest.approx(0.01 / 3.0)


@pytest.mark.parametrize('friction', FRICTIONS, ids=lambda model: type(model).__name__)
def test_what_was_not_learned_stays_as_it_came(friction):
    message, came = (estimates_to_message(snapshot(plain(friction))) for _ in range(2))
    write_measured(message, came.header.stamp.sec, known_contacts_from_message(message).contacts)
    assert [one.point for one in message.contacts] == [one.point for one in came.contacts]
