# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gazebo's block against the verdicts of two friction models, the right and the wrong one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.contact import CircularCone, ContactState, FrictionModel, FrictionPyramid
from frictioncone_ros.sim.arm.scene import BlockSize
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.sim.gazebo.client import GazeboLink
from frictioncone_ros.sim.gazebo.server import gazebo_block
from frictioncone_ros.sim.gazebo.trial import try_gazebo_load
from frictioncone_ros.sim.loads import BAND, Load, random_block_load
from frictioncone_ros.sim.world_sdf import BLOCK_FRICTION
from frictioncone_ros.spatial import Array

GRAVITY = 9.81
MODELS: dict[str, FrictionModel] = {
    'cone': CircularCone(BLOCK_FRICTION),
    'pyramid': FrictionPyramid(BLOCK_FRICTION),
}

Judge = Callable[[ContactState, Array], bool]
"""Says whether contacts can hold an external wrench (6,) about the reference point."""

Filter = Callable[[ContactState, Array], Array]
"""Returns the wrench (6,) to be sent instead of a commanded one."""


@dataclass(frozen=True)
class ModelTrial:
    """One load judged by one friction model; see HoldTrial."""

    agrees: bool
    in_band: bool


def library_judge(state: ContactState, wrench: Array) -> bool:
    """Judge by the library, in this process."""
    return can_resist(contact_wrench_problem(state), wrench)


def gazebo_trials(
    world: Path, root: Path | None, count: int, seed: int, judge: Judge = library_judge
) -> dict[str, list[ModelTrial]]:
    """
    Return, by friction model, the trials of random loads on the block of a world.

    root: folder with Debian and Gazebo, None for the system's. The weight is part of the load.
    """
    trials: dict[str, list[ModelTrial]] = {name: [] for name in MODELS}
    with gazebo_block(world, root) as link:
        for load in random_loads(count, seed):
            # The pressing of a load counts the weight, which Gazebo adds by itself.
            trial = try_gazebo_load(link, _without_weight(load), CircularCone(BLOCK_FRICTION))
            for name, model in MODELS.items():
                state = trial.state.with_friction(model)
                trials[name].append(_judged(state, load, not trial.slipped, judge))
    return trials


@dataclass(frozen=True)
class SlipCounts:
    """
    How often the block slipped under commands as they were, and filtered.

    force_kept: median of filtered over commanded force [-]: a filter that sends nothing is none.
    """

    raw: Proportion
    filtered: Proportion
    force_kept: float


def gazebo_slips(
    link: GazeboLink, loads: Sequence[Load], model: FrictionModel, chosen: Filter
) -> SlipCounts:
    """Return how often the block slips under random commands as they are, and filtered."""
    raw_slips = filtered_slips = 0
    kept = []
    for load in loads:
        raw = try_gazebo_load(link, _without_weight(load), model)
        filtered = Load(load.pressing, chosen(raw.state, load.wrench))
        raw_slips += raw.slipped
        filtered_slips += try_gazebo_load(link, _without_weight(filtered), model).slipped
        kept.append(np.linalg.norm(filtered.wrench[:3]) / np.linalg.norm(load.wrench[:3]))
    count = len(loads)
    share = float(np.median(kept))
    return SlipCounts(Proportion(raw_slips, count), Proportion(filtered_slips, count), share)


def agreement(trials: list[ModelTrial], outside_band: bool = False) -> Proportion:
    """Return how often a model's verdict was what Gazebo did."""
    counted = [trial for trial in trials if not (outside_band and trial.in_band)]
    return Proportion(sum(trial.agrees for trial in counted), len(counted))


def _judged(state: ContactState, load: Load, held: bool, judge: Judge) -> ModelTrial:
    inside, outside = (judge(state, load.scaled(1.0 + share)) for share in (-BAND, BAND))
    return ModelTrial(judge(state, load.wrench) == held, inside != outside)


def random_loads(count: int, seed: int) -> list[Load]:
    """Return random loads on the worlds' block, its weight among the pressing."""
    generator, size = np.random.default_rng(seed), BlockSize()
    halves = (size.half_length, size.half_width)
    return [random_block_load(generator, BLOCK_FRICTION, halves) for _ in range(count)]


def _without_weight(load: Load) -> Load:
    weight = np.array([0.0, 0.0, -GRAVITY * BlockSize().mass, 0.0, 0.0, 0.0])
    return Load(load.pressing - weight, load.wrench - weight)
