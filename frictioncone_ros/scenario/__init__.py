# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What people write down: the node's parameters and interfaces, read and checked without ROS."""

from frictioncone_ros.scenario.interfaces import Interface, INTERFACES
from frictioncone_ros.scenario.node_settings import node_settings, NodeSettings
from frictioncone_ros.scenario.parameter import Parameter, Value
from frictioncone_ros.scenario.parameter_file import read_parameter_file
from frictioncone_ros.scenario.parameters import checked_values, PARAMETERS

__all__ = [
    'INTERFACES',
    'PARAMETERS',
    'Interface',
    'NodeSettings',
    'Parameter',
    'Value',
    'checked_values',
    'node_settings',
    'read_parameter_file',
]
