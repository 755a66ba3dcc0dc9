# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Why a planar mode is impossible, in a sentence."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.motions.planar_mode import Condition, Obstacle
from frictioncone_ros.analysis.motions.planar_scene import PlanarScene
from frictioncone_ros.analysis.motions.result import ImpossibleMode
from frictioncone_ros.contact import ContactMode


def impossible_mode(scene: PlanarScene, obstacle: Obstacle) -> ImpossibleMode:
    """Name the condition that no admissible force meets, or the unbalanced wrench."""
    mode = ContactMode.parse(obstacle.mode.letters)
    if obstacle.condition is None:
        twist = np.array([float(entry) for entry in obstacle.separating_twist])
        return ImpossibleMode(
            mode,
            'no forces inside the friction cones make up the wrench that this motion needs',
            separating_twist=twist * scene.moment_to_force,
        )
    name = scene.state.contacts[obstacle.condition.contact].name
    given = 'given the conditions before it, ' if len(obstacle.mode.equations) > 1 else ''
    reason = f'{given}no admissible forces let contact {name!r} {_demand(obstacle.condition)}'
    return ImpossibleMode(mode, reason, name)


def _demand(condition: Condition) -> str:
    if condition.is_normal:
        return 'open' if condition.sign else 'stay closed'
    if condition.sign == 0:
        return 'stay without tangential acceleration'
    return 'start to slide left' if condition.sign > 0 else 'start to slide right'
