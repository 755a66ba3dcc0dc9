# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the predictor is asked, and which of its answers still count when they come."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import DRAG, FLOOR, FRAMES, PUSH

from frictioncone_ros.contact import ContactState
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.pipeline.predict_modes import answered
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.ros.background_work import BackgroundWork
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

NEAR = tuple(NearContact(contact, 1e-3) for contact in FLOOR.contacts)
DOWN = np.array([0.0, 0.0, -0.04, 0.0, 0.0, 0.0])


class Heard:
    """A publisher that keeps what it is given."""

    def __init__(self):
        self.messages = []

    def publish(self, message):
        self.messages.append(message)


class Node:
    """As much of a node as background work needs."""

    def __init__(self):
        self.heard = {}

    def create_lifecycle_publisher(self, kind, name, profile):
        return self.heard.setdefault(name, Heard())

    def get_clock(self):
        return SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=0))


class Bench:
    """Background work whose questions are taken by hand."""

    def __init__(self, **parameters):
        frames = ['base tool 0 0 0 0 0 0 1', 'base other 0 0 0.3 0 0 0 1']
        settings = node_settings({'static_transforms': frames} | parameters)
        self.core = FilterCore(settings, StaticFrames(settings.placed_frames))
        self.core.activate()
        self.node = Node()
        self.work = BackgroundWork(self.node, self.core)
        self.now = 5.0

    def asked(self, snapshot, parts, frames=FRAMES, later=0.1):
        """Tick with a command on contacts, and return the task for the predictor."""
        self.now += later
        self.core.take_contacts(snapshot, self.now)
        self.core.take_command(FramedCommand(frames, parts), self.now)
        self.core.tick(self.now, self.now)
        return self.work._mode_task(self.now)

    @property
    def published(self):
        return self.node.heard['~/contact_modes'].messages


def test_an_answer_to_what_was_asked_before_activation_does_not_count():
    bench = Bench()
    task = bench.asked(Snapshot(FLOOR, 'base'), {'wrench': PUSH})
    bench.core.shutdown_command(bench.now, bench.now)
    bench.work.forget()
    bench.core.activate()
    task.deliver(answered(task.question))
    assert not bench.published
    assert bench.core.modes.judged is None
    task = bench.asked(Snapshot(FLOOR, 'base'), {'wrench': PUSH})
    task.deliver(answered(task.question))
    assert len(bench.published) == 1
    assert bench.core.modes.judged is not None


def test_what_will_be_touched_first_is_predicted_from_the_air():
    bench = Bench(recovery_ramp_duration=0.0)
    air = ContactState((), dimension=6)
    parts = {'wrench': PUSH, 'twist': DOWN}
    task = bench.asked(Snapshot(air, 'base', near=NEAR), parts)
    task.deliver(answered(task.question))
    (message,) = bench.published
    assert set(message.modes[0].contact_names) == set(FLOOR.names)
    assert not message.has_desired_mode
    # Nothing to say where nothing will be touched.
    task = bench.asked(Snapshot(air, 'base', near=NEAR), {'wrench': PUSH, 'twist': -DOWN})
    task.deliver(answered(task.question))
    assert len(bench.published) == 1
    assert bench.asked(Snapshot(air, 'base'), parts) is None


def test_another_moment_centre_is_no_change_of_the_motion():
    bench = Bench()
    parts = {'wrench': PUSH, 'twist': np.asarray(DRAG)}
    bench.asked(Snapshot(FLOOR, 'base'), parts)
    other = Frames(FRAMES.axes, FRAMES.controlled, 'other')
    turning = {
        'wrench': PUSH,
        'twist': np.asarray(DRAG) + np.array([0.05, 0.0, 0.0, 0.0, 0.0, 0.0]),
    }
    moved = bench.asked(Snapshot(FLOOR, 'base'), turning, other, 0.01).question
    np.testing.assert_array_equal(moved.before_filter[1], turning['twist'])
    goes_on = bench.asked(Snapshot(FLOOR, 'base'), parts, other, 0.1).question
    assert not np.array_equal(goes_on.before_filter[1], parts['twist'])


def test_two_searches_have_twice_the_time():
    bench = Bench(prediction_time_limit=10.0)
    task = bench.asked(Snapshot(FLOOR, 'base'), {'wrench': PUSH})
    assert task.question.before_filter is not None
    assert task.time_limit >= 2.0 * 10.0
