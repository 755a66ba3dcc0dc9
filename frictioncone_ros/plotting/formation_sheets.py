# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Formation sheets: one picture a pose of the workpiece, its fingers and contact normals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, degrees
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import describe_pose, FormationPlacement, ManipulationSystem
from frictioncone_ros.plotting.style import GREEN, GREY, new_figure, VERMILION

COLUMNS = 4
"""Most pictures beside each other."""
MOST = 24
"""Most pictures on a sheet."""
ARROW = 0.2
"""Length of a normal, in parts of the workpiece's size [-]."""


def formation_figure(system: ManipulationSystem, poses: Sequence[FormationPlacement]) -> Any:
    """Return a sheet with every pose; what cannot be (overlap, off its edges) is hatched."""
    if not poses:
        raise InvalidInputError('number of poses', 0, 'at least one to draw')
    shown = poses[:MOST]
    columns = min(COLUMNS, len(shown))
    rows = ceil(len(shown) / columns)
    figure = new_figure(2.2 * columns + 0.4, 2.4 * rows + 0.3)
    panels = figure.subplots(rows, columns, squeeze=False).reshape(-1)
    for panel in panels[len(shown) :]:
        panel.set_axis_off()
    for panel, pose in zip(panels, shown, strict=False):
        _draw(panel, system, pose)
    figure.supxlabel('x [m]')
    figure.supylabel('y [m]')
    return figure


def _draw(axes: Any, system: ManipulationSystem, placement: FormationPlacement) -> None:
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
    axes.set(aspect='equal', title=f'{degrees(placement.pose.angle):.1f} deg, {verdict}')
    axes.set_title(axes.get_title(), fontsize=8)
    axes.tick_params(labelsize=7)
