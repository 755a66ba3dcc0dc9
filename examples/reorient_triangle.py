# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Three fingers turn a triangle over, through a branch point of their contact formation.

The fingertips stand around the origin at a common radius, the first one shifted sideways. Over
the plane of radius and shift the triangle's angle has two sheets, which meet over the branch
locus; beyond it the fingers have no hold. The fingers lead the triangle to that edge on one sheet
and away on the other, and end where they began, with the triangle turned.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
import math
from pathlib import Path
import sys
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.formations import (
    BranchPolicy,
    BranchTracker,
    ContactFormation,
    describe_pose,
    edge_contact,
    EventKind,
    follow_formation,
    FormationTrack,
    ManipulationSystem,
    PlanarPose,
    Polygon,
    straight_path,
)

INRADIUS = 0.5
DIRECTIONS = tuple(math.radians(angle) for angle in (90.0, 210.0, 330.0))
TRIANGLE = Polygon(
    'triangle',
    np.array(
        [
            (2 * INRADIUS * math.cos(angle), 2 * INRADIUS * math.sin(angle))
            for angle in np.radians([30.0, 150.0, 270.0])
        ]
    ),
)
FINGERTIP = np.array([(0.0, 0.0), (0.45, -0.06), (0.45, 0.06)])
SYSTEM = ManipulationSystem(
    TRIANGLE, tuple(Polygon(f'finger {index}', FINGERTIP) for index in range(3))
)
FORMATION = ContactFormation(tuple(edge_contact(index, index, 0) for index in range(3)))
BRANCH_SHIFT = 0.1
START = (0.85, -0.25)
"""Radius and shift of the fingers at the beginning and at the end [m]."""


def fingers(radius: float, shift: float) -> list[PlanarPose]:
    """Return the three fingers' poses; shift moves the first one along the tangent [m]."""
    poses = []
    for index, angle in enumerate(DIRECTIONS):
        aside = shift if index == 0 else 0.0
        poses.append(
            PlanarPose(
                radius * math.cos(angle) - aside * math.sin(angle),
                radius * math.sin(angle) + aside * math.cos(angle),
                angle,
            )
        )
    return poses


def branch_radius(shift: float) -> float:
    """
    Return the radius at which the two sheets meet [m].

    With G = 3 a r, H = a shift and I = -3 a inradius (a = sin 120 deg) the poses are double where
    G^2 + H^2 = I^2, an ellipse.
    """
    return math.sqrt(INRADIUS**2 - (shift / 3.0) ** 2)


def track() -> FormationTrack:
    """Follow the triangle to the branch point, over to the other sheet, and back."""
    branch = fingers(branch_radius(BRANCH_SHIFT), BRANCH_SHIFT)
    path = straight_path(fingers(*START), branch, fingers(*START))
    tracker = BranchTracker(SYSTEM, FORMATION, path)
    first = SYSTEM.solve(FORMATION, fingers(*START)).poses[-1]
    return follow_formation(tracker, first.pose, BranchPolicy.SWITCH)


