# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Coulomb's circular cone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi

import numpy as np

from frictioncone_ros.contact.friction.base import FrictionModel
from frictioncone_ros.contact.friction.flat_sides import (
    limit_facets,
    normal_edge,
    planar_edges,
    set_non_negative,
)
from frictioncone_ros.contact.friction.friction_polygon import FrictionPolygon
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class CircularCone(FrictionModel):
    """Coulomb's cone ``|f_t| <= mu f_n``; in the plane its two edges."""

    friction_coefficient: float

    def __post_init__(self) -> None:
        """Check the coefficient [-]."""
        set_non_negative(self, 'friction_coefficient')

    def force_edges(self, dimension: int) -> Array | None:
        """Return the two planar edges, the normal ray for mu = 0, None for a cone in space."""
        if dimension == PLANAR:
            return planar_edges(self.friction_coefficient)
        return normal_edge(self.component_count(dimension)) if self.is_frictionless else None

    def facets(self, dimension: int) -> Array:
        """Return the two planar sides; none for a cone in space."""
        if dimension != PLANAR and not self.is_frictionless:
            return np.zeros((0, 3))
        limits = [(1, self.friction_coefficient)]
        return limit_facets(limits, self.component_count(dimension))

    def round_limits(self, dimension: int) -> tuple[float, float] | None:
        """Return the coefficient twice, None in the plane and without friction."""
        flat = dimension == PLANAR or self.is_frictionless
        return None if flat else self.coefficients

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return the coefficient."""
        return (self.friction_coefficient,)

    def inner_polygon(self, edge_count: int) -> FrictionModel:
        """Return the polygon with corners on the circle; without friction the cone itself."""
        if self.is_frictionless:
            return self
        return FrictionPolygon(self.friction_coefficient, edge_count)

    def outer_polygon(self, edge_count: int) -> FrictionModel:
        """Return the polygon whose sides touch the circle; its corners are at mu / cos(pi / m)."""
        return self.scaled(1.0 / cos(pi / edge_count)).inner_polygon(edge_count)

    def scaled(self, factor: float) -> CircularCone:
        """Return the cone with coefficient mu * factor."""
        as_non_negative(factor, 'friction factor')
        return replace(self, friction_coefficient=self.friction_coefficient * factor)
