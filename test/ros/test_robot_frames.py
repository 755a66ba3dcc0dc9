# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Frames from joint states and a robot description: where they are, and when they are nowhere."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')

from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.ros.frames.frame_sources import frame_tree, source_in_words
from frictioncone_ros.ros.frames.robot_frames import JointStateFrames
from frictioncone_ros.session.frames import UnknownTransformError

URDF = """
<robot name="slide"><link name="base"/><link name="hand"/>
  <joint name="down" type="prismatic"><parent link="base"/><child link="hand"/>
  <origin xyz="0 0 0" rpy="0 0 1.5707963267948966"/>
  <axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""
TIP = ['hand tip 0 0 0.1 0 0 0 1', 'world base 5 0 0 0 0 0 1']


def settings(**given):
    return node_settings({'robot_frames': True, 'static_transforms': TIP, **given})


@pytest.fixture
def frames(client):
    return JointStateFrames(client.node, settings(transform_timeout=0.3))


@pytest.fixture
def robot(client):
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    described = client.node.create_publisher(String, '/robot_description', latched)
    joints = client.node.create_publisher(JointState, '/joint_states', 10)

    def say(urdf=URDF, **at):
        described.publish(String(data=urdf))
        message = JointState(name=list(at), position=[float(one) for one in at.values()])
        message.header.stamp = client.node.get_clock().now().to_msg()
        joints.publish(message)

    return say


def found(frames, parent, child):
    try:
        return frames.pose(parent, child)
    except UnknownTransformError:
        return None


def test_frames_move_with_the_joints_and_carry_static_ones(client, frames, robot):
    client.repeat_until(
        lambda: robot(down=0.25), lambda: found(frames, 'world', 'tip'), 'the joints'
    )
    pose = frames.pose('world', 'tip')
    # The joint is turned by 90 degrees: it moves the hand along y.
    np.testing.assert_allclose(pose.position, (5.0, 0.25, 0.1), atol=1e-12)
    np.testing.assert_allclose(pose.rotation, ((0, 1, 0), (-1, 0, 0), (0, 0, 1)), atol=1e-12)
    back = frames.pose('tip', 'world')
    np.testing.assert_allclose(back.then(pose).position, 0.0, atol=1e-12)


def test_frames_are_where_they_were_at_a_stamp(client, frames, robot):
    client.repeat_until(
        lambda: robot(down=0.25), lambda: found(frames, 'base', 'hand'), 'the joints'
    )
    before = client.node.get_clock().now().nanoseconds
    client.repeat_until(
        lambda: robot(down=0.75),
        lambda: found(frames, 'base', 'hand').position[1] > 0.7,
        'the joints moved',
    )
    then = frames.pose('base', 'hand', before).position[1]
    assert 0.25 <= then < 0.75
    np.testing.assert_allclose(frames.pose('base', 'hand', 1).position[1], 0.25)
    np.testing.assert_allclose(frames.pose('hand', 'base', 1).position[0], -0.25)


def test_what_stands_still_needs_no_joints(frames):
    np.testing.assert_allclose(frames.pose('hand', 'tip').position, (0, 0, 0.1))


def test_a_frame_that_is_not_known_is_nowhere_and_says_why(client, frames, robot):
    with pytest.raises(UnknownTransformError, match='no robot_description yet'):
        frames.pose('base', 'hand')
    client.repeat_until(
        lambda: robot(elbow=0.1), lambda: 'joint_states' in reason(frames), 'the description'
    )
    # What does not move needs no joints.
    np.testing.assert_allclose(frames.pose('world', 'base').position, (5.0, 0.0, 0.0))
    unheard = "'hand' moves with down, whose position did not come on /joint_states yet"
    with pytest.raises(UnknownTransformError, match=unheard):
        frames.pose('base', 'hand')
    with pytest.raises(UnknownTransformError, match=r"'nose'.*not connected"):
        frames.pose('nose', 'base')


def reason(frames):
    try:
        frames.pose('base', 'hand')
    except UnknownTransformError as error:
        return str(error)
    return ''


def test_old_joints_are_not_used(client, frames, robot):
    client.repeat_until(
        lambda: robot(down=0.25), lambda: found(frames, 'base', 'hand'), 'the joints'
    )
    client.wait_until(lambda: 'old' in reason(frames), 'their age')
    assert 'transform_timeout is 0.3 s' in reason(frames)


GRIPPER = URDF.replace(
    '</robot>',
    '<link name="finger"/><joint name="grip" type="prismatic"><parent link="hand"/>'
    '<child link="finger"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>',
)


def test_each_joint_has_an_age_of_its_own(client, frames):
    """A gripper that speaks on does not make fresh what an arm said that is silent."""
    frames._describe(String(data=GRIPPER))

    def say(age, **at):
        message = JointState(name=list(at), position=list(at.values()))
        stamp = client.node.get_clock().now().nanoseconds - round(age * 1e9)
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(stamp, 1_000_000_000)
        frames._take(message)

    say(100.0, down=0.25)
    say(0.0, grip=0.1)
    for link in ('hand', 'finger'):
        with pytest.raises(UnknownTransformError, match=r'position of down .* is 100\..* s old'):
            frames.pose('base', link)
    say(0.0, down=0.25)
    say(100.0, grip=0.1)
    assert found(frames, 'base', 'hand') is not None
    with pytest.raises(UnknownTransformError, match='position of grip'):
        frames.pose('base', 'finger')
    # The clock was set back since the arm was heard.
    say(0.0, grip=0.1)
    say(-100.0, down=0.25)
    with pytest.raises(UnknownTransformError, match=r'position of down .* ahead of the clock'):
        frames.pose('base', 'finger')


def test_the_parameter_decides_and_the_log_says_so(client):
    assert isinstance(frame_tree(client.node, settings()), JointStateFrames)
    assert not isinstance(frame_tree(client.node, settings(robot_frames=False)), JointStateFrames)
    assert 'joint_states and robot_description' in source_in_words(settings())
    written = source_in_words(settings(robot_frames=False))
    assert 'static_transforms (hand to tip, world to base)' in written and 'tf2' in written
    assert 'none' in source_in_words(settings(static_transforms=['']))


def test_joints_stamped_ahead_are_refused_and_a_changed_timeout_counts(client, frames):
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    described = client.node.create_publisher(String, '/robot_description', latched)
    described.publish(String(data=URDF))
    joints = client.node.create_publisher(JointState, '/joint_states', 10)
    shift = 2_000_000_000

    def say():
        message = JointState(name=['down'], position=[0.2])
        stamp = client.node.get_clock().now().nanoseconds + shift
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(stamp, 1_000_000_000)
        joints.publish(message)

    client.repeat_until(say, lambda: 'ahead of the clock here' in reason(frames), 'the word')
    shift = -1_000_000_000
    client.repeat_until(say, lambda: 'transform_timeout is 0.3 s' in reason(frames), 'too old')
    frames.use(settings(transform_timeout=5.0))
    client.repeat_until(say, lambda: found(frames, 'base', 'hand') is not None, 'a pose')
