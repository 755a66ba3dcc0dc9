# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node's state between two callbacks, without ROS: frames, parts and addresses of outputs."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import FLOOR

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.plain_inputs import PlainInputs
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

PRESS = np.array([1.0, -2.0, -30.0, 0.1, 0.2, 0.3])
TURN = np.array([0.05, 0.0, 0.0, 0.0, 0.0, 0.4])
BASE = Frames('base', 'base', 'base')
TREE = ['base twin 0 0 0 0 0 0 1', 'base cell 0.5 0 0.2 0 0 0.6 0.8', 'base far 1 0 0 0 0 0 1']
STEP = 0.005


class Core:
    """A core with a clock of its own; every tick brings fresh inputs unless told otherwise."""

    def __init__(self, **settings):
        values = {
            'static_transforms': TREE,
            'time_budget': 1.0,
            'recovery_ramp_duration': 0.05,
            'stop_ramp_duration': 0.05,
            **settings,
        }
        self.settings = node_settings(values)
        self.core = FilterCore(self.settings, StaticFrames(self.settings.placed_frames))
        self.core.activate()
        self.now = 10.0
        self.frames, self.parts = BASE, {'wrench': PRESS, 'twist': TURN}
        self.snapshot = Snapshot(FLOOR, 'base')
        self.sent = []

    def tick(self, count=1):
        for _ in range(count):
            self.now += STEP
            self.core.take_contacts(self.snapshot, self.now)
            self.core.take_command(FramedCommand(self.frames, self.parts), self.now)
            outcome = self.core.tick(self.now, self.now)
            self.sent.append((outcome.command.frames, output_parts(outcome)))
        return outcome

    def forces(self, since=0):
        return np.array([parts['wrench'][:3] for _, parts in self.sent[since:]])

    def largest_step(self, since):
        return float(np.linalg.norm(np.diff(self.forces(since), axis=0), axis=1).max())


def following(**settings):
    core = Core(**settings)
    outcome = core.tick(40)
    assert not outcome.assessment.is_fallback
    assert np.array_equal(core.sent[-1][1]['wrench'], PRESS)
    return core


def in_frame(core, name):
    """Return the same contacts as an estimator in another frame sees them."""
    pose = core.core.tree.pose('base', name)
    return Snapshot(
        ContactState(
            [
                ContactPoint(
                    pose.transform_point(contact.contact_position),
                    pose.transform_direction(contact.contact_normal),
                    contact.friction,
                    name=contact.name,
                )
                for contact in FLOOR.contacts
            ]
        ),
        name,
    )


@pytest.mark.parametrize('name', ['twin', 'cell'])
def test_contacts_told_in_another_frame_change_nothing_that_is_sent(name):
    core = following()
    before = len(core.sent) - 1
    core.snapshot = in_frame(core, name)
    outcome = core.tick(5)
    assert core.largest_step(before) <= 1e-9
    assert FilterCode.RAMPING not in outcome.codes


def test_two_estimators_in_two_frames_in_turn_are_followed():
    core = following()
    before, places = len(core.sent) - 1, [in_frame(core, 'cell'), Snapshot(FLOOR, 'base')]
    for _ in range(20):
        for core.snapshot in places:
            core.tick()
    assert core.largest_step(before) <= 1e-9


def test_another_moment_center_starts_from_the_same_wrench_and_keeps_the_moment_limit():
    core = following(max_moment=2.0)
    core.frames = Frames('base', 'base', 'far')
    outcome = core.tick()
    assert np.linalg.norm(outcome.assessment.command.wrench[3:]) <= 2.0 * (1 + 1e-9)
    for _ in range(100):
        core.tick()
        assert np.linalg.norm(core.sent[-1][1]['wrench'][3:]) <= 2.0 * (1 + 1e-9)


def test_numbers_keep_their_frame_while_the_new_one_is_unknown():
    core = following()
    core.frames = Frames('nowhere', 'base', 'base')
    first = core.tick()
    assert FilterCode.TRANSFORM_UNAVAILABLE in first.codes
    core.tick(20)
    frames = {frames for frames, _ in core.sent[40:]}
    assert frames == {BASE}
    assert not core.sent[-1][1]['wrench'].any()
    assert core.largest_step(39) <= 31.0 * STEP / 0.05 * 1.01


@pytest.mark.parametrize(('rate', 'most'), [(50.0, 50.0 * STEP), (None, 31.0 * STEP / 0.05)])
def test_a_part_that_is_commanded_no_longer_ramps_to_zero_and_says_so(rate, most):
    core = Core(**({} if rate is None else {'max_force_rate': rate}))
    core.tick(400)
    before = len(core.sent) - 1
    core.parts = {'twist': TURN}
    outcome = core.tick()
    assert FilterCode.PART_RELEASED in outcome.codes
    assert 'wrench' in outcome.assessment.text
    while 'wrench' in core.sent[-1][1]:
        core.tick()
        assert len(core.sent) < 2000
    assert not core.sent[-2][1]['wrench'].any(), 'the last word on the part is zero'
    forces = np.array([parts['wrench'][:3] for _, parts in core.sent[before:-1]])
    steps = np.linalg.norm(np.diff(forces, axis=0), axis=1)
    assert steps.max() <= most * 1.01
    assert FilterCode.PART_RELEASED not in core.tick().codes


def test_a_plain_part_that_falls_silent_is_said_for_as_long_as_it_is():
    core = following()
    plain, settings = PlainInputs(), core.settings

    def give(part, values):
        core.now += STEP
        core.core.take_contacts(core.snapshot, core.now)
        given = ('base', values, 0)
        core.core.take_command(plain.joined(part, given, (core.now, core.now), settings), core.now)
        outcome = core.core.tick(core.now, core.now)
        core.sent.append((outcome.command.frames, output_parts(outcome)))
        return outcome

    for _ in range(30):
        give('wrench', PRESS)
        give('twist', TURN)
    outcome = [give('twist', TURN) for _ in range(200)][-1]
    assert 'wrench' not in core.sent[-1][1]
    assert FilterCode.PART_RELEASED in outcome.codes
    assert 'the wrench command stopped coming' in dict(outcome.refusals)[FilterCode.PART_RELEASED]
    give('wrench', PRESS)
    assert FilterCode.PART_RELEASED not in give('wrench', PRESS).codes


def test_a_planar_estimate_after_a_spatial_one_keeps_what_the_plane_can_tell():
    wall = ContactState([ContactPoint((0.1, 0.0), (0.0, 1.0), CircularCone(0.5), name='wall')])
    core = following(max_force_rate=1e3)
    core.parts = {'wrench': np.array([0.0, -10.0, 0.0, 0, 0, -1.0])}
    core.snapshot = Snapshot(wall, 'base')
    outcome = core.tick(100)
    assert np.allclose(core.sent[-1][1]['wrench'], core.parts['wrench'], atol=1e-9)
    assert outcome.assessment.command.wrench.shape == (3,)
