# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The pyramid along the contact's tangents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact.friction.base import ContactForce, FrictionModel
from frictioncone_ros.contact.friction.flat_sides import (
    limit_facets,
    planar_edges,
    set_non_negative,
    signed,
)
from frictioncone_ros.contact.friction.shapes import depth_below, used_part
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class FrictionPyramid(FrictionModel):
    """
    Pyramid ``|f_1| <= mu_1 f_n``, ``|f_2| <= mu_2 f_n`` along the contact's stated tangents.

    The default friction of Gazebo's engines. Without a second coefficient both are equal.
    """

    friction_coefficient: float
    second_friction_coefficient: float | None = None

    def __post_init__(self) -> None:
        """Check both coefficients [-]."""
        set_non_negative(self, 'friction_coefficient')
        if self.second_friction_coefficient is not None:
            set_non_negative(self, 'second_friction_coefficient')

    @property
    def coefficients(self) -> tuple[float, float]:
        """Friction coefficients along the first and the second tangent [-]."""
        second = self.second_friction_coefficient
        return self.friction_coefficient, self.friction_coefficient if second is None else second

    @property
    def is_frictionless(self) -> bool:
        """Whether both coefficients are zero."""
        return self.coefficients == (0.0, 0.0)

    def force_edges(self, dimension: int) -> Array:
        """Return the four corners in space (fewer where a coefficient is 0), two in the plane."""
        if dimension == PLANAR:
            return planar_edges(self.friction_coefficient)
        first, second = self.coefficients
        corners = [(1.0, a, b) for a in signed(first) for b in signed(second)]
        return np.array(corners)

    def facets(self, dimension: int) -> Array:
        """Return the two sides of each coefficient above zero."""
        limits = list(enumerate(self.half_widths(dimension), start=1))
        return limit_facets(limits, self.component_count(dimension))

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return both coefficients, in the plane the first."""
        return (self.friction_coefficient,) if dimension == PLANAR else self.coefficients

    def slip_margin(self, force: ContactForce) -> float:
        """Return the lesser distance [N] of both directions."""
        if len(force) < 3 or self.is_frictionless:
            return super().slip_margin(force)
        first, second = self.coefficients
        normal = float(force[0])
        return min(
            depth_below(first, normal, abs(float(force[1]))),
            depth_below(second, normal, abs(float(force[2]))),
        )

    def utilisation(self, force: ContactForce) -> float:
        """Return the greater part of both directions."""
        if len(force) < 3:
            return super().utilisation(force)
        first, second = self.coefficients
        normal = float(force[0])
        return max(
            used_part(abs(float(force[1])), first * normal),
            used_part(abs(float(force[2])), second * normal),
        )

    def scaled(self, factor: float) -> FrictionPyramid:
        """Return the pyramid with both coefficients multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        first, second = self.coefficients
        return FrictionPyramid(first * factor, second * factor)
