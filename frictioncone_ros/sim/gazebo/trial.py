# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whether Gazebo's block stays where it is under a load."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel
from frictioncone_ros.sim.gazebo.client import GazeboLink, GazeboStep
from frictioncone_ros.sim.loads import Load
from frictioncone_ros.spatial import Array

SETTLE_STEPS = 50
"""Steps of pressing before the load comes."""

WINDOW_STEPS = 100
"""Length of the first and the last window in which the way is measured, in steps of 1 ms."""

WATCH_STEPS = 300
"""Steps under the load."""

SPEED_UP = 5e-4
"""
A body whose feet go this much further in the last window than in the first has slipped [m].

Gazebo's block creeps at a few millimetres a second, but at constant speed, when friction holds
it. When it does not, 2 % of 10 N too much speeds a 1 kg block up by 4 mm.
"""


@dataclass(frozen=True, eq=False)
class GazeboTrial:
    """
    What Gazebo did under one load.

    load: what was applied beside the weight. state: contacts seen before it, about the link's
    origin. speed_up: how much further the feet went in the last window than in the first [m].
    """

    load: Load
    state: ContactState
    speed_up: float

    @property
    def slipped(self) -> bool:
        """Whether the block sped up."""
        return self.speed_up > SPEED_UP


def try_gazebo_load(link: GazeboLink, load: Load, friction: FrictionModel) -> GazeboTrial:
    """Reset, press, apply the load, and report; friction is what the state's contacts get."""
    link.reset()
    for _ in range(SETTLE_STEPS):
        settled = link.step(load.pressing)
    state = touching_state(settled, friction)
    feet = state.positions
    places = [_places(link.step(load.wrench), feet) for _ in range(WATCH_STEPS)]
    first = places[WINDOW_STEPS - 1] - places[0]
    last = places[-1] - places[-WINDOW_STEPS]
    gain = np.linalg.norm(last, axis=1) - np.linalg.norm(first, axis=1)
    return GazeboTrial(load, state, float(gain.max()))


def touching_state(step: GazeboStep, friction: FrictionModel) -> ContactState:
    """
    Return the contacts of a step about the link's origin.

    Tangent 1 is along the world's x axis, where Gazebo's default pyramid has its sides.
    """
    points = [
        ContactPoint(
            point.position - step.position,
            point.normal,
            friction,
            name=name,
            tangent_hint=np.array([1.0, 0.0, 0.0]),
        )
        for name, point in sorted(step.points.items())
    ]
    return ContactState(points, reference_point=step.position, dimension=6)


def _places(step: GazeboStep, feet: Array) -> Array:
    return step.position + feet @ step.axes.T
