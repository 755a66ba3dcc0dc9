# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Recorded calibration poses and the load found from them, as YAML files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

from frictioncone_ros.estimation.calibration import CalibrationPose, SensorLoad, UNKNOWNS
from frictioncone_ros.estimation.placed_yaml import PlacedValue, read_yaml
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.tolerances import UNIT_LENGTH

STANDARD_GRAVITY = 9.80665
"""Where a file says none [m/s^2]."""
OF_POSES = ('gravity', 'poses')
OF_POSE = ('orientation', 'gravity', 'wrench')
OF_LOAD = ('mass', 'center_of_mass', 'bias', 'covariance', 'residual', 'pose_count')
DIGITS = 12
"""Significant digits written: more than any sensor has, few enough to read."""


@checked
def read_poses(path: Path) -> list[CalibrationPose]:
    """Return the poses of a file: each a wrench, and an orientation or gravity itself."""
    fields = read_yaml(path).fields(OF_POSES, ('poses',))
    size = fields['gravity'].positive() if 'gravity' in fields else STANDARD_GRAVITY
    return [_pose(pose, size) for pose in fields['poses'].items()]


@checked
def write_poses(path: Path, poses: Sequence[CalibrationPose]) -> None:
    """Write poses, each with gravity along the sensor's axes."""
    rows = [{'gravity': _plain(pose.gravity), 'wrench': _plain(pose.wrench)} for pose in poses]
    _write(
        path, {'poses': rows}, 'gravity [m/s^2] along the axes of the sensor, its reading [N, Nm]'
    )


@checked
def read_load(path: Path) -> SensorLoad:
    """Return the load of a file that `write_load` wrote."""
    fields = read_yaml(path).fields(OF_LOAD, OF_LOAD[:4])
    covariance = fields['covariance'].matrix(UNKNOWNS)
    if covariance.shape != (UNKNOWNS, UNKNOWNS):
        raise fields['covariance'].refused(f'{UNKNOWNS} rows', f'{len(covariance)} rows')
    residual = fields['residual'].vector(2) if 'residual' in fields else np.zeros(2)
    try:
        return SensorLoad(
            fields['mass'].positive(),
            fields['center_of_mass'].vector(),
            fields['bias'].vector(SPATIAL),
            frozen_array(covariance),
            frozen_array(residual),
            _count(fields['pose_count']) if 'pose_count' in fields else 0,
        )
    except InvalidInputError as error:
        if error.where:
            raise
        place = fields[error.what] if error.what in fields else fields['covariance']
        raise InvalidInputError(error.what, error.value, error.expected, place.where) from None


def _count(value: PlacedValue) -> int:
    number = value.non_negative()
    if number != int(number):
        raise value.refused('a whole number')
    return int(number)


@checked
def write_load(path: Path, load: SensorLoad) -> None:
    """Write a load."""
    content = {
        'mass': _plain(np.array(load.mass)),
        'center_of_mass': _plain(load.center_of_mass),
        'bias': _plain(load.bias),
        'covariance': [_plain(row) for row in load.covariance],
        'residual': _plain(load.residual),
        'pose_count': load.pose_count,
    }
    _write(
        path, content, 'the tool beyond a sensor: kg, m, N and Nm, along the axes of the sensor'
    )


def _pose(value: PlacedValue, size: float) -> CalibrationPose:
    fields = value.fields(OF_POSE, ('wrench',))
    if ('orientation' in fields) == ('gravity' in fields):
        raise InvalidInputError(
            value.name, sorted(fields), 'either orientation or gravity', value.where
        )
    if 'gravity' in fields:
        gravity = fields['gravity'].vector()
    else:
        gravity = size * _down(fields['orientation'])
    return CalibrationPose(gravity, fields['wrench'].vector(SPATIAL))


def _down(orientation: PlacedValue) -> Array:
    """Return the direction (3,) down, along the axes of a sensor turned by a quaternion."""
    quaternion = orientation.vector(4)
    length = float(np.linalg.norm(quaternion))
    if abs(length - 1.0) > 1e3 * UNIT_LENGTH:
        raise orientation.refused(f'a unit quaternion x y z w (its length is {length:.6g})')
    x, y, z, w = quaternion / length
    return -np.array((2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))


def _plain(values: Array) -> object:
    """Return numbers as YAML writes them, rounded to what matters."""
    if values.ndim == 0:
        return float(f'{float(values):.{DIGITS}g}')
    return [_plain(value) for value in np.asarray(values)]


def _write(path: Path, content: dict[str, object], title: str) -> None:
    text = yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=2000)
    try:
        path.write_text(f'# {title}\n{text}', encoding='utf-8')
    except OSError as error:
        raise InvalidInputError(
            'file', str(path), f'one that can be written ({error.strerror})'
        ) from None
