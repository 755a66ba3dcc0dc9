# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What people write down: the node's parameters and interfaces, read and checked without ROS."""

from frictioncone_ros.node_interface.contact_parameters import JOINT, MOST_CONTACTS
from frictioncone_ros.node_interface.interfaces import Interface, INTERFACES
from frictioncone_ros.node_interface.node_settings import node_settings, NodeSettings
from frictioncone_ros.node_interface.parameter import Parameter, Value
from frictioncone_ros.node_interface.parameter_file import (
    file_faults,
    is_of_ros,
    parameter_faults,
    read_parameter_file,
    stopping_faults,
)
from frictioncone_ros.node_interface.parameters import (
    checked_values,
    known_name,
    PARAMETERS,
)

__all__ = [
    'INTERFACES',
    'JOINT',
    'MOST_CONTACTS',
    'PARAMETERS',
    'Interface',
    'NodeSettings',
    'Parameter',
    'Value',
    'checked_values',
    'file_faults',
    'is_of_ros',
    'known_name',
    'node_settings',
    'parameter_faults',
    'read_parameter_file',
    'stopping_faults',
]
