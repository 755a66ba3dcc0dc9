# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that come again as they were keep what was worked out for them; others do not."""

from dataclasses import fields, replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from frictioncone_ros.contact import CircularCone, ContactKind, ContactPoint, ContactState
from frictioncone_ros.control import FilterMemory
from frictioncone_ros.control.command import neutral_command
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.node_interface.node_settings import HeldObject
from frictioncone_ros.node_interface.static_transforms import PlacedFrame
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.latest_input import same_state
from frictioncone_ros.session.placement import FramePoses, placed
from frictioncone_ros.session.transform_memory import transform_memory
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import Inertia, RigidTransform

FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]

OTHER_POINT = {
    'contact_position': (0.2, 0.0, 0.0),
    'contact_normal': (0.0, 0.6, 0.8),
    'friction': CircularCone(0.4),
    'name': 'other',
    'tangent_hint': (1.0, 1.0, 0.0),
    'kind': ContactKind.ENVIRONMENT_VERTEX,
    'curvature': 3.0,
    'surface_velocity': (0.1, 0.0, 0.0),
    'body': 'tool',
    'other_body': 'table',
    'stiffness': 2.0,
    'internal_force': 1.0,
}
OTHER_STATE = {
    'inertia': Inertia(np.eye(6)),
    'twist': (0.0, 0.0, 0.1, 0.0, 0.0, 0.0),
    'reference_point': (0.0, 0.0, 1.0),
    'acceleration': (0.0, 0.0, 0.1, 0.0, 0.0, 0.0),
    'gravity': (0.0, 0.0, -9.81),
}


def feet():
    return ContactState([ContactPoint(foot, (0, 0, 1), CircularCone(0.5)) for foot in FEET])


def test_the_same_numbers_are_the_same():
    assert same_state(feet(), feet())
    planar = ContactState([ContactPoint((0, 0), (0, 1), CircularCone(0.5))])
    assert not same_state(feet(), planar)
    assert not same_state(feet(), ContactState(feet().contacts[:3]))


@pytest.mark.parametrize('name', [entry.name for entry in fields(ContactPoint)])
def test_every_field_of_a_contact_counts(name):
    first, *others = feet().contacts
    changed = ContactState([replace(first, **{name: OTHER_POINT[name]}), *others])
    assert not same_state(changed, feet())


@pytest.mark.parametrize(
    'name', [e.name for e in fields(ContactState) if e.name not in {'contacts', 'dimension'}]
)
def test_every_field_of_a_state_counts(name):
    assert not same_state(replace(feet(), **{name: OTHER_STATE[name]}), feet())


@pytest.mark.parametrize('reference', ['table', 'lifted'])
def test_they_are_prepared_once(reference):
    transforms = ['table lifted 0 0 0.3 0 0 0 1']
    settings = node_settings({'recovery_ramp_duration': 0.0, 'static_transforms': transforms})
    core = FilterCore(settings, StaticFrames(settings.placed_frames))
    core.activate()
    wrench = np.array([1.0, 0.0, -20.0, 0.0, 0.0, 0.0])
    prepared = []
    for step, state in enumerate((feet(), feet(), replace(feet(), twist=OTHER_STATE['twist']))):
        now = 0.01 * step
        core.take_contacts(Snapshot(state, 'table', stamp=int(now * 1e9)), now)
        core.take_command(
            FramedCommand(Frames('table', 'table', reference), {'wrench': wrench}), now
        )
        outcome = core.tick(now, now)
        assert outcome.placement.snapshot.stamp == int(now * 1e9)
        prepared.append(core.memory.prepared)
    assert prepared[0] is prepared[1]
    assert prepared[1] is not prepared[2]


def tree(turn=0.0, place=(0.1, 0.2, 0.3)):
    rotation = Rotation.from_rotvec((0.0, 0.0, turn)).as_matrix()
    pose = RigidTransform(rotation, np.array(place))
    return StaticFrames((PlacedFrame('table', 'tool', pose),))


def seen(placement):
    inertia = placement.state.inertia
    mass = None if inertia is None else inertia.matrix
    return placement.state.positions, placement.rotation, mass


@pytest.mark.parametrize('held', [None, HeldObject(Inertia(np.eye(6)), np.array((0, 0, -9.81)))])
def test_contacts_are_placed_anew_where_a_frame_turned_or_moved_and_only_there(held):
    snapshot, frames = Snapshot(feet(), 'table'), Frames('tool', 'tool', '')
    first = placed(snapshot, frames, tree(), held)
    assert placed(snapshot, frames, tree(), held, first) is first
    for other in (tree(turn=0.5), tree(place=(0.1, 0.2, 0.4))):
        anew, alone = (placed(snapshot, frames, other, held, last) for last in (first, None))
        assert all(np.array_equal(*pair) for pair in zip(seen(anew), seen(alone), strict=True))
        assert not all(np.array_equal(*pair) for pair in zip(seen(anew), seen(first), strict=True))


def test_what_was_sent_is_told_anew_for_other_frames_even_where_these_are_where_the_old_were():
    """The tool went up by 0.4 m, and commands are of its stand now, where it was before."""
    force = np.array((1.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    sent = replace(neutral_command(6), wrench=force)
    snapshot, stand = Snapshot(feet(), 'table'), PlacedFrame('table', 'stand', lifted(0.0))
    trees = [
        StaticFrames((PlacedFrame('table', 'tool', lifted(height)), stand))
        for height in (0.0, 0.4)
    ]
    first = placed(snapshot, Frames('tool', 'tool', ''), trees[0], None)
    memory = FilterMemory(sent=sent)
    # The same frames: numbers and proof stay, whatever else moved.
    again = placed(Snapshot(feet(), 'table'), first.frames, trees[0], None, first)
    assert transform_memory(memory, first, again, StaticFrames(())) is memory
    second = placed(snapshot, Frames('stand', 'stand', ''), trees[1], None, first)
    moment = np.cross((0.0, 0.0, 0.4), force[:3])
    found = transform_memory(memory, first, second, trees[1]).sent.wrench
    assert found == pytest.approx([*force[:3], *moment])


def lifted(height):
    return RigidTransform(np.eye(3), np.array((0.0, 0.0, height)))


def test_poses_are_the_same_only_where_each_frame_is():
    here, there = lifted(0.0), lifted(0.1)
    turned = RigidTransform(Rotation.from_rotvec((0.0, 0.0, 0.1)).as_matrix(), np.zeros(3))
    poses = FramePoses(here, here, None, None)
    assert poses.same_as(FramePoses(lifted(0.0), lifted(0.0), None, None))
    for name in ('axes', 'center', 'controlled', 'gravity'):
        for other in (there, turned):
            moved = replace(poses, **{name: other})
            assert not poses.same_as(moved) and not moved.same_as(poses)
            assert moved.same_as(replace(poses, **{name: replace(other)}))
