# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes (a) and (b): whether the contacts hold a load, predicted and tried."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.contact import ContactState, normal_wrench_matrix, wrench_matrix
from frictioncone_ros.sim.arm.scene import block_scene, BlockSize, rod_scene
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.arm.stick_slip import pressed_state, try_load
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.sim.loads import BAND, Load, random_block_load
from frictioncone_ros.spatial import Array

BLOCK_FRICTION = 0.5
ROD_FRICTION = 0.4
ROD_NORMAL_RANGE = (5.0, 30.0)
"""Normal forces at the rod's two ends [N]."""

RANK = 1e-3
"""Singular values of the wrench matrix below this fraction of the largest count as none [-]."""


@dataclass(frozen=True)
class HoldTrial:
    """
    One load: whether it was predicted to be held, and whether the engine held it.

    in_band: the load lies within the band around the limit, where the verdict hangs on the last
    per cent. moved: how far a contact point went [m].
    """

    predicted: bool
    observed: bool
    in_band: bool
    moved: float

    @property
    def agrees(self) -> bool:
        """Whether prediction and engine say the same."""
        return self.predicted == self.observed


def block_trials(count: int, seed: int, foot_count: int = 3) -> list[HoldTrial]:
    """Return trials of scene (a): random wrenches on a pressed block."""
    generator = np.random.default_rng(seed)
    size = BlockSize(foot_count=foot_count)
    simulation = ArmSimulation(block_scene(BLOCK_FRICTION, size))
    halves = (size.half_length, size.half_width)
    loads = [random_block_load(generator, BLOCK_FRICTION, halves) for _ in range(count)]
    return [hold_trial(simulation, load) for load in loads]


def rod_trials(count: int, seed: int) -> list[HoldTrial]:
    """Return trials of scene (b): random forces at both ends of the pressed rod."""
    generator = np.random.default_rng(seed)
    simulation = ArmSimulation(rod_scene(ROD_FRICTION))
    nominal = normal_wrench_matrix(simulation.scene.nominal)
    state = pressed_state(simulation, -nominal @ np.full(2, 15.0))
    return [hold_trial(simulation, _random_rod_load(generator, state)) for _ in range(count)]


def hold_trial(simulation: ArmSimulation, load: Load) -> HoldTrial:
    """Try a load and compare with the verdict from the contacts seen before it."""
    trial = try_load(simulation, load)
    problem = contact_wrench_problem(trial.state)
    inside, predicted, outside = (
        can_resist(problem, _carriable(trial.state, load.scaled(1.0 + share)))
        for share in (-BAND, 0.0, BAND)
    )
    return HoldTrial(predicted, not trial.slipped, inside != outside, trial.moved)


def agreement(trials: list[HoldTrial]) -> Proportion:
    """Return how often prediction and engine agreed."""
    return Proportion(sum(trial.agrees for trial in trials), len(trials))


def agreement_outside_band(trials: list[HoldTrial]) -> Proportion:
    """Return the same without the loads in the band around the limit."""
    return agreement([trial for trial in trials if not trial.in_band])


def _carriable(state: ContactState, wrench: Array) -> Array:
    """
    Return the part of a wrench (6,) that some contact forces can balance.

    Two point contacts resist no moment about the line through them, and that line is known to
    some micrometres only: without this every load on the rod would be refused.
    """
    matrix = wrench_matrix(state)
    return matrix @ np.linalg.lstsq(matrix, wrench, rcond=RANK)[0]


def _random_rod_load(generator: np.random.Generator, state: ContactState) -> Load:
    """
    Return a load made of forces at the two ends, up to 1.6 times what friction holds.

    Two point contacts resist no moment about the line through them; loads made of contact forces
    have none.
    """
    normals = generator.uniform(*ROD_NORMAL_RANGE, 2)
    angles = generator.uniform(0.0, 2.0 * np.pi, 2)
    across = ROD_FRICTION * normals * generator.uniform(0.0, 1.6, 2)
    forces = np.column_stack((normals, across * np.cos(angles), across * np.sin(angles)))
    pressing = np.column_stack((normals, np.zeros((2, 2))))
    matrix = wrench_matrix(state)
    return Load(-matrix @ pressing.ravel(), -matrix @ forces.ravel())
