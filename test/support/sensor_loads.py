# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A tool on a force-torque sensor, and what is recorded of it with noise."""

import numpy as np

from frictioncone_ros.estimation.calibration import CalibrationPose

MASS, CENTER = 1.3, np.array((0.01, -0.02, 0.08))
BIAS = np.array((3.0, -5.0, 12.0, 0.4, -0.3, 0.2))
FORCE_NOISE, MOMENT_NOISE = 0.1, 0.01
SAMPLES = 50
"""Readings a pose is the mean of, as the recorder takes them in half a second."""


def gravities(rng, count):
    """Gravity along the axes of a sensor turned anyhow, (count, 3) [m/s^2]."""
    directions = rng.normal(size=(count, 3))
    return 9.81 * directions / np.linalg.norm(directions, axis=1)[:, None]


def true_reading(gravity):
    return np.concatenate((MASS * gravity, MASS * np.cross(CENTER, gravity))) + BIAS


def recorded(rng, count=12, samples=SAMPLES):
    deviations = np.repeat((FORCE_NOISE, MOMENT_NOISE), 3) / samples**0.5
    return [
        CalibrationPose(gravity, true_reading(gravity) + deviations * rng.normal(size=6))
        for gravity in gravities(rng, count)
    ]
