# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whether what is held stays where it is under a load, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.engine import TIME_STEP
from frictioncone_ros.sim.loads import Load
from frictioncone_ros.spatial import Array

SLIP_DISTANCE = 5e-4
"""
A contact point of the held body that goes further than this in the watch has slipped [m].

Half of what the gentlest slip outside the band makes: 2 % of the smallest friction limit, 2.5 N,
moves the arm's 3.5 kg by 1.1 mm.
"""

SETTLE_TIME = 0.1
"""How long the body is pressed before the load comes, so that soft contacts come to rest [s]."""

RAMP_TIME = 0.05
"""Duration of the ramp from pressing to the full load [s]; elastic motion ends with it."""

REST_TIME = 0.05
"""Pause between the ramp's end and the first look [s]."""

WATCH_TIME = 0.4
"""How long slip is watched [s]."""


@dataclass(frozen=True, eq=False)
class LoadTrial:
    """
    What the engine did under one load.

    state: contacts while only pressed, about the reference point. moved: largest way of a contact
    point in the watch [m].
    """

    state: ContactState
    moved: float

    @property
    def slipped(self) -> bool:
        """Whether a contact point left its place."""
        return self.moved > SLIP_DISTANCE


def pressed_state(simulation: ArmSimulation, pressing: Array) -> ContactState:
    """Start anew, press until the soft contacts rest, and return the contacts."""
    simulation.reset()
    hold(simulation, pressing, SETTLE_TIME)
    return simulation.contacts().state


def try_load(simulation: ArmSimulation, load: Load) -> LoadTrial:
    """
    Press, ramp to the load, hold it, and report how far the contact points moved.

    All wrenches act on the held body about its reference point, axes of the world.
    """
    state = pressed_state(simulation, load.pressing)
    for share in np.linspace(0.0, 1.0, round(RAMP_TIME / TIME_STEP)):
        simulation.step(load.scaled(float(share)))
    hold(simulation, load.wrench, REST_TIME)
    before = simulation.places(state.positions)
    hold(simulation, load.wrench, WATCH_TIME)
    ways = np.linalg.norm(simulation.places(state.positions) - before, axis=1)
    return LoadTrial(state, float(ways.max()))


def hold(simulation: ArmSimulation, wrench: Array, duration: float) -> None:
    """Apply a constant wrench (6,) for a time [s]."""
    for _ in range(round(duration / TIME_STEP)):
        simulation.step(wrench)
