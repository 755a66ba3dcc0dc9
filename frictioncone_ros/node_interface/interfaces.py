# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node's topics and services as data: what the docs print and a test compares."""

from __future__ import annotations

from typing import NamedTuple


class Interface(NamedTuple):
    """A topic (direction 'in' or 'out') or a service ('service') of the node."""

    name: str
    kind: str
    direction: str
    meaning: str


_COMMAND = 'the {} part alone; parts that keep coming are joined into one command'
_FILTERED = "the filtered {} alone, in the command's frame; zero once when no longer commanded"

INTERFACES = (
    Interface(
        '~/command',
        'frictioncone_ros/msg/HybridCommand',
        'in',
        'force, motion, or both; only the newest counts',
    ),
    Interface(
        '~/wrench_command', 'geometry_msgs/msg/WrenchStamped', 'in', _COMMAND.format('force')
    ),
    Interface(
        '~/twist_command', 'geometry_msgs/msg/TwistStamped', 'in', _COMMAND.format('velocity')
    ),
    Interface(
        '~/accel_command', 'geometry_msgs/msg/AccelStamped', 'in', _COMMAND.format('acceleration')
    ),
    Interface(
        '~/pose_command',
        'geometry_msgs/msg/PoseStamped',
        'in',
        'where controlled_frame is to go: the error becomes the twist part, within pose_speed',
    ),
    Interface(
        '~/pose',
        'geometry_msgs/msg/PoseStamped',
        'in',
        'the measured pose of controlled_frame; without it the frame tree is asked',
    ),
    Interface(
        '~/contacts',
        'frictioncone_ros/msg/ContactStateArray',
        'in',
        'complete snapshots; an empty one means no contact, silence means stale',
    ),
    Interface(
        '~/measured_wrench',
        'geometry_msgs/msg/WrenchStamped',
        'in',
        "of a sensor between arm and held object, about its frame's origin",
    ),
    Interface(
        '~/e_stop',
        'std_msgs/msg/Bool',
        'in',
        'true: neutral at once, latched until ~/reset; reliable or best effort',
    ),
    Interface(
        '~/filtered_command',
        'frictioncone_ros/msg/FilteredCommand',
        'out',
        'one answer a command, ramps and neutral commands at watchdog_rate',
    ),
    Interface(
        '~/filtered_wrench', 'geometry_msgs/msg/WrenchStamped', 'out', _FILTERED.format('force')
    ),
    Interface(
        '~/filtered_twist', 'geometry_msgs/msg/TwistStamped', 'out', _FILTERED.format('velocity')
    ),
    Interface(
        '~/filtered_accel',
        'geometry_msgs/msg/AccelStamped',
        'out',
        _FILTERED.format('acceleration'),
    ),
    Interface(
        '~/filtered_pose',
        'geometry_msgs/msg/PoseStamped',
        'out',
        'the pose that the filtered motion leads to, at most pose_lead ahead of the measured one; '
        'while the fallback is sent, where controlled_frame was then',
    ),
    Interface(
        '~/filtered_measured_wrench',
        'geometry_msgs/msg/WrenchStamped',
        'out',
        'the measured wrench less what accelerates the held object; needs object_mass',
    ),
    Interface(
        '~/desired_mode',
        'frictioncone_ros/msg/DesiredMode',
        'out',
        'the one ~/set_desired_mode took last, for others and for bags; latched',
    ),
    Interface(
        '~/contact_modes',
        'frictioncone_ros/msg/ContactModePrediction',
        'out',
        'every mode the command can produce, at prediction_rate',
    ),
    Interface(
        '~/wrench_cone',
        'frictioncone_ros/msg/WrenchCone',
        'out',
        'of the desired mode, on change, at most once a second; latched',
    ),
    Interface(
        '~/status',
        'frictioncone_ros/msg/FilterStatus',
        'out',
        'on change, and repeated at status_rate',
    ),
    Interface(
        '~/markers',
        'visualization_msgs/msg/MarkerArray',
        'out',
        'cones coloured by use, forces, mode; only while somebody listens',
    ),
    Interface(
        '/diagnostics',
        'diagnostic_msgs/msg/DiagnosticArray',
        'out',
        'rates, ages, compute time, drops by reason, parameters in force',
    ),
    Interface(
        '~/set_desired_mode',
        'frictioncone_ros/srv/SetDesiredMode',
        'service',
        'which contact mode is desired, which changes the force and motion sent; refused where '
        'it fits no present contacts',
    ),
    Interface(
        '~/check_command',
        'frictioncone_ros/srv/CheckCommand',
        'service',
        'what would be sent; nothing is sent and nothing remembered',
    ),
    Interface(
        '~/compute_wrench_cone',
        'frictioncone_ros/srv/ComputeWrenchCone',
        'service',
        'the wrenches that go with a mode',
    ),
    Interface(
        '~/enable',
        'std_srvs/srv/SetBool',
        'service',
        'false: ramp to neutral and stay there; true: ramp back',
    ),
    Interface(
        '~/reset',
        'std_srvs/srv/Trigger',
        'service',
        'ends a latched emergency stop; refused without fresh valid inputs',
    ),
)
"""Everything the node offers beside what every lifecycle node has."""
