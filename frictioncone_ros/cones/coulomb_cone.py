# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Coulomb's circular cone of contact forces."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array
from frictioncone_ros.tolerances import CONE_MEMBERSHIP


@checked_fields
@dataclass(frozen=True)
class CoulombCone:
    """{|f_t| <= mu f_n} in contact components (n, t1, ...), normal first.

    friction_coefficient [-] from 0 (the normal ray) to infinity (the half-space f_n >= 0), so
    that the dual, whose coefficient is 1 / mu, is always one of the family.
    tangent_count: number of tangential components, 2 in space, 1 in the plane.
    """

    friction_coefficient: float
    tangent_count: int = 2

    def __post_init__(self) -> None:
        """Check the coefficient and the number of tangents."""
        if self.friction_coefficient != inf:
            as_non_negative(self.friction_coefficient, 'friction coefficient')
        if not isinstance(self.tangent_count, int) or self.tangent_count < 1:
            raise InvalidInputError('tangent count', self.tangent_count, 'at least 1')

    @property
    def space_dimension(self) -> int:
        """One normal and the tangential components."""
        return 1 + self.tangent_count

    @property
    def dim(self) -> int:
        """1 without friction, else that of the space."""
        return 1 if self.friction_coefficient == 0.0 else self.space_dimension

    @checked
    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the force is inside, up to `tolerance` of its components' magnitude."""
        normal, _, length = self._parts(point)
        if self.friction_coefficient == inf:
            return normal >= -tolerance * (abs(normal) + length)
        if self.friction_coefficient == 0.0:
            # No friction to measure the normal force by: its own sign decides.
            return normal >= 0.0 and length <= tolerance * (normal + length)
        reach = self.friction_coefficient * normal
        return length <= reach + tolerance * (length + abs(reach))

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest force of the cone in the Euclidean metric of the components [N]."""
        normal, tangential, length = self._parts(point)
        coefficient = self.friction_coefficient
        if coefficient == inf:
            return frozen_array((max(normal, 0.0), *tangential))
        if normal >= 0.0 and length <= coefficient * normal:
            return frozen_array((normal, *tangential))
        nearest = (normal + coefficient * length) / (1.0 + coefficient * coefficient)
        if not isfinite(coefficient * nearest):
            raise InvalidInputError('contact force', point, 'numbers whose squares are finite')
        if nearest <= 0.0:
            return frozen_array(np.zeros(self.space_dimension))
        return frozen_array((nearest, *(tangential * (coefficient * nearest / length))))

    def dual(self) -> CoulombCone:
        """Return {y : y . f >= 0 for every f of the cone}: the cone with coefficient 1 / mu."""
        coefficient = self.friction_coefficient
        inverse = inf if coefficient == 0.0 else 1.0 / coefficient
        return CoulombCone(inverse, self.tangent_count)

    def _parts(self, point: ArrayLike) -> tuple[float, Array, float]:
        vector = as_vector(point, self.space_dimension, 'contact force')
        tangential = vector[1:]
        return float(vector[0]), tangential, float(np.linalg.norm(tangential))
