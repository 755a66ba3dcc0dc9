# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The inner polygon of the circular cone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frictioncone_ros.contact.friction.base import FrictionModel
from frictioncone_ros.contact.friction.flat_sides import (
    check_edge_count,
    inradius,
    limit_facets,
    normal_edge,
    planar_edges,
    polygon_edges,
    polygon_facets,
    set_non_negative,
)
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class FrictionPolygon(FrictionModel):
    """Inner polygon of the circular cone with edge_count edges, the first along tangent 1."""

    friction_coefficient: float
    edge_count: int = 8

    def __post_init__(self) -> None:
        """Check the coefficient [-] and that there are at least three edges."""
        set_non_negative(self, 'friction_coefficient')
        check_edge_count(self.edge_count)

    def force_edges(self, dimension: int) -> Array:
        """Return edge_count rays on the circular cone, two in the plane."""
        if dimension == PLANAR:
            return planar_edges(self.friction_coefficient)
        if self.is_frictionless:
            return normal_edge(self.component_count(dimension))
        return polygon_edges(self.coefficients, self.edge_count)

    def facets(self, dimension: int) -> Array:
        """Return the sides between neighbouring edges."""
        if dimension == PLANAR or self.is_frictionless:
            limits = [(1, self.friction_coefficient)]
            return limit_facets(limits, self.component_count(dimension))
        return polygon_facets(self.coefficients, self.edge_count)

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return the polygon's inradius, in the plane the coefficient."""
        narrowing = 1.0 if dimension == PLANAR else inradius(self.edge_count)
        return (self.friction_coefficient * narrowing,)

    def scaled(self, factor: float) -> FrictionPolygon:
        """Return the polygon with coefficient mu * factor."""
        as_non_negative(factor, 'friction factor')
        return replace(self, friction_coefficient=self.friction_coefficient * factor)
