# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes go through ContactStateArray and come back the same."""

import pytest

pytest.importorskip('rclpy')

from rclpy.serialization import deserialize_message, serialize_message
from same_state import assert_same_contact

from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray
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
