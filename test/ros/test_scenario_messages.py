# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes go through ContactStateArray and come back the same."""

import pytest

pytest.importorskip('rclpy')

from rclpy.serialization import deserialize_message, serialize_message
from same_state import assert_same_contact

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.scenario import load_scenario, scenario_names
from frictioncone_ros.session.values import Snapshot


@pytest.mark.parametrize('name', scenario_names())
def test_a_scene_is_kept_by_messages(name):
    state = load_scenario(name).state
    if state is None:
        pytest.skip('polygons only')
    message = snapshot_to_message(Snapshot(state, 'world', 7, 3))
    sent = deserialize_message(serialize_message(message), ContactStateArray)
    again = snapshot_from_message(sent)
    assert (again.frame, again.stamp, again.sequence) == ('world', 7, 3)
    assert again.state.dimension == state.dimension
    assert again.state.twist.tolist() == state.twist.tolist()
    for one, other in zip(state.contacts, again.state.contacts, strict=True):
        assert_same_contact(one, other)


def nearly(state, *names):
    """Return a message of a state, with candidates of these names above its first contact."""
    near = tuple(NearContact(state.contacts[0].renamed(name), 1e-3) for name in names)
    return snapshot_to_message(Snapshot(state, 'world', 7, 3, near))


@pytest.mark.parametrize('names', [('left',), ('one', 'one')])
def test_a_candidate_with_the_name_of_another_contact_is_refused(names):
    state = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5), name='left')])
    assert len(snapshot_from_message(nearly(state, 'right', 'top')).near) == 2
    with pytest.raises(InvalidInputError, match=f'names of contacts is .*{names[-1]}.*once'):
        snapshot_from_message(nearly(state, *names))


def test_a_soft_finger_of_two_coefficients_is_refused():
    """It would carry as much along tangent 2 as along tangent 1, which nobody has said."""
    finger = SoftFinger(0.5, 0.01, 8)
    message = nearly(ContactState([ContactPoint((0, 0, 0), (0, 0, 1), finger, name='tip')]))
    point = message.contacts[0].point
    point.has_second_friction_coefficient, point.second_friction_coefficient = True, 0.5
    assert snapshot_from_message(message).state.contacts[0].friction == finger
    point.second_friction_coefficient = 0.1
    with pytest.raises(InvalidInputError, match=r"'tip': second_friction_coefficient is 0\.1"):
        snapshot_from_message(message)
