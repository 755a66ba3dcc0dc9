# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of the node, changed from outside as a tool does."""

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParametersAtomically
from ros_node_talk import NODE


def set_parameters(client, **values):
    """Set numbers and flags by name, all or none; return what the node says of it."""
    request = SetParametersAtomically.Request()
    kinds = {
        float: ('double_value', ParameterType.PARAMETER_DOUBLE),
        bool: ('bool_value', ParameterType.PARAMETER_BOOL),
    }
    for name, value in values.items():
        field, kind = kinds[type(value)]
        request.parameters.append(
            Parameter(name=name, value=ParameterValue(type=kind, **{field: value}))
        )
    name = f'{NODE}/set_parameters_atomically'
    return client.call(SetParametersAtomically, name, request).result
