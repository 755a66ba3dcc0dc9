# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What hangs on a force-torque sensor, from its readings in several orientations at rest.

With g the gravity along the sensor's axes, a load of mass m whose centre is at c reads
force = m g + force bias and moment = (m c) x g + moment bias: linear in the ten unknowns
(m, m c, force bias, moment bias), which least squares finds with their covariance.

The mean of the last readings of a sensor at rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from frictioncone_ros.estimation.sized_arrays import (
    AboveZero,
    as_covariance,
    Count,
    Finite,
    NonNegative,
    of_shape,
    Six,
    SixBySix,
    Three,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix, frozen_array, SPATIAL
from frictioncone_ros.spatial.arguments import checked, checked_fields

UNKNOWNS = 10
LEAST_POSES = 3
"""Two directions of gravity leave the centre of mass open along one line."""
DIRECTION_SPREAD = 0.02
"""
Least middle eigenvalue of the covariance of gravity's unit directions [-].

Below it they lie near a line, and the centre of mass along that line is not told. A plane of them
is enough: a turn about one level axis by 120 degrees, or tilts by 15 about two.
"""
FORCE_FLOOR = 1e-6
"""Deviations below this [N, N m] are rounding: weights by them would mean nothing."""


@checked_fields
@dataclass(frozen=True, eq=False)
class CalibrationPose:
    """
    One reading at rest, nothing touched.

    gravity: (3,) along the sensor's axes [m/s^2], pointing down. wrench: (6,) as the sensor reads
    it, on the tool, about the sensor's origin [N, N m].
    """

    gravity: Three
    wrench: Six


@checked_fields
@dataclass(frozen=True, eq=False)
class SensorLoad:
    """
    The tool beyond a sensor, and the sensor's bias.

    mass: [kg]. center_of_mass: (3,) in the sensor's frame [m]. bias: (6,) reading without load
    [N, N m]. covariance: (10, 10) of (mass, mass * center, bias). residual: (2,) root mean square
    of what the fit left of forces [N] and moments [N m]. pose_count: readings it was made of.
    """

    mass: NonNegative
    center_of_mass: Three
    bias: Six
    covariance: Annotated[Array, as_covariance(UNKNOWNS)]
    residual: Annotated[Array, of_shape(2)]
    pose_count: Count

    @checked
    def reading(self, gravity: Three) -> Array:
        """Return the (6,) reading at rest with nothing touched."""
        known = np.concatenate(((self.mass,), self.mass * self.center_of_mass, self.bias))
        return _regressor(gravity) @ known

    @checked
    def reading_covariance(self, gravity: Three) -> Array:
        """Return the (6, 6) covariance of that reading from what calibration left open."""
        rows = _regressor(gravity)
        return rows @ self.covariance @ rows.T

    @property
    def center_covariance(self) -> Array:
        """Covariance (3, 3) of the centre of mass [m^2]; no mass has none."""
        if self.mass == 0.0:
            raise InvalidInputError('mass', self.mass, 'more than 0 kg, where it has a centre')
        to_center = np.hstack((-self.center_of_mass[:, None], np.eye(3))) / self.mass
        return to_center @ self.covariance[:4, :4] @ to_center.T

    @checked
    def zeroed(self, pose: CalibrationPose, covariance: SixBySix) -> SensorLoad:
        """
        Return the same tool beyond a sensor whose bias is what it reads now less the tool.

        pose: with nothing touched. covariance: (6, 6) of its reading. An error of the mass or of
        the centre goes into the bias with the opposite sign: in this pose they cancel.
        """
        rows = _regressor(pose.gravity)[:, :4]
        of_tool = self.covariance[:4, :4]
        joint = np.zeros((UNKNOWNS, UNKNOWNS))
        joint[:4, :4] = of_tool
        joint[4:, :4] = -rows @ of_tool
        joint[:4, 4:] = joint[4:, :4].T
        joint[4:, 4:] = rows @ of_tool @ rows.T + covariance
        return replace(
            self,
            bias=frozen_array(self.bias + pose.wrench - self.reading(pose.gravity)),
            covariance=frozen_array(joint),
        )


def no_load() -> SensorLoad:
    """Return the load of a sensor whose readings are already compensated."""
    return SensorLoad(
        0.0,
        frozen_array(np.zeros(3)),
        frozen_array(np.zeros(SPATIAL)),
        frozen_array(np.zeros((UNKNOWNS, UNKNOWNS))),
        frozen_array(np.zeros(2)),
        0,
    )


@checked
def calibrated_load(
    poses: Sequence[CalibrationPose], deviations: tuple[NonNegative, NonNegative] | None = None
) -> SensorLoad:
    """
    Return the load that explains the readings best.

    deviations: standard deviations of one reading's forces [N] and moments [N m]; None takes them
    from what the fit leaves, which needs more readings than unknowns.
    """
    _require_spread(poses)
    rows = np.array([_regressor(pose.gravity) for pose in poses])
    readings = np.array([pose.wrench for pose in poses])
    known, covariance = _solved(rows, readings, deviations or (1.0, 1.0))
    if deviations is None:
        found = _deviations(rows, readings, known)
        known, covariance = _solved(rows, readings, found)
        # Once more, for the weights of the first fit were arbitrary.
        known, covariance = _solved(rows, readings, _deviations(rows, readings, known))
    left = readings - rows @ known
    residual = np.sqrt([np.mean(left[:, :3] ** 2), np.mean(left[:, 3:] ** 2)])
    mass = float(known[0])
    _require_mass(mass, float(covariance[0, 0]) ** 0.5)
    return SensorLoad(
        mass,
        frozen_array(known[1:4] / mass),
        frozen_array(known[4:]),
        frozen_array(covariance),
        frozen_array(residual),
        len(poses),
    )


def _regressor(gravity: Array) -> Array:
    """Return (6, 10): what each unknown adds to the reading."""
    rows = np.zeros((SPATIAL, UNKNOWNS))
    rows[:3, 0] = gravity
    rows[3:, 1:4] = -cross_matrix(gravity)
    rows[:, 4:] = np.eye(SPATIAL)
    return rows


def _solved(rows: Array, readings: Array, deviations: tuple[float, float]) -> tuple[Array, Array]:
    """Return the (10,) unknowns and their (10, 10) covariance for rows (k, 6, 10)."""
    weights = 1.0 / np.repeat(np.maximum(deviations, FORCE_FLOOR), 3)
    weighted = (rows * weights[:, None]).reshape(-1, UNKNOWNS)
    target = (readings * weights).ravel()
    # Columns of one size: gravity's are ten times those of the biases.
    scale = np.linalg.norm(weighted, axis=0)
    inverse = np.linalg.pinv(weighted / scale)
    unscaled = inverse / scale[:, None]
    return unscaled @ target, unscaled @ unscaled.T


def _deviations(rows: Array, readings: Array, known: Array) -> tuple[float, float]:
    """Return deviations of forces and moments from what is left, for the numbers fitted."""
    left = readings - rows @ known
    # Forces determine four unknowns (mass, bias), moments six. What is left of few readings is
    # itself unsure: two more make the covariance that of Student's t, honest from three poses on.
    count = 3 * len(readings)
    freedom = count - 4 - 2, count - 6 - 2
    return (
        float(np.sqrt(np.sum(left[:, :3] ** 2) / freedom[0])),
        float(np.sqrt(np.sum(left[:, 3:] ** 2) / freedom[1])),
    )


def _require_spread(poses: Sequence[CalibrationPose]) -> None:
    if len(poses) < LEAST_POSES:
        raise InvalidInputError('number of poses', len(poses), f'{LEAST_POSES} at least')
    sizes = np.array([np.linalg.norm(pose.gravity) for pose in poses])
    if not (sizes > 0.0).all():
        raise InvalidInputError('gravity', 0, 'its size and direction', f'pose {sizes.argmin()}')
    directions = np.array([pose.gravity for pose in poses]) / sizes[:, None]
    spread = float(np.linalg.eigvalsh(np.cov(directions.T, bias=True))[1])
    if spread < DIRECTION_SPREAD:
        raise InvalidInputError(
            'orientations of the sensor',
            f'too much alike (spread {spread:.3g})',
            f'gravity from several sides, a spread of {DIRECTION_SPREAD} at least: tilt it '
            'further, about two axes, upside down too',
        )


def _require_mass(mass: float, deviation: float) -> None:
    """Refuse a mass that is none: a sensor that reads the force on itself finds it negative."""
    if mass < -3.0 * deviation:
        raise InvalidInputError(
            'mass',
            round(mass, 4),
            'above 0 kg: the sensor reads the force of the tool on it the other way round, or '
            'gravity points up; turn its sign',
        )
    if mass <= 3.0 * deviation:
        raise InvalidInputError(
            'mass', round(mass, 5), f'more than three deviations ({deviation:.2g} kg each)'
        )


LEAST_READINGS = 10
LARGEST_TURN = 0.01
"""Gravity may turn by so much within the window: half a degree, more than any encoder's noise."""
MOST_READINGS = 10_000


class PoseRecorder:
    """Keeps the readings of the last `window` seconds."""

    @checked
    def __init__(self, window: AboveZero) -> None:
        """Begin with none."""
        self._window = window
        self._kept: deque[tuple[float, Array, Array]] = deque(maxlen=MOST_READINGS)

    @checked
    def add(self, time: Finite, wrench: Six, gravity: Three) -> None:
        """
        Take a reading (6,) [N, N m] and gravity (3,) along the sensor's axes, at a time [s].

        A time before the last one: the clock was set back, and what was kept is of no window.
        """
        if self._kept and time < self._kept[-1][0]:
            self._kept.clear()
        self._kept.append((time, wrench, gravity))
        while self._kept[0][0] < time - self._window:
            self._kept.popleft()

    @checked
    def pose(self, now: Finite) -> CalibrationPose:
        """Return the mean of the window that ends now, or say why there is none."""
        kept = [entry for entry in self._kept if now - self._window <= entry[0] <= now]
        if len(kept) < LEAST_READINGS:
            raise InvalidInputError(
                f'number of readings in {self._window:g} s', len(kept), f'{LEAST_READINGS} or more'
            )
        gravities = np.array([gravity for _, _, gravity in kept])
        mean = gravities.mean(axis=0)
        size = float(np.linalg.norm(mean))
        if size == 0.0:
            raise InvalidInputError('gravity', 0, 'its size and direction')
        turn = float(np.linalg.norm(gravities - mean, axis=1).max()) / size
        if turn > LARGEST_TURN:
            raise InvalidInputError(
                'turn of the sensor', f'{turn:.3g} rad', f'at most {LARGEST_TURN}: hold it still'
            )
        return CalibrationPose(mean, np.mean([wrench for _, wrench, _ in kept], axis=0))
