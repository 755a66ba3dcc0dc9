# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The parameters of geometry_contacts."""

from __future__ import annotations

from rclpy.node import Node

from frictioncone_ros.estimation.geometry.settings import GeometrySettings
from frictioncone_ros.estimation.geometry.uncertainty import Deviations

WORDS = {'scene_file': '', 'robot_description': ''}
GAPS = {'touch_gap': 0.0005, 'release_gap': 0.002, 'margin': 0.01, 'patch_tolerance': 0.0005}
DEVIATIONS = {
    'joint_deviation': 0.0005,
    'tool_position_deviation': 0.0005,
    'tool_angle_deviation': 0.002,
    'scene_position_deviation': 0.001,
    'scene_angle_deviation': 0.002,
}
PARAMETERS: dict[str, object] = {
    **WORDS,
    **GAPS,
    **DEVIATIONS,
    'most_corners': 4,
    'package_folders': [''],
    'highest_rate': 500.0,
}
"""Defaults; see docs/robot/contact_sources.md."""


def declared(node: Node) -> dict[str, object]:
    """Declare the parameters and return what was given."""
    return {name: node.declare_parameter(name, value).value for name, value in PARAMETERS.items()}


def geometry_settings(values: dict[str, object]) -> GeometrySettings:
    """Return the settings of these parameters, or raise InvalidInputError."""
    deviations = {
        name.removesuffix('_deviation'): float(values[name])  # type: ignore[arg-type]  # a number
        for name in DEVIATIONS
    }
    return GeometrySettings(
        **{name: float(values[name]) for name in GAPS},  # type: ignore[arg-type]  # numbers
        most_corners=int(values['most_corners']),  # type: ignore[call-overload]  # a number
        deviations=Deviations(**deviations),
    )
