# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A finger pad that also transmits a moment about the normal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import cos, pi

import numpy as np

from frictioncone_ros.contact.friction.base import ContactForce, FrictionModel, used_part
from frictioncone_ros.contact.friction.flat_sides import (
    check_edge_count,
    inradius,
    limit_facets,
    normal_edge,
    planar_edges,
    polygon_edges,
    polygon_facets,
    set_non_negative,
    signed,
)
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class SoftFinger(FrictionModel):
    """
    Coulomb friction and, independent of it, torsion |tau_n| <= torsional_friction * f_n.

    torsional_friction [m]: largest moment about the normal per unit normal force.
    edge_count None: circular in the tangent plane; else its inner polygon with that many edges.
    In the plane there is no axis for the torsion and it is a hard contact.
    """

    friction_coefficient: float
    torsional_friction: float
    edge_count: int | None = None

    def __post_init__(self) -> None:
        """Check the limits [-], [m] and the number of edges."""
        set_non_negative(self, 'friction_coefficient')
        set_non_negative(self, 'torsional_friction')
        if self.edge_count is not None:
            check_edge_count(self.edge_count)

    @property
    def is_frictionless(self) -> bool:
        """Whether it transmits neither tangential force nor torsion."""
        return self.friction_coefficient == 0.0 and self.torsional_friction == 0.0

    def component_count(self, dimension: int) -> int:
        """Return 2 in the plane, 4 in space: normal, two tangents, torsion about the normal."""
        return 2 if dimension == PLANAR else 4

    def torsion_limit(self, dimension: int) -> float:
        """Return the torsional friction [m], 0 in the plane."""
        return 0.0 if dimension == PLANAR else self.torsional_friction

    def round_limits(self, dimension: int) -> tuple[float, float] | None:
        """Return the coefficient twice where the tangential set is a circle."""
        flat = dimension == PLANAR or self.edge_count is not None
        return None if flat or self.friction_coefficient == 0.0 else self.coefficients

    def force_edges(self, dimension: int) -> Array | None:
        """Return the tangential polygon's edges, each with both extreme torsions; else None."""
        if dimension == PLANAR:
            return planar_edges(self.friction_coefficient)
        if self.friction_coefficient == 0.0:
            hard = normal_edge(3)
        elif self.edge_count is None:
            return None
        else:
            hard = polygon_edges(self.coefficients, self.edge_count)
        torsions = signed(self.torsional_friction)
        return np.array([(*edge, torsion) for edge, torsion in product(hard, torsions)])

    def facets(self, dimension: int) -> Array:
        """Return the sides of the torsion and of the tangential polygon."""
        if dimension == PLANAR:
            return limit_facets([(1, self.friction_coefficient)], 2)
        torsion = limit_facets([(3, self.torsional_friction)], 4)
        if self.friction_coefficient == 0.0:
            return torsion
        if self.torsional_friction == 0.0:
            torsion = torsion[:0]
        if self.edge_count is None:
            return torsion
        sides = polygon_facets(self.coefficients, self.edge_count)
        return np.vstack((torsion, np.column_stack((sides, np.zeros(len(sides))))))

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return the coefficient, of a polygon its inradius."""
        narrowing = 1.0 if dimension == PLANAR else inradius(self.edge_count)
        return (self.friction_coefficient * narrowing,)

    def utilisation(self, force: ContactForce) -> float:
        """Return the greater part of friction and torsion."""
        used = super().utilisation(force)
        if len(force) < 4:
            return used
        limit = self.torsional_friction * float(force[0])
        return max(used, used_part(abs(float(force[3])), limit))

    def inner_polygon(self, edge_count: int) -> FrictionModel:
        """Return the same finger with a polygon inside its circle."""
        return self if self.edge_count is not None else replace(self, edge_count=edge_count)

    def outer_polygon(self, edge_count: int) -> FrictionModel:
        """Return the same finger with a polygon around its circle."""
        if self.edge_count is not None:
            return self
        widened = self.friction_coefficient / cos(pi / edge_count)
        return replace(self, friction_coefficient=widened, edge_count=edge_count)

    def narrowed_to(self, cone: FrictionModel, torsion_share: float) -> FrictionModel:
        """Return a finger with the cone's coefficient and this share of the torsion."""
        torsion = self.torsional_friction * torsion_share
        return SoftFinger(cone.friction_coefficient, torsion, self.edge_count)

    def scaled(self, factor: float) -> SoftFinger:
        """Return the soft finger with both limits multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        return replace(
            self,
            friction_coefficient=self.friction_coefficient * factor,
            torsional_friction=self.torsional_friction * factor,
        )
