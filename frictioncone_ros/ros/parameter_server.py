# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Declaring the parameters to ROS, and refusing a change unless all of it is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor, SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter as RosParameter

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.ros.parameters import Parameter, PARAMETERS, Settings, settings_from


class ParameterServer:
    """Holds the settings in force; a refused change leaves them as they were."""

    def __init__(self, node: Node, on_change: Callable[[Settings], None]) -> None:
        """Declare every parameter on `node` and call `on_change` with each accepted change."""
        self._on_change = on_change
        values = {}
        for parameter in PARAMETERS:
            declared = node.declare_parameter(
                parameter.name, parameter.default, _descriptor(parameter))
            values[parameter.name] = declared.value
        self.settings = settings_from(values)
        node.add_on_set_parameters_callback(self._on_set)

    def _on_set(self, changes: Sequence[RosParameter]) -> SetParametersResult:
        """Check the settings as they would become; all of them or none."""
        known = {parameter.name for parameter in PARAMETERS}
        wanted = {change.name: change.value for change in changes if change.name in known}
        try:
            settings = settings_from({**vars(self.settings), **wanted})
        except InvalidInputError as error:
            return SetParametersResult(successful=False, reason=str(error))
        self.settings = settings
        self._on_change(settings)
        return SetParametersResult(successful=True)


def _descriptor(parameter: Parameter) -> ParameterDescriptor:
    unit = f' [{parameter.unit}]' if parameter.unit else ''
    descriptor = ParameterDescriptor(
        description=f'{parameter.description}{unit}', read_only=bool(parameter.read_only))
    if parameter.bounds is not None:
        least, largest = parameter.bounds
        bounds = FloatingPointRange(from_value=float(least), to_value=float(largest))
        descriptor.floating_point_range.append(bounds)
    return descriptor
