# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Poses in and out over DDS: a position-controlled arm that follows what the filter lets pass."""

from time import monotonic

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import PoseStamped, TwistStamped, WrenchStamped
from ros_node_talk import CONTACTS_PERIOD, FLOOR, PATIENT
from std_msgs.msg import Bool

from frictioncone_ros.msg import ContactStateArray, FilterStatus
from frictioncone_ros.ros.conversions import part_to_message, snapshot_to_message
from frictioncone_ros.ros.conversions.poses import placed_from_message, placed_to_message
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import RigidTransform

NODE = '/frictioncone'
PLACE = "['base tool 0.5 0 0.1 1 0 0 0']"
START = RigidTransform(np.diag((1.0, -1.0, -1.0)), np.array((0.5, 0.0, 0.1)))
GOAL = RigidTransform(START.rotation, START.position + np.array((0.03, 0.0, -0.05)))
"""Three centimetres along the floor, and five below it."""


class Arm:
    """A planner that wants a pose, an estimator of a floor, and a robot that may follow."""

    def __init__(self, client, follows=True, measures=True):
        self.client, self.follows, self.measures = client, follows, measures
        self.pose, self.goal = START, GOAL
        node = client.node
        self.poses = client.received[f'{NODE}/filtered_pose']
        self.reports = client.received[f'{NODE}/status']
        self.twists = client.received[f'{NODE}/filtered_twist']
        client.listen(PoseStamped, f'{NODE}/filtered_pose')
        client.listen(FilterStatus, f'{NODE}/status')
        client.listen(TwistStamped, f'{NODE}/filtered_twist')
        self._commands = node.create_publisher(PoseStamped, f'{NODE}/pose_command', 10)
        self._measured = node.create_publisher(PoseStamped, f'{NODE}/pose', 10)
        self._contacts = node.create_publisher(ContactStateArray, f'{NODE}/contacts', 10)
        self._wrenches = node.create_publisher(WrenchStamped, f'{NODE}/wrench_command', 10)
        self.presses, self._touched = 0.0, 0.0

    @property
    def sent(self):
        """The last filtered pose as seen from the base."""
        frame, pose, _ = placed_from_message(self.poses[-1], 'sent')
        assert frame == 'base'
        return pose

    def move(self):
        """Say where it is and where it should go, and go where it was last told."""
        stamp = self.client.node.get_clock().now().nanoseconds
        if monotonic() - self._touched >= CONTACTS_PERIOD:
            self._touched = monotonic()
            self._contacts.publish(snapshot_to_message(Snapshot(FLOOR, 'base', stamp)))
        if self.follows and self.poses:
            self.pose = self.sent
        if self.measures:
            self._measured.publish(placed_to_message('base', self.pose, stamp))
        if self.presses:
            force = np.array((0.0, 0.0, -self.presses, 0.0, 0.0, 0.0))
            self._wrenches.publish(part_to_message(force, 'wrench', 'base', stamp))
        self._commands.publish(placed_to_message('base', self.goal, stamp))

    def until(self, condition, what):
        self.client.repeat_until(self.move, condition, what, 30.0)


@pytest.fixture
def arm(client, start_node):
    def make(given=None, **parameters):
        usual = {'controlled_frame': 'tool', 'static_transforms': PLACE, **PATIENT}
        given_here = {**usual, **parameters}
        # ROS knows no way to write an empty word on the command line.
        named = {name: value for name, value in given_here.items() if value != ''}
        start_node(autostart=True, reference_frame='tool', **named)
        return Arm(client, **(given or {}))

    return make


def test_an_arm_goes_along_the_floor_and_not_into_it(arm):
    one = arm()
    one.until(
        lambda: one.poses and one.sent.position[0] > GOAL.position[0] - 1e-4, 'the goal along x'
    )
    heights = np.array([message.pose.position.z for message in one.poses])
    np.testing.assert_allclose(heights, START.position[2], atol=1e-6)
    assert FilterStatus.PROJECTED in one.reports[-1].codes


def test_force_and_pose_together_make_one_command(arm):
    one = arm()
    one.presses = 20.0
    one.until(lambda: one.poses and one.sent.position[0] > 0.505, 'some way along x')
    assert one.reports[-1].code != FilterStatus.COMMAND_CONFLICT


