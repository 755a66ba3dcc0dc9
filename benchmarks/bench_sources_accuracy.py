# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Accuracy of geometry_contacts and wrench_contacts on models of real arms, against MuJoCo."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim.robots.accuracy import accuracy, Errors
from frictioncone_ros.sim.robots.robot_data import ROBOTS

KINDS = (
    ('geometry_contacts, position', 'geometry_position', 1e3, 'mm'),
    ('geometry_contacts, normal', 'geometry_normal', 57.2958, 'deg'),
    ('wrench_contacts with them, sum of forces', 'shared_force', 1.0, 'N'),
    ('wrench_contacts alone, position', 'sensed_position', 1e3, 'mm'),
    ('wrench_contacts alone, normal', 'sensed_normal', 57.2958, 'deg'),
    ('wrench_contacts alone, force', 'sensed_force', 1.0, 'N'),
)


def main() -> int:
    """Print the table; 1 where a covariance is not honest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--scenes', type=int, default=500, help='random scenes (500)')
    parser.add_argument('--seed', type=int, default=20261119)
    options = parser.parse_args()
    try:
        found = accuracy(list(ROBOTS.values()), options.scenes, options.seed)
    except MissingDependencyError as missing:
        print(missing)
        return 0
    print(f'{options.scenes} scenes, panda and ur5, seed {options.seed}')
    print(f'  {"":42}{"median":>12}{"95 %":>12}   normalised error squared [95 % interval]')
    honest = True
    for words, name, scale, unit in KINDS:
        errors: Errors = getattr(found, name)
        median, most = scale * np.percentile(errors.sizes, (50, 95))
        line = f'  {words:42}{median:9.3f} {unit:<3}{most:8.3f} {unit:<3}'
        if errors.freedom:
            mean, low, high = errors.normalized
            honest &= low <= mean <= high
            line += f'   {mean:.3f} [{low:.3f}, {high:.3f}]'
        print(line)
    return 0 if honest else 1


if __name__ == '__main__':
    sys.exit(main())
