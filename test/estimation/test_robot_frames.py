# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a robot's frames were at a time: between two joint states, and what is remembered."""

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')

from frictioncone_ros.estimation.robot_frames import REMEMBERED, RobotFrames
from frictioncone_ros.exceptions import InvalidInputError

URDF = """
<robot name="slide"><link name="base"/><link name="hand"/>
  <joint name="along" type="prismatic"><parent link="base"/><child link="hand"/>
  <axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint></robot>
"""
START = 5_000_000_000
STEP = 10_000_000


@pytest.fixture
def frames():
    """The joint stood at 0.0, 1.0 and 2.0 m, ten milliseconds apart."""
    frames = RobotFrames(URDF)
    for index in range(3):
        move(frames, START + index * STEP, float(index))
    return frames


def move(frames, stamp, position):
    frames.robot.update(['along'], [position], [])
    frames.remember(stamp)


def place(frames, stamp):
    return frames.from_root('hand', stamp).position[0]


@pytest.mark.parametrize(
    ('stamp', 'x'),
    [
        (0, 2.0),
        (START + 2 * STEP, 2.0),
        (START + 3 * STEP, 2.0),
        (START + STEP, 1.0),
        (START + STEP // 4, 0.25),
        (START + STEP + STEP // 2, 1.5),
        # Before anything was heard: the first that was.
        (START - STEP, 0.0),
        (1, 0.0),
    ],
)
def test_a_frame_is_where_it_was(frames, stamp, x):
    assert place(frames, stamp) == pytest.approx(x)


def test_looking_back_changes_nothing_now(frames):
    place(frames, START)
    assert place(frames, 0) == 2.0
    assert frames.robot.placement(frames.robot.frame('hand')).translation[0] == 2.0


def test_what_comes_late_does_not_mix_up_the_order(frames):
    frames.remember(START + STEP // 2)
    assert place(frames, START + STEP // 2) == pytest.approx(0.5)


def test_a_clock_that_jumps_back_begins_anew(frames):
    move(frames, START - 2 * REMEMBERED, 7.0)
    for stamp in (1, START - 2 * REMEMBERED, START):
        assert place(frames, stamp) == 7.0


def test_no_more_is_remembered_than_is_needed(frames):
    for index in range(3, 500):
        move(frames, START + index * STEP, float(index))
    assert len(frames._history) == REMEMBERED // STEP + 1
    assert place(frames, START) == pytest.approx(499 - REMEMBERED // STEP)


def test_a_wheel_goes_the_short_way_round():
    wheel = URDF.replace('type="prismatic"', 'type="continuous"').replace('1 0 0', '0 0 1')
    frames = RobotFrames(wheel)
    move(frames, START, np.pi - 0.1)
    move(frames, START + STEP, np.pi + 0.1)
    pose = frames.from_root('hand', START + STEP // 2)
    np.testing.assert_allclose(pose.rotation, np.diag((-1.0, -1.0, 1.0)), atol=1e-9)


def test_a_joint_state_with_a_number_that_is_none_is_not_taken_in_part(frames):
    before = frames.robot.positions
    for positions, velocities in (([0.5, np.inf], []), ([0.5, 0.5], [0.0, np.inf])):
        with pytest.raises(InvalidInputError, match=r'(position|velocity) of along'):
            frames.robot.update(['along', 'along'], positions, velocities)
        assert frames.robot.positions.tolist() == before.tolist()


def test_a_velocity_that_is_nan_is_not_known_and_the_position_counts(frames):
    """As joint_state_broadcaster says it of a joint without a velocity interface."""
    joints = frames.robot.joints_of([frames.robot.frame('hand')])
    assert frames.robot.update(['along'], [0.5], [0.2]) and frames.robot.knows_velocities(joints)
    assert frames.robot.update(['along'], [0.7], [np.nan])
    assert frames.robot.positions.tolist() == [0.7]
    assert not frames.robot.knows_velocities(joints)


def test_a_position_that_is_nan_is_not_known_and_the_other_joints_count():
    """As a driver says it of a gripper that it has not read yet."""
    other = (
        '<joint name="grip" type="prismatic"><parent link="base"/><child link="jaw"/>{}</joint>'
    )
    limits = '<axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/>'
    frames = RobotFrames(
        URDF.replace('</robot>', f'<link name="jaw"/>{other.format(limits)}</robot>')
    )
    assert frames.robot.update(['along', 'grip'], [0.1, 0.2], [], START)
    assert frames.robot.update(['along', 'grip'], [0.3, np.nan], [], START + STEP)
    assert sorted(frames.robot.positions.tolist()) == [0.2, 0.3]
    frames.remember(START + STEP)
    # The gripper's position grows old, as if it had not been named.
    assert [stamp for stamp, _ in frames.received('jaw')] == [START]
    assert [stamp for stamp, _ in frames.received('hand')] == [START + STEP]


def test_a_joint_may_mimic_one_that_mimics_another():
    # Joints and links share their names, as they may.
    begin = '<joint name="{0}" type="prismatic"><parent link="base"/><child link="{0}"/>'
    limits = '<axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/>'
    joints = [
        f'{begin.format(name)}{limits}<mimic joint="{leader}" multiplier="2" offset="1"/></joint>'
        for name, leader in (('last', 'middle'), ('middle', 'along'))
    ]
    links = '<link name="last"/><link name="middle"/>'
    frames = RobotFrames(URDF.replace('</robot>', f'{links}{"".join(joints)}</robot>'))
    move(frames, START, 0.25)
    assert frames.from_root('middle').position[0] == pytest.approx(1.5)
    assert frames.from_root('last').position[0] == pytest.approx(4.0)
