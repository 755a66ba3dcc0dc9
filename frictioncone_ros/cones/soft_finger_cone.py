# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Forces of a soft finger: circular friction and, independent of it, limited torsion."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array
from frictioncone_ros.tolerances import CONE_MEMBERSHIP


@checked_fields
@dataclass(frozen=True)
class SoftFingerCone:
    """{|f_t| <= mu f_n, |torsion| <= torsional_friction f_n} in components (n, t1, t2, torsion).

    friction_coefficient [-], torsional_friction [m], both >= 0. Friction and torsion do not
    weaken each other here; an elliptic limit that couples them lies inside this set.
    """

    friction_coefficient: float
    torsional_friction: float

    def __post_init__(self) -> None:
        """Check both limits."""
        as_non_negative(self.friction_coefficient, 'friction coefficient')
        as_non_negative(self.torsional_friction, 'torsional friction')

    @property
    def space_dimension(self) -> int:
        """Normal, two tangents, torsion."""
        return 4

    @property
    def dim(self) -> int:
        """1 + 2 with friction + 1 with torsion."""
        return 1 + 2 * (self.friction_coefficient > 0.0) + (self.torsional_friction > 0.0)

    @checked
    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the force is inside, up to `tolerance` of the terms' magnitudes."""
        normal, sizes, _ = _parts(point)
        # Asked for by itself: without friction and torsion no limit says that it may not pull.
        if normal < -tolerance * (abs(normal) + float(sizes.sum())):
            return False
        reaches = normal * self._limits
        return bool((sizes <= reaches + tolerance * (sizes + np.abs(reaches))).all())

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest force of the set, components taken as they are (N and Nm).

        With the normal part f given, tangential part and torsion are cut to their limits; f
        minimises (f - n)^2 + sum over both of max(0, size - limit f)^2, which is convex with a
        piecewise linear derivative: one of the four combinations of cuts is consistent.
        """
        normal, sizes, vector = _parts(point)
        limits = self._limits
        for cut in product((False, True), repeat=2):
            active = np.array(cut)
            pulled = float((active * limits) @ sizes)
            nearest = max(0.0, (normal + pulled) / (1.0 + float(active @ limits**2)))
            if ((sizes > limits * nearest) == active).all():
                break
        kept = np.minimum(sizes, limits * nearest)
        factors = np.divide(kept, sizes, out=np.zeros(2), where=sizes > 0.0)
        return frozen_array((nearest, *(vector[1:3] * factors[0]), vector[3] * factors[1]))

    def dual(self) -> SoftFingerDualCone:
        """Return {y : y . f >= 0 for every f of the set}."""
        return SoftFingerDualCone(self)

    @property
    def _limits(self) -> Array:
        return np.array((self.friction_coefficient, self.torsional_friction))


@checked_fields
@dataclass(frozen=True)
class SoftFingerDualCone:
    """{y_n >= mu |y_t| + torsional_friction |y_torsion|}: the dual of a soft finger's set.

    Points are contact velocities, in components (n, t1, t2, spin): those on which no force of the
    set does negative work.
    """

    primal: SoftFingerCone

    @property
    def space_dimension(self) -> int:
        """Normal, two tangents, spin."""
        return 4

    @property
    def dim(self) -> int:
        """Always that of the space: the set has no lines."""
        return 4

    @checked
    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the velocity is inside, up to `tolerance` of the terms' magnitudes."""
        normal, sizes, _ = _parts(point)
        demand = float(self.primal._limits @ sizes)
        return normal >= demand - tolerance * (abs(normal) + demand)

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest point: by Moreau, point + projection of -point onto the primal."""
        vector = as_vector(point, self.space_dimension, 'contact velocity')
        return frozen_array(vector + self.primal.project(-vector))

    def dual(self) -> SoftFingerCone:
        """Return the soft finger's set again."""
        return self.primal


def _parts(point: ArrayLike) -> tuple[float, Array, Array]:
    """Return normal part, (|tangential|, |torsion|) and the checked vector."""
    vector = as_vector(point, 4, 'contact force')
    sizes = np.array((np.hypot(vector[1], vector[2]), abs(vector[3])))
    return float(vector[0]), sizes, vector
