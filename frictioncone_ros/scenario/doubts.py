# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What in a scene looks as if it were written in another unit; it is used as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from math import tau

import numpy as np

from frictioncone_ros.scenario.scenario import Scenario

FAR = 10.0
"""Places farther than this from the reference point look like millimetres [m]."""
ROUGH = 5.0
"""Friction coefficients above this look like an angle in degrees; rubber has 2 [-]."""
WHOLE_TURN = tau
"""Angles beyond this look like degrees [rad]."""


def doubts(scene: Scenario) -> Iterator[str]:
    """Yield a sentence for each kind of number that looks like one of another unit."""
    if scene.state is not None:
        for contact in scene.state.contacts:
            distance = float(np.abs(contact.contact_position).max())
            if distance > FAR:
                yield f'{contact.label} is {distance:.4g} m away: positions are in metres'
                break
        for contact in scene.state.contacts:
            coefficient = contact.friction.friction_coefficient
            if coefficient > ROUGH:
                yield (
                    f'{contact.label} has the friction coefficient {coefficient:.4g}: '
                    'it is the tangent of the friction angle, not the angle'
                )
                break
    if scene.polygons is not None:
        yield from _doubts_of_polygons(scene)


def _doubts_of_polygons(scene: Scenario) -> Iterator[str]:
    polygons = scene.required_polygons()
    corners = [polygons.system.workpiece, *polygons.system.manipulators]
    size = max(float(np.abs(one.vertices).max()) for one in corners)
    if size > FAR:
        yield f'a vertex is {size:.4g} m away: vertices are in metres'
    angle = max((abs(pose.angle) for pose in polygons.manipulator_poses), default=0.0)
    if angle > WHOLE_TURN:
        yield f'the angle of a pose is {angle:.4g} rad: angles are in radians'
