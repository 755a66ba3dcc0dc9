# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Declaring the parameters to ROS, and refusing a change unless all of it is right."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor, SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter as RosParameter

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import (
    known_name,
    node_settings,
    NodeSettings,
    Parameter,
    PARAMETERS,
)
from frictioncone_ros.ros.runtime.given_parameters import warn_of_unknown_parameters


class ParameterServer:
    """Holds the settings in force; a refused change leaves them as they were."""

    def __init__(
        self, node: Node, on_change: Callable[[NodeSettings], None], is_active: Callable[[], bool]
    ) -> None:
        """
        Declare every parameter on `node` and call `on_change` with each accepted change.

        is_active: whether the node is, asked before a change that must not come then.
        """
        self._on_change, self._is_active = on_change, is_active
        names = {parameter.name for parameter in PARAMETERS}
        warn_of_unknown_parameters(node, names, known_name)
        values = {}
        for parameter in PARAMETERS:
            default = parameter.default
            declared = node.declare_parameter(
                parameter.name,
                list(default) if isinstance(default, tuple) else default,
                _descriptor(parameter),
            )
            values[parameter.name] = plain_value(declared.value)
        self.settings = node_settings(values)
        node.add_on_set_parameters_callback(self._on_set)

    def _on_set(self, changes: Sequence[RosParameter]) -> SetParametersResult:
        """Check the settings as they would become; all of them or none."""
        known = {parameter.name for parameter in PARAMETERS}
        desired = {
            change.name: plain_value(change.value) for change in changes if change.name in known
        }
        if not desired:
            return SetParametersResult(successful=True)
        try:
            if self._is_active():
                _require_free(desired, self.settings)
            settings = node_settings({**self.settings.values, **desired})
        except InvalidInputError as error:
            return SetParametersResult(successful=False, reason=str(error))
        self.settings = settings
        self._on_change(settings)
        return SetParametersResult(successful=True)


def _require_free(desired: Mapping[str, object], settings: NodeSettings) -> None:
    """Refuse another value of a parameter that is fixed while the node is active."""
    for parameter in PARAMETERS:
        name = parameter.name
        present = settings.values[name]
        if parameter.fixed_while_active and desired.get(name, present) != present:
            raise InvalidInputError(
                name, desired[name], f'{present!r} while the node is active: deactivate it first'
            )


def plain_value(value: object) -> object:
    """Return a parameter's value without rclpy's array type."""
    return list(value) if isinstance(value, array) else value


def _descriptor(parameter: Parameter) -> ParameterDescriptor:
    """Describe a parameter; its type is checked by us, so that 1 may be written for 1.0."""
    words = [parameter.description, f'[{parameter.unit}]' if parameter.unit else '']
    descriptor = ParameterDescriptor(
        description=' '.join(word for word in words if word),
        dynamic_typing=True,
        read_only=bool(parameter.read_only),
        additional_constraints=parameter.allowed,
    )
    if (
        isinstance(parameter.default, float)
        and parameter.bounds is not None
        and all(isfinite(bound) for bound in parameter.bounds)
    ):
        least, largest = parameter.bounds
        bounds = FloatingPointRange(from_value=float(least), to_value=float(largest))
        descriptor.floating_point_range.append(bounds)
    return descriptor
