# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone calibrate`: mass, centre of mass and bias of a force-torque sensor's load."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from frictioncone_ros.estimation.calibration import calibrated_load, SensorLoad
from frictioncone_ros.estimation.calibration_files import read_poses, write_load
from frictioncone_ros.exceptions import InvalidInputError

EXAMPLE = 'frictioncone calibrate config/contacts/gripper_poses.yaml --output load.yaml'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the poses, where the load goes, and the noise where it is known."""
    parser.add_argument('poses', metavar='POSES', type=Path, help='recorded poses, YAML')
    parser.add_argument('--output', '-o', metavar='FILE', type=Path, help='where the load goes')
    for name, unit in (('force', 'N'), ('moment', 'Nm')):
        parser.add_argument(
            f'--{name}-deviation',
            metavar=unit,
            type=float,
            help=f'standard deviation of one recorded {name}; both or none (default: from what '
            'the fit leaves)',
        )


def run(arguments: argparse.Namespace) -> int:
    """Calibrate; poses that do not tell are an error in words."""
    deviations = _deviations(arguments.force_deviation, arguments.moment_deviation)
    load = calibrated_load(read_poses(arguments.poses), deviations)
    print(load_text(load))
    if arguments.output:
        write_load(arguments.output, load)
        print(f'written to {arguments.output}')
    return 0


def load_text(load: SensorLoad) -> str:
    """Return a load in words, each number with its standard deviation."""
    deviations = np.sqrt(np.diag(load.covariance))
    centre = np.sqrt(np.diag(load.center_covariance))
    rows = [
        ('mass [kg]', np.array([load.mass]), deviations[:1]),
        ('centre of mass [m]', load.center_of_mass, centre),
        ('force bias [N]', load.bias[:3], deviations[4:7]),
        ('moment bias [Nm]', load.bias[3:], deviations[7:]),
    ]
    lines = [f'{load.pose_count} poses']
    for name, values, around in rows:
        cells = [f'{v:9.4f} +- {d:.4f}' for v, d in zip(values, around, strict=True)]
        lines.append(f'{name:20}{"   ".join(cells)}')
    left = f'{load.residual[0]:.3g} N, {load.residual[1]:.3g} Nm'
    return '\n'.join([*lines, f'left by the fit     {left} (root mean square)'])


def _deviations(force: float | None, moment: float | None) -> tuple[float, float] | None:
    if force is None and moment is None:
        return None
    for name, value in (('--force-deviation', force), ('--moment-deviation', moment)):
        if value is None or not 0.0 < value < np.inf:
            raise InvalidInputError(name, value, 'a number > 0; give both deviations or none')
    assert force is not None and moment is not None
    return force, moment