def test_an_arm_that_is_stuck_is_led_by_so_much_and_no_more(arm):
    one = arm({'follows': False}, pose_lead=0.004, pose_speed=0.05)
    one.goal = RigidTransform(START.rotation, START.position + np.array((1.0, 0.0, 0.0)))
    far = START.position[0] + 0.004
    one.until(lambda: one.poses and one.sent.position[0] > far - 1e-6, 'the whole lead')
    # The end of the recovery ramp: the whole speed, for more than the way of the lead.
    one.until(lambda: one.twists[-1].twist.linear.x > 0.05 - 1e-9, 'the whole speed')
    count = len(one.poses)
    one.until(lambda: len(one.poses) > count + 20, 'more poses')
    assert max(message.pose.position.x for message in one.poses) <= far + 1e-9
    assert max(message.twist.linear.x for message in one.twists) == pytest.approx(0.05)


def test_the_lead_angle_and_the_rotation_limit_hold_for_turns(arm):
    one = arm({'follows': False}, pose_lead_angle=0.02, pose_rotation=0.1, pose_gain=3.0)
    turn = np.array(((np.cos(0.5), -np.sin(0.5), 0), (np.sin(0.5), np.cos(0.5), 0), (0, 0, 1.0)))
    one.goal = RigidTransform(START.rotation @ turn, START.position)
    one.until(
        lambda: one.poses and np.arccos(
            np.clip(0.5 * (np.trace(one.sent.rotation.T @ START.rotation) - 1), -1, 1)
        ) > 0.02 - 1e-6,
        'the whole lead',
    )  # fmt: skip
    one.until(lambda: abs(one.twists[-1].twist.angular.z) > 0.1 - 1e-9, 'the whole rotation')
    assert max(abs(message.twist.angular.z) for message in one.twists) == pytest.approx(0.1)


def test_without_a_measured_pose_the_frame_tree_says_it(arm):
    one = arm({'measures': False})
    one.until(lambda: one.poses, 'a pose')
    placed = placed_from_message(one.poses[0], 'first')[1]
    np.testing.assert_allclose(placed.position, START.position, atol=1e-12)
    assert placed_from_message(one.poses[0], 'first')[0] == 'base'


def test_a_pose_of_nothing_is_refused(arm):
    one = arm(controlled_frame='')
    one.until(
        lambda: one.reports and FilterStatus.INVALID_COMMAND in one.reports[-1].codes, 'refusal'
    )
    assert 'controlled_frame' in one.reports[-1].text and not one.poses


def test_when_commands_stop_the_pose_stays_where_the_arm_was(arm, client):
    one = arm(command_timeout=0.5)
    one.until(lambda: one.poses and one.sent.position[0] > 0.505, 'some way')
    stale = [FilterStatus.COMMAND_STALE]
    client.wait_until(
        lambda: one.reports[-1].code in stale and one.reports[-1].safe_output, 'stale commands'
    )
    count = len(one.poses)
    client.wait_until(lambda: len(one.poses) > count + 3, 'poses of the substitute')
    held = np.array([message.pose.position.x for message in one.poses[count:]])
    np.testing.assert_array_equal(held, held[0])
    assert abs(held[0] - one.pose.position[0]) <= 0.01 + 1e-9


def test_an_arm_that_was_moved_after_the_stop_is_not_pulled_back(arm, client):
    one = arm(command_timeout=0.5, pose_lead=0.004, stop_publish_timeout=0.3)
    one.until(lambda: one.poses and one.sent.position[0] > 0.505, 'some way')
    client.wait_until(lambda: one.reports[-1].code == FilterStatus.COMMAND_STALE, 'stale commands')
    # Somebody moves the arm; nobody commands.
    jogged = RigidTransform(START.rotation, START.position + np.array((0.0, 0.2, 0.1)))

    def measure():
        one._measured.publish(
            placed_to_message('base', jogged, client.node.get_clock().now().nanoseconds)
        )

    begun = len(one.reports)
    client.repeat_until(measure, lambda: len(one.reports) > begun + 10, 'the pose is known')
    count = len(one.poses)
    stopped = client.node.create_publisher(Bool, f'{NODE}/e_stop', 10)

    def stop():
        measure()
        stopped.publish(Bool(data=True))

    client.repeat_until(stop, lambda: len(one.poses) > count + 3, 'poses of the emergency stop')
    for message in one.poses[count:]:
        sent = placed_from_message(message, 'sent')[1]
        assert np.linalg.norm(sent.position - jogged.position) <= 0.004 + 1e-9


def test_poses_end_where_another_commander_is_followed(arm, client, talk):
    one = arm(command_timeout=0.3)
    one.until(lambda: one.poses, 'a pose')
    talking = talk()
    talking.follow()
    count = len(one.poses)
    heard = len(talking.answers)
    client.repeat_until(
        talking.send, lambda: len(talking.answers) > heard + 20, 'answers to the other one'
    )
    assert len(one.poses) == count
