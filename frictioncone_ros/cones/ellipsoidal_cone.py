# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact forces whose parts across the normal share friction: an ellipse, or a limit surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

_HALVINGS = 80
"""Halvings of [0, 1] after which a multiplier is as exact as it can be."""


@checked_fields
@dataclass(frozen=True)
class EllipsoidalCone:
    """{|(f_1 / a_1, f_2 / a_2, ...)| <= f_n} in contact components, the normal force first.

    half_axes: per newton of normal force, all > 0. Two coefficients [-] make friction that
    differs along the tangents; a third one of torsion [m] makes a soft finger's limit surface.
    """

    half_axes: tuple[float, ...]

    def __post_init__(self) -> None:
        """Check the half axes."""
        for half_axis in self.half_axes:
            if as_non_negative(half_axis, 'half axis') == 0.0:
                raise InvalidInputError('half axis', half_axis, 'a number > 0')

    @property
    def space_dimension(self) -> int:
        """Normal and what is across it."""
        return 1 + len(self.half_axes)

    @property
    def dim(self) -> int:
        """Always full."""
        return self.space_dimension

    @checked
    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the force is inside, up to `tolerance` of its terms' magnitude."""
        normal, used = self._parts(as_vector(point, self.space_dimension, 'contact force'))
        return used <= normal + tolerance * (used + abs(normal))

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest force of the cone, components taken as they are (N and Nm).

        On the boundary x = (p_n / (1 - m), p_i / (1 + m / a_i^2)) with a multiplier m in (0, 1)
        for p_n > 0 and above 1 for p_n < 0; what x uses of its friction falls, and rises, with m.
        """
        vector = as_vector(point, self.space_dimension, 'contact force')
        normal, used = self._parts(vector)
        if used <= normal:
            return frozen_array(vector)
        if self.dual().contains(-vector, 0.0):
            return frozen_array(np.zeros(vector.size))
        if normal == 0.0:
            across = vector[1:] / (1.0 + 1.0 / self._axes**2)
            return frozen_array((_length(across / self._axes), *across))
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            share = 0.5 * (low + high)
            # Above one the multiplier is searched by its inverse, which is between 0 and 1 too.
            nearest = self._stationary(vector, share if normal > 0.0 else 1.0 / share)
            reach, part = self._parts(nearest)
            low, high = (share, high) if part > reach else (low, share)
        return frozen_array(nearest)

    def dual(self) -> EllipsoidalCone:
        """Return {y : y . f >= 0 for every f of the cone}: the cone with inverse half axes."""
        return EllipsoidalCone(tuple(1.0 / half_axis for half_axis in self.half_axes))

    def _stationary(self, vector: Array, multiplier: float) -> Array:
        across = vector[1:] / (1.0 + multiplier / self._axes**2)
        # Rounding may end at a multiplier of one, where any normal force is stationary.
        scale = 1.0 - multiplier
        return np.array((vector[0] / scale if scale else np.inf, *across))

    @property
    def _axes(self) -> Array:
        return np.array(self.half_axes)

    def _parts(self, vector: Array) -> tuple[float, float]:
        """Return the normal force and what of it the other components need [N]."""
        return float(vector[0]), _length(vector[1:] / self._axes)


def _length(values: Array) -> float:
    """Return the length of a vector whose squares may be out of range."""
    return float(np.hypot.reduce(values))
