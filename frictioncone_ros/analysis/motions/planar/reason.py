# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Why a planar mode is impossible, in a sentence."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.motions.planar.mode import Condition, Obstacle
from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
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
    reason = f'contact {name!r} cannot {_demand(obstacle.condition)}'
    if obstacle.closest is None:
        reason += ' in the only motion that its other conditions leave'
    else:
        reason += f': {_bound(obstacle.condition, obstacle.closest * scene.acceleration_unit)}'
    return ImpossibleMode(mode, reason, name)


def _demand(condition: Condition) -> str:
    if condition.is_normal:
        return 'open' if condition.sign else 'stay closed'
    if condition.sign == 0:
        return 'stay without tangential acceleration'
    return 'start to slide left' if condition.sign > 0 else 'start to slide right'


def _bound(condition: Condition, closest: float) -> str:
    """Say how close the condition's acceleration comes to what is demanded [m/s^2]."""
    value = -closest if condition.sign < 0 else closest
    which = 'normal' if condition.is_normal else 'tangential'
    limit = 'least' if value > 0.0 or condition.sign < 0 else 'most'
    bound = f'at {limit} {value + 0.0:.6g} m/s^2'
    return f'its {which} acceleration is {bound} for all forces it allows'
