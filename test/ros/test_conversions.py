# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands survive the conversion both ways; what cannot be used is refused by name."""

import math

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import command_from_message
from frictioncone_ros.messages.contacts import admitted_snapshot, snapshot_from_message
from frictioncone_ros.messages.friction import EstimateConfidence, TAKEN_AS_EXACT
from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.msg import ContactPoint as ContactPointMessage
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray, FilterStatus
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.node_interface.static_transforms import PlacedFrame
from frictioncone_ros.pipeline import assess
from frictioncone_ros.pipeline.predict_modes import answered
from frictioncone_ros.pipeline.prediction import ModeQuestion, NearContact
from frictioncone_ros.ros.conversions import (
    answer_to_message,
    command_to_message,
    output_parts,
    time_to_message,
)
from frictioncone_ros.ros.conversions.predictions import prediction_to_message
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.modes.asked_ahead import ahead_of, command_before
from frictioncone_ros.session.outcome import outcome_of
from frictioncone_ros.session.placement import placed
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS, Snapshot, Status
from frictioncone_ros.spatial import frozen_array, RigidTransform

NUMBERS = {
    'wrench': (1.0, -2.0, 3.5, 0.25, -0.5, 1e-300),
    'twist': (6, 5, 4, 3, 2, 1),
    'accel': (-1e9, 0, 0, 0, 0, 1),
}
COMMAND = FramedCommand(
    Frames('base', 'tool', 'tip'),
    {part: frozen_array(values) for part, values in NUMBERS.items()},
    stamp=1_700_000_000_123_456_789,
    sequence=7,
)
AXES = ('x', 'y', 'z')
PLACES = [
    (part, half, axis)
    for part, halves in (
        ('wrench', ('force', 'torque')),
        ('twist', ('linear', 'angular')),
        ('accel', ('linear', 'angular')),
    )
    for half in halves
    for axis in AXES
]


@pytest.mark.parametrize('present', [('wrench',), ('twist',), ('accel',), PARTS])
def test_a_command_survives_both_ways(present):
    sent = FramedCommand(
        COMMAND.frames,
        {part: COMMAND.parts[part] for part in present},
        COMMAND.stamp,
        COMMAND.sequence,
    )
    back = command_from_message(command_to_message(sent))
    assert (back.frames, back.stamp, back.sequence) == (sent.frames, sent.stamp, sent.sequence)
    assert set(back.parts) == set(present)
    for part in present:
        np.testing.assert_array_equal(back.parts[part], sent.parts[part])


def test_force_comes_before_torque_and_linear_before_angular():
    message = command_to_message(COMMAND)
    assert (message.wrench.force.x, message.wrench.torque.x) == (1.0, 0.25)
    assert (message.twist.linear.z, message.twist.angular.x) == (4.0, 3.0)
    assert (message.accel.linear.x, message.accel.angular.z) == (-1e9, 1.0)


@pytest.mark.parametrize('value', [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize('part, half, axis', PLACES)
def test_a_number_that_is_not_finite_is_refused_by_name(part, half, axis, value):
    message = command_to_message(COMMAND)
    setattr(getattr(getattr(message, part), half), axis, value)
    with pytest.raises(InvalidInputError, match=f'command: {part} .* expected finite'):
        command_from_message(message)


def test_a_part_that_is_not_commanded_is_not_read():
    message = command_to_message(COMMAND)
    message.has_twist = False
    message.twist.linear.x = math.nan
    assert set(command_from_message(message).parts) == {'wrench', 'accel'}


def test_a_pair_that_does_not_touch_comes_with_its_distance():
    point = ContactPoint((0.1, 0, 0), (0, 0, 1), CircularCone(0.5), name='stop')
    foot = ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5), name='foot')
    snapshot = Snapshot(ContactState([foot]), 'base', near=(NearContact(point, 0.002),))
    message = snapshot_to_message(snapshot)
    back = snapshot_from_message(message)
    assert back.state.names == ('foot',)
    (pair,) = back.near
    assert (pair.point.name, pair.gap) == ('stop', 0.002)
    message.contacts[1].has_distance = False
    assert not snapshot_from_message(message).near
    message.contacts[1].has_distance, message.contacts[1].distance = True, math.nan
    with pytest.raises(InvalidInputError, match='distance'):
        snapshot_from_message(message)


