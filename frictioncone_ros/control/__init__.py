# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What to send: the command kept within what contacts carry and leave free, ramps, rates, watchdog.

Commanded wrenches act from the robot on the environment; contact forces and reactions from the
environment on the moving body.
"""

from frictioncone_ros.control.command import Command, neutral_command, Setpoints
from frictioncone_ros.control.forces.force_filter import carried_force, CarriedForce
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.hybrid_controller import (
    control_step,
    ControllerGains,
    ControllerInput,
    ControllerOutput,
    joint_torques,
)
from frictioncone_ros.control.output.output_gate import output_gate, Passed, Proposed
from frictioncone_ros.control.output.published import FilterMemory, STEADY
from frictioncone_ros.control.prepared import prepared_contacts, PreparedContacts
from frictioncone_ros.control.settings import FilterSettings, InfeasiblePolicy, SplitMetric
from frictioncone_ros.control.situation import ModeVerdict, Situation, unknown_modes
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import filtered_target, Target
from frictioncone_ros.control.watchdog import Phase, Watch, watch, WatchState

__all__ = [
    'STEADY',
    'CarriedForce',
    'Command',
    'ControllerGains',
    'ControllerInput',
    'ControllerOutput',
    'FilterCode',
    'FilterMemory',
    'FilterSettings',
    'ForceSet',
    'InfeasiblePolicy',
    'ModeVerdict',
    'Passed',
    'Phase',
    'PreparedContacts',
    'Proposed',
    'Setpoints',
    'Situation',
    'SplitMetric',
    'Target',
    'Watch',
    'WatchState',
    'carried_force',
    'control_step',
    'filtered_target',
    'joint_torques',
    'neutral_command',
    'output_gate',
    'prepared_contacts',
    'unknown_modes',
    'watch',
]
