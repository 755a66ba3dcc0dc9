# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What one pair's friction is known to be: an interval, never beyond the prior.

While something slides, tangential over normal force *is* the coefficient; while it sticks, it is
a lower bound. Readings narrow the interval and never widen it beyond the prior; a slow forgetting
lets it follow a surface that changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from frictioncone_ros.estimation.sized_arrays import (
    as_bounded,
    Finite,
    NonNegative,
    Three,
    ThreeByThree,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.tolerances import ROUNDING

DEVIATIONS = 3.0
"""Half-width of the interval in standard deviations."""
HOLD_DEVIATIONS = 5.0
"""The same for the lower bound of a contact that sticks: the largest of very many readings."""
MEMORY = 50.0
"""So many readings are remembered: older ones weigh less than a third."""
SHARPEST = 1e-4
"""No reading counts for sharper than this [-]."""


@dataclass(frozen=True)
class FrictionInterval:
    """The least and the largest coefficient a contact may have [-]."""

    least: float
    largest: float

    def __post_init__(self) -> None:
        """Refuse an interval that is none."""
        for name in ('least', 'largest'):
            number = as_bounded(getattr(self, name), f'{name} friction')
            object.__setattr__(self, name, number)
        if self.least > self.largest:
            raise InvalidInputError('largest friction', self.largest, f'{self.least:g} or more')

    @property
    def coefficient(self) -> float:
        """The middle of the interval."""
        return 0.5 * (self.least + self.largest)

    @property
    def uncertainty(self) -> float:
        """Half its width."""
        return 0.5 * (self.largest - self.least)


@checked_fields
@dataclass(frozen=True)
class FrictionReading:
    """Tangential over normal force, and its standard deviation [-]."""

    ratio: Finite
    deviation: NonNegative


@checked
def friction_reading(
    force: Three, normal: Three, force_covariance: ThreeByThree, normal_covariance: ThreeByThree
) -> FrictionReading | None:
    """
    Return the ratio of one force, None where its normal part is not surely a push.

    force: (3,) on the body [N]. normal: (3,) into the body. force_covariance [N^2] and
    normal_covariance of its small rotation [rad^2]: (3, 3).
    """
    pushing = float(normal @ force)
    across = force - pushing * normal
    sliding = float(np.linalg.norm(across))
    if pushing <= DEVIATIONS * sqrt(max(0.0, float(normal @ force_covariance @ normal))):
        return None
    ratio = sliding / pushing
    if sliding > ROUNDING * pushing:
        direction = across / sliding
    else:
        direction = _least_known(normal, force_covariance / pushing**2, normal_covariance)
    # d(f_t / f_n): along the tangential direction, against the normal one.
    by_force = (direction - ratio * normal) / pushing
    # A normal turned by w changes f_n by f . (w x n) and f_t by as much times -f_n / f_t.
    by_turn = -(1.0 + ratio**2) / pushing * np.cross(normal, direction) * pushing
    variance = by_force @ force_covariance @ by_force + by_turn @ normal_covariance @ by_turn
    return FrictionReading(ratio, sqrt(max(0.0, float(variance))))


def _least_known(normal: Array, force_covariance: Array, normal_covariance: Array) -> Array:
    """
    Return the direction (3,) across a normal in which a force exactly along it is least known.

    force_covariance: (3, 3) of the force over its size [-].
    """
    turn = cross_matrix(normal)
    both = turn.T @ (normal_covariance + turn @ force_covariance @ turn.T) @ turn
    widest: Array = np.linalg.eigh(both)[1][:, -1]
    return widest


class FrictionMemory:
    """What is known of one contact's friction so far."""

    @checked
    def __init__(self, prior: FrictionInterval) -> None:
        """Begin with the prior."""
        self._prior = prior
        self._weight = self._mean = 0.0
        self._error = 0.0
        self._least = prior.least

    @property
    def interval(self) -> FrictionInterval:
        """The interval now, inside the prior; where readings lie outside it, its nearest end."""
        if not self._weight:
            return FrictionInterval(self._least, self._prior.largest)
        half = DEVIATIONS * self._error
        ends = self._inside(self._mean - half), self._inside(self._mean + half)
        if self._least >= ends[1]:
            # Held by more than it slides at now: the surface has changed, or a reading lied.
            return FrictionInterval(*ends)
        return FrictionInterval(max(ends[0], self._least), ends[1])

    @checked
    def slid(self, reading: FrictionReading) -> None:
        """Take a reading of a sliding contact."""
        # By what each one tells: contacts that chatter as they slide are read between two pushes
        # too, where noise is as large as the force.
        information = max(reading.deviation, SHARPEST) ** -2
        self._weight = (1.0 - 1.0 / MEMORY) * self._weight + information
        share = information / self._weight
        self._mean += share * (reading.ratio - self._mean)
        # Errors of one normal or one bias are the same in every reading: they do not average
        # away, so the interval is never narrower than one reading's own.
        self._error += share * (reading.deviation - self._error)
        # What held before is forgotten as slowly as what slid.
        self._least += (self._prior.least - self._least) / MEMORY

    @checked
    def held(self, reading: FrictionReading) -> None:
        """Take a reading of a contact that sticks: its coefficient is at least that."""
        bound = self._inside(reading.ratio - HOLD_DEVIATIONS * reading.deviation)
        self._least = max(self._least, bound)

    def _inside(self, value: float) -> float:
        return min(max(value, self._prior.least), self._prior.largest)