def test_a_prediction_says_what_the_command_would_do_before_the_filter():
    floor = ContactPoint((0, 0), (0, 1), CircularCone(0.5), name='floor')
    stop = ContactPoint((0.1, 0), (-1, 0), CircularCone(0.5), name='stop')
    state = ContactState([floor])
    placement = placed(
        Snapshot(state, 'base', near=(NearContact(stop, 1e-3),)),
        Frames('base', 'tool', ''),
        StaticFrames((PlacedFrame('base', 'tool', RigidTransform.identity(6)),)),
        None,
    )
    asked = Setpoints((0.0, -10.0, 0.0), (0.1, 0.0, 0.0))
    judged = assess(state, asked, FilterSettings(max_linear_speed=0.01))
    assert command_before(judged)[1][0] == 0.1
    ahead = ahead_of(judged, placement, 0.05)
    question = ModeQuestion(
        state, judged.target.command.wrench, ahead=ahead, before_filter=command_before(judged)
    )
    outcome = outcome_of(judged, FramedCommand(Frames('base', 'tool', '')), placement)
    message = prediction_to_message(answered(question), outcome, 0)
    assert message.horizon == 0.05
    assert {tuple(mode.contact_names) for mode in message.modes} == {('floor',)}
    assert list(message.mode_margins_unbounded) == [
        one.margin == math.inf for one in answered(question).modes
    ]
    assert all(
        (margin > 0.0) != unbounded
        for margin, unbounded in zip(
            message.mode_margins, message.mode_margins_unbounded, strict=True
        )
    )
    assert message.has_commanded_modes
    assert message.commanded_exhaustive
    assert {tuple(mode.contact_names) for mode in message.commanded_modes} == {('floor', 'stop')}
    alone = answered(ModeQuestion(state, judged.target.command.wrench))
    assert not prediction_to_message(alone, outcome, 0).has_commanded_modes
    assert command_before(assess(state, Setpoints(twist=(0.1, 0, 0)), FilterSettings())) is None


@pytest.mark.parametrize('points', [((0, 0, 0), (0, 0, 1)), ((0, 0), (0, 1))])
def test_a_measured_acceleration_comes_through_where_it_is_flagged(points):
    contact = ContactPoint(*points, CircularCone(0.5))
    numbers = np.arange(1.0, 7.0 if len(points[0]) == 3 else 4.0)
    state = ContactState([contact], acceleration=numbers)
    message = snapshot_to_message(Snapshot(state, 'base'))
    assert np.array_equal(snapshot_from_message(message).state.acceleration, numbers)
    message.has_acceleration = False
    message.acceleration.linear.x = math.nan
    assert snapshot_from_message(message).state.acceleration is None
    message.has_acceleration = True
    with pytest.raises(InvalidInputError, match='accel'):
        snapshot_from_message(message)


@pytest.mark.parametrize(
    'clear, named',
    [
        (lambda message: setattr(message.header, 'frame_id', ''), 'header.frame_id'),
        (lambda message: setattr(message, 'controlled_frame_id', ''), 'controlled_frame_id'),
    ],
)
def test_an_empty_frame_is_refused_by_name(clear, named):
    message = command_to_message(COMMAND)
    clear(message)
    with pytest.raises(InvalidInputError, match=named):
        command_from_message(message)


def test_a_command_without_any_part_is_refused():
    with pytest.raises(InvalidInputError, match='has_wrench'):
        command_from_message(command_to_message(FramedCommand(COMMAND.frames)))


