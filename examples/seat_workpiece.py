# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Seat a workpiece on three fixels: what to push, how surely, and what then cannot happen.

The workpiece rests on two fixels and is to slide left until it meets the third (mode lla). The
program prints the most robust wrench, its margin and the modes it excludes; the same for a tray
that is only tilted; the wrench nearest to the weight; and a wrench that is proved to work whatever
friction, normals and positions are within their tolerances.
"""

from __future__ import annotations

import argparse
from math import atan2, degrees, radians
from pathlib import Path
import sys

import numpy as np

from frictioncone_ros.analysis.mode_cones import (
    ContactUncertainty,
    exclusive_wrenches,
    ExclusiveWrenches,
    gravity_wrenches,
    most_robust_wrench,
    nearest_wrench,
    robust_wrench,
    WrenchChoice,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import seating
from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.spatial import Array

WEIGHT = (0.0, -9.81, 0.0)
WANTED_MARGIN = 2.0
TOLERANCES = ContactUncertainty(
    friction_factors=(0.8, 1.2), normal_angle=radians(1.0), position_error=0.005
)


def main() -> int:
    """Print the choices; 1 where one that must exist was not found."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    options = parser.parse_args()
    example = seating()
    wrenches = exclusive_wrenches(example.state, example.mode)
    free, tilted = chosen(wrenches)
    print(f'desired: {example.mode}; possible besides: {modes_text(wrenches)}')
    print(
        f'most robust wrench      {wrench_text(free.wrench)}  margin {free.margin:.3f} per newton'
    )
    print(f'its consistent modes    {consistent_text(wrenches, free.wrench)}; all others excluded')
    print(
        f'by tilting the tray     {tilt(tilted):.1f} degrees  '
        f'margin {tilted.margin:.3f} per newton'
    )
    heavy = nearest_wrench(wrenches, WEIGHT, WANTED_MARGIN)
    print(
        f'nearest to the weight   {wrench_text(heavy.wrench)}  {heavy.distance:.2f} N away, '
        f'margin {heavy.margin:.2f} N'
    )
    print(f'the weight alone gives  {consistent_text(wrenches, np.array(WEIGHT))}')
    sure = robust_wrench(example.state, example.mode, TOLERANCES)
    print(
        f'whatever the truth is   {wrench_text(sure.wrench)}  proved: {sure.found}, '
        f'margin {sure.margin:.3f} per newton'
    )
    draw_figure(options.output_directory)
    return 0 if free.found and tilted.found and heavy.found and sure.found else 1


def chosen(wrenches: ExclusiveWrenches) -> tuple[WrenchChoice, WrenchChoice]:
    """Return the most robust wrench of all, and of those that gravity gives on a tilted tray."""
    tray = gravity_wrenches((0.0, 0.0), (0.0, -1.0), radians(75.0))
    return most_robust_wrench(wrenches), most_robust_wrench(wrenches, tray)


def tilt(choice: WrenchChoice) -> float:
    """Return the tilt of the tray that makes the force of a wrench out of the weight [deg]."""
    return degrees(atan2(-choice.wrench[0], -choice.wrench[1]))


def wrench_text(wrench: Array) -> str:
    """Return a planar wrench with units."""
    return f'({wrench[0]:+.3f}, {wrench[1]:+.3f}) N, {wrench[2]:+.3f} Nm'


def modes_text(wrenches: ExclusiveWrenches) -> str:
    """Return the other possible modes."""
    return ' '.join(str(cone.mode) for cone in wrenches.others)


def consistent_text(wrenches: ExclusiveWrenches, wrench: Array) -> str:
    """Return the modes a wrench is consistent with."""
    return ' '.join(str(mode) for mode in wrenches.consistent_modes(wrench))


def draw_figure(directory: Path) -> None:
    """Draw the workpiece and its cone, or say what is missing for it."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from mode_cone_figures import draw  # noqa: PLC0415  (beside this file)

    try:
        print(f'figure: {draw(seating(), directory / "mode_cone_a.png")}')
    except MissingDependencyError as error:
        print(f'no figure: {error}')


if __name__ == '__main__':
    sys.exit(main())
