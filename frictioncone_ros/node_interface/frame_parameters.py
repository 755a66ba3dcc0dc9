# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The parameters of pose commands and of where frames come from."""

from __future__ import annotations

from frictioncone_ros.node_interface.parameter import Parameter

POSES_AND_FRAMES = (
    Parameter(
        'pose_gain',
        4.0,
        'Speed per distance with which a pose command is followed.',
        '1/s',
        (1e-3, 100.0),
    ),
    Parameter('pose_speed', 0.1, 'Largest speed that a pose commands.', 'm/s', (1e-6, 10.0)),
    Parameter('pose_rotation', 0.5, 'Largest rotation, likewise.', 'rad/s', (1e-6, 100.0)),
    Parameter(
        'pose_lead',
        0.01,
        'How far ~/filtered_pose may be ahead of the measured pose; times the '
        "controller's stiffness the largest force of its spring.",
        'm',
        (1e-6, 1.0),
    ),
    Parameter('pose_lead_angle', 0.05, 'How far it may be turned.', 'rad', (1e-6, 3.0)),
    Parameter(
        'robot_frames',
        False,
        "Take the robot's frames from joint_states and robot_description and not from tf2; needs "
        'the extra `geometry`.',
        read_only=True,
    ),
    Parameter(
        'static_transforms',
        ('',),
        'Frames that tf2 does not know, or all where there is '
        'no tf2: "parent child x y z qx qy qz qw" each, in metres; empty words are none.',
        read_only=True,
    ),
    Parameter('transform_timeout', 0.5, 'Oldest transform that is used.', 's', (0.0, 3600.0)),
)
"""Sorted in among all others by their names."""
