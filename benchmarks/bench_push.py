# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
`make bench-push DATA=DIR`: predictions beside pushes that somebody else recorded.

Usage: bench_push.py DATA [--pushes 60] [--seed N] [--seconds 1]. Files as `push_data` says; they
stay where they are. Pushes are drawn by a seed, from the date where none is given.
"""

from __future__ import annotations

import argparse
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
import sys

import numpy as np
from push_data import Push, read_pushes
from push_models import ellipsoid, MEAN_ARM, on_patch, on_points, Predicted
from timing import print_table, Row

from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array

SLIPS = 0.1
"""A finger that slid further than this share of its way has slid [-]."""

NEARBY = np.array([0.002, 0.05])
"""Two pushes are nearly equal within this place along the side [m] and angle [rad]."""

SCALE = np.array([1.0, 1.0, MEAN_ARM])
"""Makes a rotation a way [m/rad]."""


def error(predicted: Array, push: Push) -> float:
    """Return the difference of motions relative to the observed one [-]."""
    size = np.linalg.norm(SCALE * push.moved)
    return float(np.linalg.norm(SCALE * (predicted - push.moved)) / size)


def scatter(pushes: list[Push]) -> list[float]:
    """Return by how much pairs of nearly equal pushes differ [-]: no model can do better."""
    keys = np.array([(one.place[1], np.arctan2(one.way[1], one.way[0])) for one in pushes])
    found = []
    for index, key in enumerate(keys):
        near = np.flatnonzero((np.abs(keys[:index] - key) < NEARBY).all(axis=1))
        found += [error(pushes[other].moved, pushes[index]) for other in near.tolist()]
    return found


def rows_of(name: str, predictions: list[Predicted], pushes: list[Push]) -> list[Row]:
    """Return a model's agreement: of several motions found the nearest counts, and is said."""
    judged = [(one, push) for one, push in zip(predictions, pushes, strict=True) if one.motions]
    slid = [abs(push.finger_slip) > SLIPS for _, push in judged]
    agreed = sum(seen in one.slides for (one, _), seen in zip(judged, slid, strict=True))
    errors = [min(error(motion, push) for motion in one.motions) for one, push in judged]
    several = sum(len(one.motions) > 1 for one, _ in judged)
    whole = sum(one.exhaustive for one in predictions)
    median = f'{np.median(errors):.3f}' if errors else '-'
    return [
        Row(f'{name}: stick or slide', str(Proportion(agreed, len(judged))), '', ''),
        Row(f'{name}: error of the motion, median', median, '', ''),
        Row(f'{name}: several motions found', str(Proportion(several, len(judged))), '', ''),
        Row(f'{name}: search ended', str(Proportion(whole, len(predictions))), '', ''),
    ]


def main() -> int:
    """Read, predict and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser.add_argument('data', type=Path, help='a folder or file of recorded pushes')
    parser.add_argument('--pushes', type=int, default=60, help='so many are predicted (60)')
    parser.add_argument('--seed', type=int, default=today, help='which (the date)')
    parser.add_argument('--seconds', type=float, default=1.0, help='time limit of a search (1)')
    given = parser.parse_args()
    pushes = read_pushes(given.data)
    order = np.random.default_rng(given.seed).permutation(len(pushes))[: given.pushes]
    drawn = [pushes[index] for index in order.tolist()]
    differences = scatter(pushes)
    print(f'{len(pushes)} pushes, {len(drawn)} drawn by seed {given.seed}')
    slid = Proportion(sum(abs(one.finger_slip) > SLIPS for one in drawn), len(drawn))
    least = f'{np.median(differences):.3f} of {len(differences)} pairs' if differences else '-'
    rows = [
        Row('data: the finger slid', str(slid), '', ''),
        Row('data: scatter of nearly equal pushes, median', least, '', ''),
        *rows_of('ellipsoid', [ellipsoid(push) for push in drawn], drawn),
    ]
    for name, model in (('points', on_points), ('patch', on_patch)):
        predict = partial(model, seconds=given.seconds)
        rows += rows_of(name, [predict(push) for push in drawn], drawn)
    return print_table('Planar pushes (share [95 % interval])', rows)


if __name__ == '__main__':
    sys.exit(main())
