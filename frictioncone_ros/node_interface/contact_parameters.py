# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The parameters of what is made of contact estimates, and of the object they are contacts of."""

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


MOST_CONTACTS = 64
"""The largest snapshot that any node takes; the parameter max_contacts may allow less."""

EACH, JOINT = 'each', 'joint'
"""How errors of normals count."""

ESTIMATES = (
    Parameter(
        'max_contacts',
        16,
        'Larger snapshots are refused: they cannot be judged in time.',
        'count',
        (1, MOST_CONTACTS),
    ),
    Parameter(
        'max_contact_distance',
        5.0,
        "Contacts farther from the command's moment centre are "
        'refused: a small rotation would be a large speed there.',
        'm',
        (1e-3, 1e3),
    ),
    Parameter(
        'contact_probability', 0.5, 'Contacts believed with less are left out.', '1', (0.0, 1.0)
    ),
    Parameter(
        'friction_confidence',
        1.0,
        "Share of a contact's friction_uncertainty that is "
        'taken off its friction coefficient before judging.',
        '1',
        (0.0, 1.0),
    ),
    Parameter(
        'normal_deviations',
        3.0,
        "Standard deviations of a contact's normal_covariance by "
        'which its normal may be tilted; friction is narrowed by that angle.',
        '1',
        (0.0, 10.0),
    ),
    Parameter(
        'normal_errors',
        EACH,
        'How errors of normals count: each at its worst, or together, as a body slips as a whole: '
        'of contacts that face the same way and carry about as much as each other.',
        choices=(EACH, JOINT),
    ),
    Parameter(
        'common_normal_error',
        0.0,
        "Share of the normals' variance that contacts have in common, as where one estimate of a "
        'surface gave them all; read where normal_errors is joint.',
        '1',
        (0.0, 1.0),
    ),
)

HELD_OBJECT = (
    Parameter(
        'object_mass',
        0.0,
        'Mass of what the robot holds, the moving body; 0: not known.',
        'kg',
        (0.0, 1e6),
    ),
    Parameter(
        'object_center_of_mass',
        (0.0, 0.0, 0.0),
        'Its centre of mass in the controlled frame.',
        'm',
        (-1e3, 1e3),
        size=3,
    ),
    Parameter(
        'object_inertia',
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        'Its rotational inertia about '
        'the centre of mass along the controlled frame: xx, yy, zz, xy, xz, yz.',
        'kg m^2',
        (-1e6, 1e6),
        size=6,
    ),
    Parameter(
        'object_gravity',
        (0.0, 0.0, 0.0),
        'Gravity on the held object along gravity_frame, where the contacts carry its weight; '
        'zeros: the arm carries it, as with gravity compensation.',
        'm/s^2',
        (-100.0, 100.0),
        size=3,
    ),
    Parameter(
        'gravity_frame',
        '',
        "Frame along whose axes object_gravity is; empty: that of the contacts' header.",
        fixed_while_active=True,
    ),
)
