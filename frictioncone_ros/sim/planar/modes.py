# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each contact of a planar scene did when it was pushed from rest, read from the engine."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import (
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.sim.planar.simulation import PlanarSimulation
from frictioncone_ros.spatial import Array

WATCH_TIME = 0.05
"""How long the body is pushed before we look [s]; 0.1 m/s^2 then moves it by 0.125 mm."""

SEPARATION_GAP = 5e-6
"""A pair further apart than this, and without force, has separated [m]."""

SLIDING_WAY = 5e-6
"""A contact point of the body that moved further than this along the tangent has slid [m]."""


def observe_mode(simulation: PlanarSimulation, pose: Array, wrench: Array) -> ContactMode:
    """
    Push the body from rest at a pose and say what each touching contact did.

    A contact has separated when its gap is open and it carried no force in the second half of the
    watch. The gap alone is no measure: soft contacts lift by some micrometres while they slide.
    wrench: (3,) about the body's middle. The order is that of the touching state's contacts.
    """
    simulation.reset(pose)
    state = simulation.contacts()
    simulation.run(wrench, 0.5 * WATCH_TIME)
    carrying = simulation.run(wrench, 0.5 * WATCH_TIME)
    gaps = {pair.name: pair.gap for pair in simulation.pairs()}
    ways = np.sum(_displacements(state, simulation.pose - pose) * state.frames[:, 1], axis=1)
    return ContactMode(
        tuple(
            _interaction(name in carrying or gaps[name] <= SEPARATION_GAP, float(way))
            for name, way in zip(state.names, ways, strict=True)
        )
    )


def _displacements(state: ContactState, change: Array) -> Array:
    """Return how far the body's points at the contacts went, (k, 2) [m]; change of pose (3,)."""
    cosine, sine = np.cos(change[2]), np.sin(change[2])
    turn = np.array([[cosine, -sine], [sine, cosine]])
    return change[:2] + state.positions @ turn.T - state.positions


def _interaction(touches: bool, way: float) -> Interaction:
    if not touches:
        return SEPARATING
    if abs(way) <= SLIDING_WAY:
        return FIXED
    return SLIDING_LEFT if way > 0.0 else SLIDING_RIGHT
