# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The elliptic cone of contact forces: friction that differs along the two tangents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

_HALVINGS = 80
"""Halvings of [0, 1] after which a multiplier is as exact as it can be."""


@dataclass(frozen=True)
class EllipticForceCone:
    """{hypot(f_1 / first, f_2 / second) <= f_n} in contact components (n, t1, t2).

    first, second: coefficients [-] along the tangents, both > 0; the dual has their inverses.
    """

    first: float
    second: float

    def __post_init__(self) -> None:
        """Check both coefficients."""
        for coefficient in (self.first, self.second):
            if as_non_negative(coefficient, 'friction coefficient') == 0.0:
                raise InvalidInputError('friction coefficient', coefficient, 'a number > 0')

    @property
    def space_dimension(self) -> int:
        """Normal and two tangents."""
        return 3

    @property
    def dim(self) -> int:
        """Always full."""
        return 3

    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the force is inside, up to `tolerance` of its terms' magnitude."""
        normal, used = self._parts(as_vector(point, 3, 'contact force'))
        return used <= normal + tolerance * (used + abs(normal))

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest force of the cone in the Euclidean metric of the components [N].

        On the boundary x = (p_n / (1 - m), p_i / (1 + m / mu_i^2)) with a multiplier m in (0, 1)
        for p_n > 0 and above 1 for p_n < 0; what x uses of its friction falls, and rises, with m.
        """
        vector = as_vector(point, 3, 'contact force')
        normal, used = self._parts(vector)
        if used <= normal:
            return frozen_array(vector)
        if self.dual().contains(-vector, 0.0):
            return frozen_array(np.zeros(3))
        if normal == 0.0:
            tangential = vector[1:] / (1.0 + 1.0 / self._squares)
            return frozen_array((np.hypot(*(tangential / self._limits)), *tangential))
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            share = 0.5 * (low + high)
            # Above one the multiplier is searched by its inverse, which is between 0 and 1 too.
            nearest = self._stationary(vector, share if normal > 0.0 else 1.0 / share)
            reach, part = self._parts(nearest)
            low, high = (share, high) if part > reach else (low, share)
        return frozen_array(nearest)

    def dual(self) -> EllipticForceCone:
        """Return {y : y . f >= 0 for every f of the cone}: the cone with inverse coefficients."""
        return EllipticForceCone(1.0 / self.first, 1.0 / self.second)

    def _stationary(self, vector: Array, multiplier: float) -> Array:
        tangential = vector[1:] / (1.0 + multiplier / self._squares)
        # Rounding may end at a multiplier of one, where any normal force is stationary.
        scale = 1.0 - multiplier
        normal = vector[0] / scale if scale else np.inf
        return np.array((normal, *tangential))

    @property
    def _limits(self) -> Array:
        return np.array((self.first, self.second))

    @property
    def _squares(self) -> Array:
        return self._limits**2

    def _parts(self, vector: Array) -> tuple[float, float]:
        """Return the normal force and what of it the tangential force needs [N]."""
        return float(vector[0]), float(np.hypot(*(vector[1:] / self._limits)))
