# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frames as tf2 knows them at a message's stamp, or the newest before it; tf2 or its like."""

from importlib import import_module
from importlib.util import find_spec
import sys

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import TransformStamped
from tf2_stand_in import NANOSECONDS, stand_in

from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.frames import UnknownTransformError

TIP = ['hand tip 0 0 0.1 0 0 0 1']
PERIOD = 100_000_000
"""From one transform to the next [ns]; each is 1 m further."""


@pytest.fixture
def tf2_frames(monkeypatch):
    if find_spec('tf2_ros') is None:
        monkeypatch.setitem(sys.modules, 'tf2_ros', stand_in())
    module = import_module('frictioncone_ros.ros.frames.tf2_frames')
    yield module
    sys.modules.pop('frictioncone_ros.ros.frames.tf2_frames')


@pytest.fixture
def now(client):
    return client.node.get_clock().now().nanoseconds


@pytest.fixture
def tree(client, tf2_frames, now):
    """A hand that went 1 m in each of the last five tenths of a second, until 50 ms ago."""
    settings = node_settings({'static_transforms': TIP, 'transform_timeout': 1.0})
    tree = tf2_frames.Tf2Frames(client.node, settings)
    for index in range(6):
        move(tree, now - (5 - index) * PERIOD - PERIOD // 2, index)
    return tree


def move(tree, stamp, x, child='hand', static=False):
    moved = TransformStamped(child_frame_id=child)
    moved.header.frame_id = 'base'
    moved.header.stamp.sec, moved.header.stamp.nanosec = divmod(stamp, NANOSECONDS)
    moved.transform.translation.x, moved.transform.rotation.w = float(x), 1.0
    (tree._buffer.set_transform_static if static else tree._buffer.set_transform)(moved, 'test')


@pytest.mark.parametrize(
    ('age', 'x'),
    [
        # Between two transforms, at one of them, and later than the last: that one.
        (3 * PERIOD, 2.5),
        (2 * PERIOD + PERIOD // 2, 3.0),
        (PERIOD // 4, 5.0),
        (0, 5.0),
        (-PERIOD, 5.0),
    ],
)
def test_a_frame_is_where_it_was_when_the_message_was_stamped(tree, now, age, x):
    pose = tree.pose('base', 'hand', now - age)
    np.testing.assert_allclose(pose.position, (x, 0, 0), atol=1e-6)


def test_without_a_stamp_it_is_where_it_was_last(tree):
    np.testing.assert_allclose(tree.pose('base', 'hand').position, (5.0, 0, 0))


def test_written_frames_come_first_and_need_no_time(tree, now):
    np.testing.assert_allclose(tree.pose('hand', 'tip', now - 10 * NANOSECONDS).position[2], 0.1)


def test_a_static_transform_holds_for_every_stamp(tree, now):
    move(tree, 0, 7.0, 'table', static=True)
    for stamp in (0, 1, now, now + NANOSECONDS):
        np.testing.assert_allclose(tree.pose('base', 'table', stamp).position, (7.0, 0, 0))


def test_what_tf2_has_forgotten_is_nowhere(tree, now):
    with pytest.raises(UnknownTransformError, match=r"'base' to 'hand'.*extrapolation"):
        tree.pose('base', 'hand', now - 3600 * NANOSECONDS)


def test_what_tf2_does_not_know_is_nowhere(tree, now):
    with pytest.raises(UnknownTransformError, match=r"'base' to 'moon'"):
        tree.pose('base', 'moon', now)


def test_a_publisher_that_has_died_is_told_by_the_age_of_its_last_word(client, tf2_frames, now):
    settings = node_settings({'transform_timeout': 0.3})
    tree = tf2_frames.Tf2Frames(client.node, settings)
    move(tree, now - 4 * PERIOD, 0.0)
    for stamp in (0, now, now - 3 * PERIOD):
        with pytest.raises(UnknownTransformError, match=r'transform_timeout is 0\.3 s'):
            tree.pose('base', 'hand', stamp)


def test_what_is_stamped_ahead_is_refused_and_a_changed_timeout_counts(client, tf2_frames, now):
    settings = node_settings({'transform_timeout': 0.3})
    tree = tf2_frames.Tf2Frames(client.node, settings)
    move(tree, now + 2 * NANOSECONDS, 0.0)
    with pytest.raises(UnknownTransformError, match='ahead of the clock here'):
        tree.pose('base', 'hand')
    other = tf2_frames.Tf2Frames(client.node, settings)
    move(other, now - 4 * PERIOD, 0.0)
    other.use(node_settings({'transform_timeout': 30.0}))
    assert other.pose('base', 'hand') is not None
