# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A replay reads messages as the node does: the same contacts, friction, commands and refusals."""

import re

import pytest

pytest.importorskip('rclpy')
pytest.importorskip('rosbags')

import numpy as np
from rclpy.serialization import serialize_message
from same_state import assert_same_state
from write_bag import COMMAND, CONTACTS, own_types, ROOT

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
from frictioncone_ros.messages import constants
from frictioncone_ros.messages.commands import command_from_message
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.ros.conversions import command_to_message, snapshot_to_message
from frictioncone_ros.scenario import load_scenario, scenario_names
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

STORE = own_types()
FRICTIONS = [
    Frictionless(),
    CircularCone(0.3),
    EllipticCone(0.3, 0.5),
    EllipticCone(0.3, 0.5, 8),
    FrictionPyramid(0.3),
    FrictionPyramid(0.3, 0.2),
    FrictionPolygon(0.3, 6),
    SoftFinger(0.3, 0.01),
    SoftFinger(0.3, 0.01, 8),
    SoftFinger(0.3, 0.01, independent=True),
    SoftFinger(0.3, 0.01, 8, independent=True),
]
UNSURE = {'friction_confidence': 1.0, 'normal_deviations': 2.0, 'contact_probability': 0.5}


def read(message, kind):
    return STORE.deserialize_cdr(serialize_message(message), kind)


def assert_read_alike(message, values):
    settings = node_settings(values)
    ours = admitted_snapshot(read(message, CONTACTS), settings)
    theirs = admitted_snapshot(message, settings)
    assert (ours.frame, ours.stamp, ours.sequence) == (theirs.frame, theirs.stamp, theirs.sequence)
    assert_same_state(ours.state, theirs.state)


@pytest.mark.parametrize('name', scenario_names())
def test_scenes_are_read_alike(name):
    state = load_scenario(name).state
    if state is None:
        pytest.skip('polygons only')
    assert_read_alike(
        snapshot_to_message(Snapshot(state, 'world', 1_700_000_000_000_000_007, 3)), {}
    )


@pytest.mark.parametrize('values', [{}, UNSURE], ids=['exact', 'unsure'])
@pytest.mark.parametrize('friction', FRICTIONS, ids=str)
def test_friction_is_read_alike(friction, values):
    point = ContactPoint(
        (0.1, 0.2, 0.3), (0.0, 0.0, 1.0), friction, curvature=np.array([[1.0, 0.5], [0.5, 2.0]])
    )
    other = ContactPoint((0.3, 0.2, 0.1), (0.0, 0.0, 1.0), friction, name='doubtful')
    message = snapshot_to_message(Snapshot(ContactState([point, other]), 'world', 5))
    unsure, doubtful = message.contacts
    unsure.point.friction_uncertainty = 0.05
    unsure.has_normal_covariance = True
    unsure.normal_covariance = [0.0001, 0.0, 0.0, 0.0, 0.0002, 0.0, 0.0, 0.0, 0.0]
    doubtful.probability = 0.4
    assert_read_alike(message, values)


def test_what_is_known_of_single_contacts_is_read_alike():
    fingers = ContactState(
        [
            ContactPoint((0.1, 0.0, 0.0), (-1.0, 0.0, 0.0), CircularCone(0.5), name='left'),
            ContactPoint((-0.1, 0.0, 0.0), (1.0, 0.0, 0.0), CircularCone(0.5), name='right'),
        ],
        acceleration=np.arange(6.0),
    )
    near = NearContact(ContactPoint((0.0, 0.0, 0.3), (0.0, 0.0, 1.0), CircularCone(0.5)), 0.01)
    message = snapshot_to_message(Snapshot(fingers, 'hand', 5, 2, (near,)))
    message.contacts[0].has_stiffness, message.contacts[0].stiffness = True, 3e4
    for contact, push in zip(message.contacts, (-10.0, 10.0, 0.0), strict=True):
        contact.has_force, contact.force.x = True, push
    assert_read_alike(message, {})
    read_again = admitted_snapshot(read(message, CONTACTS), node_settings({}))
    assert read_again.state.internal_forces is not None
    assert [one.gap for one in read_again.near] == [0.01]
    for contact in message.contacts:
        contact.has_internal_force, contact.internal_force = True, 7.0
    assert_read_alike(message, {})


def test_constants_are_those_of_the_message():
    named = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert named.pop('INTERACTIONS') == written_constants('ContactMode')
    assert (
        named.pop('CARRIED_NOT_KNOWN') == written_constants('FilteredCommand')['CARRIED_NOT_KNOWN']
    )
    assert named == written_constants('ContactPoint')


def written_constants(name):
    text = (ROOT / 'msg' / f'{name}.msg').read_text(encoding='utf-8')
    found = re.findall(r'^uint8 ([A-Z_]+)=(\d+)', text, re.MULTILINE)
    return {constant: int(value) for constant, value in found}


def test_commands_are_read_alike():
    numbers = np.arange(6.0)
    for parts in ({'wrench': numbers}, {'twist': numbers, 'accel': -numbers}):
        message = command_to_message(FramedCommand(Frames('base', 'tool', 'base'), parts, 12, 4))
        ours, theirs = command_from_message(read(message, COMMAND)), command_from_message(message)
        assert (ours.frames, ours.stamp, ours.sequence) == (theirs.frames, theirs.stamp, 4)
        assert ours.parts.keys() == theirs.parts.keys()
        assert all(np.array_equal(ours.parts[name], theirs.parts[name]) for name in parts)
