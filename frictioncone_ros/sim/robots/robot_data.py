# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which real arms there are, and where their descriptions lie: the wheel example-robot-data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
import sys

from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError

PACKAGE = 'example-robot-data'
_SHARE = Path('cmeel.prefix') / 'share'


@dataclass(frozen=True)
class RobotModel:
    """
    One arm of the wheel.

    urdf: file below the package. base: link that stands still. flange: link the sensor is screwed
    to, z axis outward. left_out: links that are cut off with all beyond them (a hand). ready:
    joint positions [rad] near which the tool points down.
    """

    name: str
    urdf: str
    base: str
    flange: str
    left_out: tuple[str, ...]
    ready: tuple[float, ...]


PANDA = RobotModel(
    'panda',
    'robots/panda_description/urdf/panda.urdf',
    'panda_link0',
    'panda_link8',
    ('panda_hand',),
    (0.0, -0.2, 0.0, -2.4, 0.0, 2.2, 0.8),
)
UR5 = RobotModel(
    'ur5',
    'robots/ur_description/urdf/ur5_robot.urdf',
    'base_link',
    'tool0',
    ('ee_link', 'base'),
    (0.0, -1.6, 2.0, -2.0, -1.57, 0.0),
)
ROBOTS = {model.name: model for model in (PANDA, UR5)}
"""The arms by the name used on the command line."""


def robot_model(name: str) -> RobotModel:
    """Return an arm by its name, or say which there are."""
    if name not in ROBOTS:
        raise InvalidInputError('arm', name, f'one of {", ".join(ROBOTS)}')
    return ROBOTS[name]


def package_folder() -> Path:
    """Return the folder that package://example-robot-data means, or say how to get it."""
    for entry in sys.path:
        folder = Path(entry) / _SHARE / PACKAGE
        if (folder / 'robots').is_dir():
            return folder
    raise MissingDependencyError(PACKAGE, 'pip install example-robot-data')
