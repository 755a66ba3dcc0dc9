# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Forces of a soft finger on one limit surface: an ellipsoid of tangential force and torsion."""

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
class LimitSurfaceCone:
    """{|(f_1 / first, f_2 / second, m / torsion)| <= f_n} in components (n, t1, t2, torsion).

    first, second [-] and torsion [m], all > 0; the dual has their inverses.
    """

    first: float
    second: float
    torsion: float

    def __post_init__(self) -> None:
        """Check the half axes."""
        for half_axis in (self.first, self.second, self.torsion):
            if as_non_negative(half_axis, 'half axis of a limit surface') == 0.0:
                raise InvalidInputError('half axis of a limit surface', half_axis, 'a number > 0')

    @property
    def space_dimension(self) -> int:
        """Normal, two tangents, torsion."""
        return 4

    @property
    def dim(self) -> int:
        """Always full."""
        return 4

    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the force is inside, up to `tolerance` of its terms' magnitude."""
        normal, used = self._parts(as_vector(point, 4, 'contact force'))
        return used <= normal + tolerance * (used + abs(normal))

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest force of the set, components taken as they are (N and Nm).

        As for the elliptic cone: x = (p_n / (1 - m), p_i / (1 + m / a_i^2)) with a multiplier m.
        """
        vector = as_vector(point, 4, 'contact force')
        normal, used = self._parts(vector)
        if used <= normal:
            return frozen_array(vector)
        if self.dual().contains(-vector, 0.0):
            return frozen_array(np.zeros(4))
        if normal == 0.0:
            across = vector[1:] / (1.0 + 1.0 / self._axes**2)
            return frozen_array((np.linalg.norm(across / self._axes), *across))
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            share = 0.5 * (low + high)
            # Above one the multiplier is searched by its inverse, which is between 0 and 1 too.
            nearest = self._stationary(vector, share if normal > 0.0 else 1.0 / share)
            reach, part = self._parts(nearest)
            low, high = (share, high) if part > reach else (low, share)
        return frozen_array(nearest)

    def dual(self) -> LimitSurfaceCone:
        """Return {y : y . f >= 0 for every f of the set}: the set with inverse half axes."""
        return LimitSurfaceCone(1.0 / self.first, 1.0 / self.second, 1.0 / self.torsion)

    def _stationary(self, vector: Array, multiplier: float) -> Array:
        across = vector[1:] / (1.0 + multiplier / self._axes**2)
        # Rounding may end at a multiplier of one, where any normal force is stationary.
        scale = 1.0 - multiplier
        return np.array((vector[0] / scale if scale else np.inf, *across))

    @property
    def _axes(self) -> Array:
        return np.array((self.first, self.second, self.torsion))

    def _parts(self, vector: Array) -> tuple[float, float]:
        """Return the normal force and what of it the other components need [N]."""
        return float(vector[0]), float(np.linalg.norm(vector[1:] / self._axes))
