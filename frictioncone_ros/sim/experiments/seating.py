# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scene (c): seat a workpiece on three fixels with wrenches that allow nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.mode_cones import (
    approach_choices,
    exclusive_wrenches,
    most_robust_wrench,
    WrenchChoice,
)
from frictioncone_ros.contact import ContactState
from frictioncone_ros.sim.planar.cases import random_fixel_scene
from frictioncone_ros.sim.planar.scene import PlanarScene
from frictioncone_ros.sim.planar.simulation import PlanarSimulation
from frictioncone_ros.spatial import Array

CLEARANCE_RANGE = (0.001, 0.005)
"""How far the third fixel is away at the start [m]."""

SLIDE_MODE = 'lla'
"""Slide left on the two fixels below until the third is met."""

SEAT_MODE = 'fff'
"""Rest on all three."""

FORCE_PER_MASS = 1.0
"""Size of the wrenches, moments over the radius of gyration [N/kg]."""

OPEN_GAP = 5e-6
"""A fixel further away than this is yet to be met [m]."""

SEATED_GAP = 2e-5
"""A workpiece no further than this from each fixel at the end is seated [m]."""

SLIDE_LIMIT = 3.0
"""Longest time to meet the third fixel [s]."""

LOOK_TIME = 0.005
"""Time between two looks at the fixels [s]."""

LOOKS_TOUCHING = 20
"""Looks in a row at which the third fixel must be touched: at first the workpiece bounces."""

REST_TIME = 0.1
"""How long the workpiece is pressed to come to rest [s]."""

NUDGE_LIMIT = 20
"""Most corrections of a workpiece that friction holds off a fixel."""

SMALLEST_MARGIN = 0.02
"""Scenes whose best wrench could turn by less than this [rad] before another mode is possible
are drawn anew: nobody would seat a workpiece so."""


@dataclass(frozen=True, eq=False)
class SeatingRun:
    """One attempt: largest gap at the end [m]."""

    largest_gap: float

    @property
    def seated(self) -> bool:
        """Whether all three fixels are touched at the end."""
        return self.largest_gap <= SEATED_GAP


def seating_runs(count: int, seed: int) -> tuple[list[SeatingRun], int]:
    """Return the runs, and how many scenes were drawn to find that many with both wrenches."""
    generator = np.random.default_rng(seed)
    runs: list[SeatingRun] = []
    drawn = 0
    while len(runs) < count:
        drawn += 1
        clearance = float(generator.uniform(*CLEARANCE_RANGE))
        run = seat(random_fixel_scene(generator, clearance))
        if run is not None:
            runs.append(run)
    return runs, drawn


def seat(scene: PlanarScene) -> SeatingRun | None:
    """
    Slide to the third fixel, then press; None where a mode has no wrench of its own.

    Where the meeting lifts the workpiece off a fixel, friction could hold it there: it is then
    brought back by a wrench that can do nothing but approach that fixel.
    """
    simulation = PlanarSimulation(scene)
    force = FORCE_PER_MASS * scene.mass
    slide = mode_wrench(all_contacts(simulation), SLIDE_MODE)
    if slide is None:
        return None
    _slide(simulation, force * slide.wrench)
    press = mode_wrench(all_contacts(simulation), SEAT_MODE)
    if press is None:
        return None
    simulation.run(force * press.wrench, REST_TIME)
    for _ in range(NUDGE_LIMIT):
        opened = [index for index, gap in enumerate(_gaps(simulation)) if gap > OPEN_GAP]
        nudge = approach_wrench(all_contacts(simulation), opened) if opened else None
        if nudge is None:
            break
        simulation.run(force * nudge.wrench, LOOK_TIME)
        simulation.run(force * press.wrench, REST_TIME)
    return SeatingRun(max(_gaps(simulation)))


def all_contacts(simulation: PlanarSimulation) -> ContactState:
    """Return all three pairs, near or touching, with the body at rest."""
    return simulation.contacts(largest_gap=np.inf).with_twist(np.zeros(3))


def mode_wrench(state: ContactState, mode: str) -> WrenchChoice | None:
    """Return the most robust wrench that gives one mode only; None where it is not robust."""
    return _robust(most_robust_wrench(exclusive_wrenches(state, mode)))


def approach_wrench(state: ContactState, opened: list[int]) -> WrenchChoice | None:
    """Return the most robust wrench that can do nothing but approach the first open fixel."""
    choices = approach_choices(state, opened[0], opened)
    return _robust(choices[0]) if choices else None


def _slide(simulation: PlanarSimulation, wrench: Array) -> None:
    """Push until the third fixel stays touched, or the time is up."""
    touching = 0
    for _ in range(round(SLIDE_LIMIT / LOOK_TIME)):
        simulation.run(wrench, LOOK_TIME)
        touching = touching + 1 if _gaps(simulation)[2] <= 0.0 else 0
        if touching == LOOKS_TOUCHING:
            return


def _gaps(simulation: PlanarSimulation) -> list[float]:
    return [pair.gap for pair in simulation.pairs()]


def _robust(choice: WrenchChoice) -> WrenchChoice | None:
    return choice if choice.found and choice.margin >= SMALLEST_MARGIN else None