def test_the_answer_carries_stamps_status_and_only_finite_numbers():
    status = Status(FilterStatus.INVALID_COMMAND, 'why', (110, 90), True, 3, 2)
    outcome = outcome_of(assess(None, None, FilterSettings()), COMMAND, None)
    message = answer_to_message(outcome, output_parts(outcome), status, 5_000_000_001)
    assert time_from_message(message.header.stamp) == 5_000_000_001
    assert time_from_message(message.command_stamp) == COMMAND.stamp
    assert message.command_sequence == 7
    assert (message.has_wrench, message.has_twist, message.has_accel) == (True, True, True)
    assert message.wrench.force.x == message.twist.angular.z == 0.0
    assert message.removed_twist.linear.x == 6.0
    assert (message.status.code, message.status.text) == (110, 'why')
    assert list(message.status.codes) == [110, 90]
    assert message.status.safe_output is True
    assert (message.status.received_count, message.status.dropped_count) == (3, 2)
    assert message.status.header == message.header
    assert message.status.stamp == message.header.stamp


@pytest.mark.parametrize('nanoseconds', [0, 1, 999_999_999, 1_000_000_000, 2**31 * 10**9 - 1])
def test_time_survives_both_ways(nanoseconds):
    assert time_from_message(time_to_message(nanoseconds)) == nanoseconds


def test_an_unsure_normal_narrows_the_friction():
    """Three deviations of 0.02 rad take 0.06 rad off the cone's half angle."""
    message = ContactStateArray()
    message.header.frame_id = 'base'
    contact = ContactStateMessage()
    contact.point.normal.z = 1.0
    contact.point.friction_coefficient = 0.5
    contact.has_normal_covariance = True
    contact.normal_covariance = [0.0004, 0.0, 0.0, 0.0, 0.0001, 0.0, 0.0, 0.0, 0.0]
    message.contacts = [contact]

    def coefficient(deviations):
        snapshot = snapshot_from_message(message, EstimateConfidence(normal_deviations=deviations))
        return snapshot.state.contacts[0].friction.friction_coefficient

    assert coefficient(0.0) == 0.5
    assert coefficient(3.0) == pytest.approx(math.tan(math.atan(0.5) - 0.06))
    assert coefficient(100.0) == 0.0
    contact.normal_covariance = [math.nan] * 9
    with pytest.raises(InvalidInputError, match='normal covariance'):
        coefficient(3.0)


@pytest.mark.parametrize(
    ('values', 'share'),
    [
        ({}, 1.0),
        ({'normal_errors': 'each', 'common_normal_error': 1.0}, 1.0),
        ({'normal_errors': 'joint'}, 0.5),
        ({'normal_errors': 'joint', 'common_normal_error': 0.25}, math.sqrt(0.75 / 4 + 0.25)),
        ({'normal_errors': 'joint', 'common_normal_error': 1.0}, 1.0),
        ({'normal_errors': 'joint', 'normal_deviations': 0.0}, 0.0),
    ],
)
def test_errors_of_normals_count_each_by_itself_or_together(values, share):
    feet = [
        ContactPoint((x, y, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))
        for x in (-0.1, 0.1)
        for y in (-0.1, 0.1)
    ]
    near = NearContact(ContactPoint((0.0, 0.0, 0.1), (1.0, 0.0, 0.0), CircularCone(0.5)), 0.01)
    message = snapshot_to_message(Snapshot(ContactState(feet), 'base', 5, 1, (near,)))
    for contact in message.contacts:
        contact.has_normal_covariance = True
        contact.normal_covariance = [0.0004, 0.0, 0.0, 0.0, 0.0004, 0.0, 0.0, 0.0, 0.0]
    snapshot = admitted_snapshot(message, node_settings(values))
    narrowed = CircularCone(math.tan(math.atan(0.5) - 3.0 * 0.02 * share))
    for contact in snapshot.state.contacts:
        assert contact.friction.friction_coefficient == pytest.approx(
            narrowed.friction_coefficient
        )
    # What does not touch yet is by itself.
    alone = 3.0 * 0.02 * (values.get('normal_deviations') != 0.0)
    assert snapshot.near[0].point.friction.friction_coefficient == pytest.approx(
        math.tan(math.atan(0.5) - alone)
    )


