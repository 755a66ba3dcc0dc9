# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scene (c): predicted contact modes of planar bodies against what the engine does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.sim.planar.cases import random_fixel_scene, random_peg_scene, random_wrench
from frictioncone_ros.sim.planar.scene import PlanarScene
from frictioncone_ros.sim.planar.simulation import observe_mode, PlanarSimulation

FORCE_PER_MASS = 1.0
"""Size of the random wrenches [N/kg]: a free body moves by 1.3 mm while it is watched."""

WRENCHES_PER_SCENE = 4
"""Random wrenches tried on each random scene."""

SceneMaker = Callable[[np.random.Generator], PlanarScene]


@dataclass(frozen=True)
class ModeTrial:
    """The predicted modes and the observed one, as strings, for one wrench."""

    predicted: tuple[str, ...]
    observed: str

    @property
    def unique(self) -> bool:
        """Whether exactly one mode was predicted."""
        return len(self.predicted) == 1

    @property
    def agrees(self) -> bool:
        """Whether the observed mode is one of the predicted."""
        return self.observed in self.predicted


def mode_trials(maker: SceneMaker, scene_count: int, seed: int) -> list[ModeTrial]:
    """Return one trial per wrench on random scenes, all from one seed."""
    generator = np.random.default_rng(seed)
    trials = []
    for _ in range(scene_count):
        scene = maker(generator)
        simulation = PlanarSimulation(scene)
        state = simulation.contacts()
        for _ in range(WRENCHES_PER_SCENE):
            wrench = random_wrench(generator, scene, FORCE_PER_MASS * scene.mass)
            predicted = tuple(str(motion.mode) for motion in find_motions(state, wrench).motions)
            trials.append(ModeTrial(predicted, str(observe_mode(simulation, scene.start, wrench))))
    return trials


def fixel_trials(scene_count: int, seed: int) -> list[ModeTrial]:
    """Return trials of a workpiece seated on three fixels."""
    return mode_trials(random_fixel_scene, scene_count, seed)


def peg_trials(scene_count: int, seed: int) -> list[ModeTrial]:
    """Return trials of a tilted peg with two contacts in a hole."""
    return mode_trials(random_peg_scene, scene_count, seed)


def unique_agreement(trials: list[ModeTrial]) -> Proportion:
    """Return how often the only predicted mode was the observed one."""
    unique = [trial for trial in trials if trial.unique]
    return Proportion(sum(trial.agrees for trial in unique), len(unique))


def ambiguous_agreement(trials: list[ModeTrial]) -> Proportion:
    """Return how often the observed mode was among several predicted."""
    several = [trial for trial in trials if len(trial.predicted) > 1]
    return Proportion(sum(trial.agrees for trial in several), len(several))
