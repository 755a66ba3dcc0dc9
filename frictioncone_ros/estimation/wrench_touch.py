# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact made and lost, told from the measured force with hysteresis."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, exp, pi, sqrt

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arrays import as_non_negative


@dataclass(frozen=True)
class TouchThresholds:
    """Above `made` [N] contact is made, below `lost` [N] it is lost; between, it stays."""

    made: float
    lost: float

    def __post_init__(self) -> None:
        """Refuse thresholds that would flicker."""
        as_non_negative(self.lost, 'force_lost')
        if not self.lost < self.made < np.inf:
            raise InvalidInputError('force_made', self.made, f'more than force_lost, {self.lost}')

    def is_touching(self, force: float, before: bool) -> bool:
        """Tell whether contact is held after a force of that size [N]."""
        return force > (self.lost if before else self.made)


def touch_probability(force: Array, covariance: Array) -> float:
    """
    Return how surely a force (3,) [N] is more than noise of covariance (3, 3) [N^2].

    The share of the noise that would have stayed below: the chi-square distribution of three
    degrees of freedom at the normalised square of the force.
    """
    square = float(force @ np.linalg.solve(covariance, force))
    root = sqrt(square)
    return erf(root / sqrt(2.0)) - sqrt(2.0 / pi) * root * exp(-square / 2.0)
