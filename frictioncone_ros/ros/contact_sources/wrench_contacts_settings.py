# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The parameters of wrench_contacts, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rclpy.node import Node

from frictioncone_ros.estimation.calibration import no_load, SensorLoad
from frictioncone_ros.estimation.calibration_files import read_load
from frictioncone_ros.estimation.friction_memory import FrictionInterval
from frictioncone_ros.estimation.surfaces import surface
from frictioncone_ros.estimation.wrench_estimator import TouchThresholds, WrenchSettings
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.frames.frame_sources import FRAME_PARAMETERS, frame_settings
from frictioncone_ros.ros.runtime.given_parameters import positive
from frictioncone_ros.spatial import as_non_negative

PARAMETERS: dict[str, object] = {
    'surface': '',
    'surface_frame': '',
    'frame': '',
    'gravity_frame': 'base',
    'gravity': 9.80665,
    'load_file': '',
    'poses_file': '',
    'sensor_sign': 1,
    'force_made': 2.0,
    'force_lost': 1.0,
    'force_deviation': 0.1,
    'moment_deviation': 0.01,
    'surface_deviation': 0.0002,
    'friction_coefficient': 0.5,
    'friction_uncertainty': 0.3,
    'torsional_friction': 0.0,
    'sliding_speed': 0.005,
    'known_timeout': 0.1,
    'rate': 200.0,
    'body': '',
    'other_body': '',
    **FRAME_PARAMETERS,
}
"""Defaults; see docs/robot/wrench_contacts.md."""
FASTEST = 1000.0


@dataclass(frozen=True, eq=False)
class SourceSettings:
    """
    What the node needs beside the estimator's settings.

    surface_frame: where the surface is; '' is the sensor's frame. frame: what contacts are stated
    in; '' the sensor's. gravity: [m/s^2] along -z of gravity_frame. sign: +1 or -1, turns a
    reading into what the environment does to the tool. known_timeout [s], period [s].
    """

    estimator: WrenchSettings
    load: SensorLoad
    frames: NodeSettings
    surface_frame: str
    frame: str
    gravity_frame: str
    gravity: float
    sign: float
    poses_file: Path | None
    known_timeout: float
    period: float


def source_settings(node: Node) -> SourceSettings:
    """Declare and read the parameters, or raise InvalidInputError."""
    values = {
        name: node.declare_parameter(name, value).value for name, value in PARAMETERS.items()
    }
    load, poses = str(values['load_file']), str(values['poses_file'])
    return SourceSettings(
        estimator_settings(values),
        read_load(Path(load).expanduser()) if load else no_load(),
        frame_settings(values),
        str(values['surface_frame']),
        str(values['frame']),
        str(values['gravity_frame']),
        positive(values, 'gravity', 100.0),
        _sign(values['sensor_sign']),
        Path(poses).expanduser() if poses else None,
        as_non_negative(values['known_timeout'], 'known_timeout', 'parameters'),
        1.0 / positive(values, 'rate', FASTEST),
    )


def estimator_settings(values: Mapping[str, Any]) -> WrenchSettings:
    """Return the estimator's settings by the parameters' names."""
    middle, half, torsion = (
        as_non_negative(values[name], name, 'parameters')
        for name in ('friction_coefficient', 'friction_uncertainty', 'torsional_friction')
    )
    return WrenchSettings(
        surface(values['surface'], 'parameters') if values['surface'] else None,
        torsion > 0.0,
        TouchThresholds(values['force_made'], values['force_lost']),
        (positive(values, 'force_deviation', 1e6), positive(values, 'moment_deviation', 1e6)),
        as_non_negative(values['surface_deviation'], 'surface_deviation', 'parameters'),
        FrictionInterval(max(middle - half, 0.0), middle + half),
        torsion,
        as_non_negative(values['sliding_speed'], 'sliding_speed', 'parameters'),
        body=str(values['body']),
        other_body=str(values['other_body']),
    )


def _sign(value: object) -> float:
    if value not in (1, -1):
        raise InvalidInputError('sensor_sign', value, '1 or -1', 'parameters')
    return float(value)
