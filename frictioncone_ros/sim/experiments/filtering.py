# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scene (a) with and without the filter: how often a random command makes the block slip."""

from __future__ import annotations

from math import radians

import numpy as np

from frictioncone_ros.contact import (
    ContactMode,
    ContactState,
    FIXED,
    Frictionless,
    narrowed_friction,
)
from frictioncone_ros.control.command import Setpoints
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.arm.scene import block_scene, BlockSize
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.arm.stick_slip import pressed_state, try_load
from frictioncone_ros.sim.estimator import ContactEstimator, EstimatorFaults
from frictioncone_ros.sim.experiments.holding import BLOCK_FRICTION
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.sim.loads import Load, random_block_load
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

MARGIN = 0.4
"""
Distance [N] every contact force keeps from its friction limit.

2 % of the largest friction limit, 20 N: the band in which the engine itself is not sure.
"""

NORMAL_NOISE = radians(2.0)
"""Standard deviation of the normals' tilt about each tangent [rad]."""

FRICTION_ERROR = 0.10
"""The friction coefficient is reported too high by this share [-]."""

TILT_BOUND = 3.0
"""Tilts up to this many standard deviations are covered by the robust cone."""

NOISY = EstimatorFaults(normal_noise=NORMAL_NOISE, friction_error=FRICTION_ERROR)


def slips_without_filter(count: int, seed: int) -> Proportion:
    """Return how many of the random commands make the block slip when they are applied as is."""
    simulation, loads = scene_and_loads(count, seed)
    return Proportion(sum(try_load(simulation, load).slipped for load in loads), count)


def slips_with_filter(
    count: int, seed: int, faults: EstimatorFaults, robust: bool = True, foot_count: int = 3
) -> Proportion:
    """
    Return the same with each command filtered by what a faulty estimator reports.

    The desired mode is that all feet stay where they are. robust: narrow the cones by what the
    faults may amount to.
    """
    simulation, loads = scene_and_loads(count, seed, foot_count)
    estimator = ContactEstimator(faults, seed + 1)
    slips = 0
    for load in loads:
        state = pressed_state(simulation, load.pressing)
        seen = estimator.observe(ContactSnapshot(0.0, state, np.zeros((state.contact_count, 3))))
        assert seen is not None
        known = robust_state(seen.state, faults) if robust else seen.state
        filtered = filtered_wrench(known, load.wrench)
        slips += try_load(simulation, Load(load.pressing, filtered)).slipped
    return Proportion(slips, count)


def filtered_wrench(state: ContactState, wrench: Array) -> Array:
    """Return what the filter makes of a wrench (6,) that should move nothing."""
    mode = ContactMode((FIXED,) * state.contact_count)
    settings = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
    return assess(state, Setpoints(wrench=wrench, mode=mode), settings).command.wrench


def robust_state(state: ContactState, faults: EstimatorFaults) -> ContactState:
    """
    Return the state with cones so narrow that they lie in every cone it could truly have.

    The true coefficient is at least the reported one / (1 + friction_error); normals are tilted
    by at most TILT_BOUND standard deviations. Where that leaves no friction, only pushing counts.
    """
    share, tilt = 1.0 / (1.0 + faults.friction_error), TILT_BOUND * faults.normal_noise
    return state.with_friction(
        [
            narrowed_friction(contact.friction.scaled(share), state.dimension, tilt)
            or Frictionless()
            for contact in state.contacts
        ]
    )


def scene_and_loads(
    count: int, seed: int, foot_count: int = 3
) -> tuple[ArmSimulation, list[Load]]:
    """Return the arm with its block, and the random commands."""
    generator = np.random.default_rng(seed)
    size = BlockSize(foot_count=foot_count)
    simulation = ArmSimulation(block_scene(BLOCK_FRICTION, size))
    halves = (size.half_length, size.half_width)
    return simulation, [random_block_load(generator, BLOCK_FRICTION, halves) for _ in range(count)]
