# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an arm's sensors say: noisy joint angles, and a wrist wrench with bias and tool weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.estimation.calibration import (
    calibrated_load,
    CalibrationPose,
    SensorLoad,
)
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.spatial import Array

CALIBRATION_POSES = 12
READINGS_PER_POSE = 100
_TILT = 1.2
"""Largest change of a wrist joint from one calibration posture to the next [rad]."""


@dataclass(frozen=True)
class SensorFaults:
    """
    Standard deviations of single readings; bias is constant.

    angle [rad], rate [rad/s], force [N], moment [Nm]; bias: (6,) [N, Nm].
    """

    angle: float = 5e-5
    rate: float = 1e-3
    force: float = 0.1
    moment: float = 0.01
    bias: tuple[float, ...] = (1.5, -0.8, 3.0, 0.05, 0.1, -0.02)


class RobotSensors:
    """Reads a simulated arm as its own drivers would, reproducibly for one seed."""

    def __init__(self, simulation: RobotSimulation, faults: SensorFaults, seed: int) -> None:
        """Read one arm."""
        self._simulation, self._faults = simulation, faults
        self._generator = np.random.default_rng(seed)

    def joints(self) -> tuple[Array, Array]:
        """Return angles (n,) [rad] and rates (n,) [rad/s]."""
        data, faults = self._simulation.data, self._faults
        return (
            data.qpos + faults.angle * self._generator.normal(size=data.qpos.shape),
            data.qvel + faults.rate * self._generator.normal(size=data.qvel.shape),
        )

    def wrench(self) -> Array:
        """Return the wrench (6,) of the environment and gravity on the tool, sensor's axes."""
        return self._noisy(-np.array(self._simulation.data.sensordata[:6]), 1)

    def calibration(self) -> SensorLoad:
        """Return the tool's load and the bias as found from postures with nothing touched."""
        poses = []
        for _ in range(CALIBRATION_POSES):
            turn = np.zeros_like(self._simulation.angles)
            turn[-3:] = self._generator.uniform(-_TILT, _TILT, 3)
            angles = np.clip(self._simulation.angles + turn, *self._simulation.limits)
            reading, gravity = self._simulation.static_reading(angles)
            poses.append(CalibrationPose(gravity, self._noisy(reading, READINGS_PER_POSE)))
        return calibrated_load(poses)

    def _noisy(self, wrench: Array, count: int) -> Array:
        """Return the mean of so many readings of a constant wrench (6,)."""
        faults = self._faults
        deviations = np.repeat((faults.force, faults.moment), 3) / np.sqrt(count)
        return wrench + faults.bias + deviations * self._generator.normal(size=6)
