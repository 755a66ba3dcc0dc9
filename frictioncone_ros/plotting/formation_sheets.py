# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Formation sheets: one picture a pose of the workpiece, its fingers and contact normals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, degrees
from textwrap import fill
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import describe_pose, FormationPlacement, ManipulationSystem
from frictioncone_ros.plotting.style import GREEN, GREY, new_figure, VERMILION

COLUMNS = 4
"""Most pictures beside each other."""
MOST = 24
"""Most pictures on a sheet."""
TITLE = 26
"""Most signs in a line above a picture."""
ARROW = 0.2
"""Length of a normal, in parts of the workpiece's size [-]."""


def formation_figure(
    system: ManipulationSystem, poses: Sequence[FormationPlacement], names: Sequence[str] = ()
) -> Any:
    """
    Return a sheet with every pose; what cannot be (overlap, off its edges) is hatched.

    names: what stands above each pose; by default nothing. Of more than MOST poses the first are
    drawn, and the sheet says so.
    """
    if not poses:
        raise InvalidInputError('number of poses', 0, 'at least one to draw')
    shown = poses[:MOST]
    columns = min(COLUMNS, len(shown))
    rows = ceil(len(shown) / columns)
    lines = 0.15 * max((len(fill(name, TITLE).splitlines()) for name in names), default=0)
    figure = new_figure(2.2 * columns + 0.4, (2.4 + lines) * rows + 0.3)
    panels = figure.subplots(rows, columns, squeeze=False).reshape(-1)
    for panel in panels[len(shown) :]:
        panel.set_axis_off()
    for panel, pose, name in zip(panels, shown, names or [''] * len(shown), strict=False):
        _draw(panel, system, pose, name)
    if len(poses) > MOST:
        figure.suptitle(f'the first {MOST} of {len(poses)} poses', fontsize=9)
    figure.supxlabel('x [m]')
    figure.supylabel('y [m]')
    return figure


def _draw(axes: Any, system: ManipulationSystem, placement: FormationPlacement, name: str) -> None:
    possible = describe_pose(placement).admissible
    outline = placement.pose.points_in_world(system.workpiece.vertices)
    axes.fill(*outline.T, facecolor=f'{GREY}40', edgecolor='black', hatch='' if possible else 'xx')
    for polygon, pose in zip(system.manipulators, placement.manipulator_poses, strict=True):
        axes.fill(*pose.points_in_world(polygon.vertices).T, facecolor=GREEN, edgecolor='black')
    size = float(np.ptp(outline, axis=0).max())
    for contact in placement.contacts:
        tip = np.add(contact.point, np.multiply(ARROW * size, contact.normal))
        axes.annotate('', tip, contact.point, arrowprops={'arrowstyle': '->', 'color': VERMILION})
    verdict = 'possible' if possible else 'not possible'
    said = f'{degrees(placement.pose.angle):.1f} deg, {verdict}'
    title = '\n'.join([*fill(name, TITLE).splitlines(), said])
    axes.set(aspect='equal')
    axes.set_title(title, fontsize=8)
    axes.tick_params(labelsize=7)