def main() -> int:
    """Print the track and its events, and draw it where matplotlib is there; 1 on failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    options = parser.parse_args()
    followed = track()
    show(followed)
    try:
        print(f'figure: {draw(followed, options.output_directory)}')
    except MissingDependencyError as error:
        print(f'no figure: {error}')
    return 0 if followed.completed and followed.events_of(EventKind.BRANCHES_MEET) else 1


def show(followed: FormationTrack) -> None:
    """Print every twentieth sample and all events."""
    print('  path   angle [deg]   det W_n [m]   condition   admissible')
    for sample in [*followed.samples[::20], followed.samples[-1]]:
        report = describe_pose(sample.placement)
        print(
            f'  {sample.parameter:4.2f}   {math.degrees(report.pose.angle):11.2f}'
            f'   {sample.determinant:11.3f}   {report.branch.condition_number:9.3g}'
            f'   {report.admissible}'
        )
    for event in followed.events:
        print(f'  at {event.parameter:.6f}: {event.kind.value}')
    ends = [math.degrees(followed.samples[index].placement.pose.angle) for index in (0, -1)]
    print(f'turned from {ends[0]:.1f} to {ends[1]:.1f} degrees, fingers back where they began')


def sheets(radii: np.ndarray, shifts: np.ndarray) -> np.ndarray:
    """Return both angles over a grid (2, k, l) [deg], NaN where there is no pose."""
    angles = np.full((2, len(radii), len(shifts)), np.nan)
    for row, radius in enumerate(radii):
        for column, shift in enumerate(shifts):
            poses = SYSTEM.solve(FORMATION, fingers(radius, shift)).poses
            for index, found in enumerate(poses if len(poses) == 2 else poses * 2):
                angles[index, row, column] = math.degrees(found.pose.angle)
    return angles


def draw(followed: FormationTrack, directory: Path) -> Path:
    """Draw the sheets with the path on them, and the triangle on its way; return the file."""
    try:
        import matplotlib  # noqa: PLC0415  (optional)
    except ImportError:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib') from None
    matplotlib.use('Agg')
    from matplotlib import pyplot  # noqa: PLC0415  (after the backend is chosen)

    figure = pyplot.figure(figsize=(12.0, 5.2), layout='constrained')
    left, right = figure.subfigures(1, 2, width_ratios=(1.1, 1.0))
    draw_sheets(left.add_subplot(projection='3d'), followed)
    axes = right.subplots(2, 3)
    chosen = np.linspace(0, len(followed.samples) - 1, axes.size).round().astype(int)
    for place, index in zip(axes.flat, chosen, strict=True):
        draw_snapshot(place, followed, int(index))
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / 'formation_sheets.png'
    figure.savefig(path, dpi=80)
    pyplot.close(figure)
    return path


def draw_sheets(axes: Any, followed: FormationTrack) -> None:
    """Draw the two sheets of angles over radius and shift, the branch locus, and the path."""
    shifts = np.linspace(-0.5, 0.5, 31)
    # Rows follow the branch locus, so that the two sheets are drawn up to where they meet.
    parts = np.linspace(0.0, 1.0, 25) ** 2
    grid = np.array(
        [[branch_radius(s) + part * (0.95 - branch_radius(s)) for s in shifts] for part in parts]
    )
    angles = np.stack(
        [
            np.hstack(
                [
                    sheets(grid[:, [column]].ravel(), shifts[[column]])[side]
                    for column in range(len(shifts))
                ]
            )
            for side in (0, 1)
        ]
    )
    across = np.broadcast_to(shifts, grid.shape)
    for side, colour in ((0, 'tab:blue'), (1, 'tab:orange')):
        axes.plot_surface(grid, across, angles[side], color=colour, alpha=0.45, linewidth=0)
    axes.plot(grid[0], shifts, angles[0][0], color='black', label='branch locus')
    for before, after in pairwise(followed.samples):
        line = np.array([where(before), where(after)])
        axes.plot(line[:, 0], line[:, 1], line[:, 2], color='tab:red', linewidth=2.5)
    axes.set(
        xlabel='radius of the fingertips [m]',
        ylabel='shift of the first [m]',
        zlabel='angle of the triangle [deg]',
        title='two sheets and the path on them',
    )
    axes.view_init(elev=18.0, azim=-122.0)
    axes.legend(loc='upper left')


def where(sample: Any) -> tuple[float, float, float]:
    """Return radius, shift and angle [deg] of a sample, for drawing."""
    first = sample.placement.manipulator_poses[0]
    angle = math.degrees(sample.placement.pose.angle)
    return first.y, -first.x, angle


def draw_snapshot(axes: Any, followed: FormationTrack, index: int) -> None:
    """Draw triangle, fingers and contact normals at one sample."""
    sample = followed.samples[index]
    placement = sample.placement
    outline = placement.pose.points_in_world(TRIANGLE.vertices)
    axes.fill(*outline.T, facecolor='0.85', edgecolor='black')
    axes.plot(*outline[0], 'o', color='black', markersize=4)
    for pose in placement.manipulator_poses:
        axes.fill(*pose.points_in_world(FINGERTIP).T, color='tab:green')
    for contact in placement.contacts:
        tip = np.add(contact.point, np.multiply(0.35, contact.normal))
        axes.annotate(
            '', xy=tip, xytext=contact.point, arrowprops={'arrowstyle': '->', 'color': 'tab:red'}
        )
    angle = math.degrees(placement.pose.angle)
    axes.set(
        aspect='equal',
        xlim=(-1.3, 1.3),
        ylim=(-1.2, 1.4),
        xticks=[],
        yticks=[],
        title=f'{sample.parameter:.2f}: {angle:.0f} deg',
    )


if __name__ == '__main__':
    sys.exit(main())