@pytest.mark.parametrize('normal', [(0.0, 0.0, 0.0), (math.nan, 0.0, 1.0), (math.inf, 0.0, 0.0)])
def test_a_normal_that_is_none_is_refused_by_name_also_where_errors_count_together(normal):
    feet = [ContactPoint((x, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5)) for x in (0.0, 0.1)]
    message = snapshot_to_message(Snapshot(ContactState(feet), 'base', 5, 1))
    for contact in message.contacts:
        contact.has_normal_covariance = True
        contact.normal_covariance = [0.0004] + [0.0] * 8
    wrong = message.contacts[1].point
    wrong.name = 'wrong'
    wrong.normal.x, wrong.normal.y, wrong.normal.z = normal
    with pytest.raises(InvalidInputError, match=r"normal.*|'wrong'") as raised:
        admitted_snapshot(message, node_settings({'normal_errors': 'joint'}))
    assert 'wrong' in str(raised.value)


@pytest.mark.parametrize(
    'friction',
    [
        Frictionless(),
        CircularCone(0.5),
        FrictionPolygon(0.5, 6),
        FrictionPyramid(0.5, 0.25),
        EllipticCone(0.5, 0.25),
        EllipticCone(0.5, 0.25, 6),
        SoftFinger(0.5, 0.02),
        SoftFinger(0.5, 0.02, 6),
        SoftFinger(0.5, 0.02, independent=True),
        SoftFinger(0.5, 0.02, 6, True),
    ],
)
def test_every_friction_model_survives_both_ways(friction):
    contact = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), friction)
    message = snapshot_to_message(Snapshot(ContactState([contact]), 'base', 5, 1))
    assert snapshot_from_message(message).state.contacts[0].friction == friction


def test_both_coefficients_of_an_ellipse_lose_their_uncertainty():
    point = ContactPointMessage(
        friction_set=ContactPointMessage.ELLIPSE,
        friction_coefficient=0.5,
        second_friction_coefficient=0.3,
        friction_uncertainty=0.1,
    )
    point.normal.z = 1.0
    message = ContactStateArray(contacts=[ContactStateMessage(point=point)])
    message.header.frame_id = 'base'
    assert first_friction(message, EstimateConfidence(friction_share=1.0)) == CircularCone(0.4)
    point.has_second_friction_coefficient = True
    lowered = first_friction(message, EstimateConfidence(friction_share=1.0))
    assert isinstance(lowered, EllipticCone) and lowered.coefficients == pytest.approx((0.4, 0.2))
    for model, chosen, said in ((1, 4, '0, 1, 2 or 3'), (2, 3, r'CIRCULAR_CONE \(0\) or POLYGON')):
        point.friction_model, point.friction_set = model, chosen
        with pytest.raises(InvalidInputError, match=f'friction_set is {chosen}, expected {said}'):
            first_friction(message)


def first_friction(message, confidence=TAKEN_AS_EXACT):
    return snapshot_from_message(message, confidence).state.contacts[0].friction


def test_polygons_with_too_many_edges_together_are_refused_before_they_are_made():
    contacts = [
        ContactStateMessage(
            point=ContactPointMessage(
                name=f'c{index}',
                friction_set=ContactPointMessage.POLYGON,
                polygon_edge_count=64,
                friction_coefficient=0.5,
            )
        )
        for index in range(17)
    ]
    for contact in contacts:
        contact.point.normal.z = 1.0
    message = ContactStateArray(contacts=contacts)
    message.header.frame_id = 'base'
    settings = node_settings({'max_contacts': 64})
    with pytest.raises(InvalidInputError, match='sum of polygon_edge_count is 1088, expected at'):
        admitted_snapshot(message, settings)
    message.contacts = contacts[:16]
    assert admitted_snapshot(message, settings).state.contact_count == 16
