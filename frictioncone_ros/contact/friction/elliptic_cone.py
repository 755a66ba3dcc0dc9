# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The elliptic cone of surfaces that are rougher in one direction than in the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, pi

import numpy as np

from frictioncone_ros.contact.friction.base import ContactForce, FrictionModel
from frictioncone_ros.contact.friction.flat_sides import (
    check_edge_count,
    inradius,
    limit_facets,
    planar_edges,
    polygon_edges,
    polygon_facets,
    set_non_negative,
    signed,
)
from frictioncone_ros.contact.friction.shapes import depth_below, used_part
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class EllipticCone(FrictionModel):
    """
    Elliptic cone hypot(f_1 / mu_1, f_2 / mu_2) <= f_n along the contact's stated tangents.

    For rough surfaces with a direction: brushed metal, wood along and across the grain, ribs.
    edge_count None: the ellipse itself; else its inner polygon, the first edge along tangent 1.
    Sliding is opposed by the force of the set that takes most power out of it, which is against
    the slip only along the axes. In the plane the first coefficient counts.
    """

    friction_coefficient: float
    second_friction_coefficient: float
    edge_count: int | None = None

    def __post_init__(self) -> None:
        """Check both coefficients [-] and the number of edges."""
        set_non_negative(self, 'friction_coefficient')
        set_non_negative(self, 'second_friction_coefficient')
        if self.edge_count is not None:
            check_edge_count(self.edge_count)

    @property
    def coefficients(self) -> tuple[float, float]:
        """Friction coefficients along the first and the second tangent [-]."""
        return self.friction_coefficient, self.second_friction_coefficient

    @property
    def is_frictionless(self) -> bool:
        """Whether both coefficients are zero."""
        return self.coefficients == (0.0, 0.0)

    @property
    def _is_full(self) -> bool:
        """Whether the ellipse has an area; else it is a line or a point."""
        return min(self.coefficients) > 0.0

    def force_edges(self, dimension: int) -> Array | None:
        """Return the edges of the polygon, or of the line where a coefficient is 0; else None."""
        if dimension == PLANAR:
            return planar_edges(self.friction_coefficient)
        if not self._is_full:
            first, second = map(signed, self.coefficients)
            return np.array([(1.0, a, b) for a in first for b in second])
        if self.edge_count is None:
            return None
        return polygon_edges(self.coefficients, self.edge_count)

    def facets(self, dimension: int) -> Array:
        """Return the polygon's sides, or those of the line where a coefficient is 0."""
        if dimension == PLANAR or not self._is_full:
            limits = list(enumerate(self.half_widths(dimension), start=1))
            return limit_facets(limits, self.component_count(dimension))
        if self.edge_count is None:
            return np.zeros((0, 3))
        return polygon_facets(self.coefficients, self.edge_count)

    def round_limits(self, dimension: int) -> tuple[float, float] | None:
        """Return both coefficients where the set is an ellipse."""
        flat = dimension == PLANAR or self.edge_count is not None or not self._is_full
        return None if flat else self.coefficients

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return both coefficients, of a polygon those of the ellipse inside it."""
        if dimension == PLANAR:
            return (self.friction_coefficient,)
        narrowing = inradius(self.edge_count) if self._is_full else 1.0
        first, second = self.coefficients
        return first * narrowing, second * narrowing

    def slip_margin(self, force: ContactForce) -> float:
        """
        Return how deep the force is below the ellipse [N], as `depth_shift` counts depth.

        The distance from sliding along the axis of least friction; elsewhere a lower bound of it.
        """
        if len(force) < 3 or self.is_frictionless:
            return super().slip_margin(force)
        normal, (first, second) = float(force[0]), self.coefficients
        if not self._is_full:
            return min(
                depth_below(first, normal, abs(float(force[1]))),
                depth_below(second, normal, abs(float(force[2]))),
            )
        least = min(first, second)
        used = hypot(float(force[1]) / first, float(force[2]) / second)
        return depth_below(least, normal, least * used)

    def utilisation(self, force: ContactForce) -> float:
        """Return hypot(f_1 / mu_1, f_2 / mu_2) / f_n."""
        if len(force) < 3:
            return super().utilisation(force)
        normal, (first, second) = float(force[0]), self.coefficients
        return hypot(
            used_part(abs(float(force[1])), first * normal),
            used_part(abs(float(force[2])), second * normal),
        )

    def inner_polygon(self, edge_count: int) -> FrictionModel:
        """Return the polygon with corners on the ellipse; without an area the model itself."""
        flat = self.edge_count is not None or not self._is_full
        return self if flat else replace(self, edge_count=edge_count)

    def outer_polygon(self, edge_count: int) -> FrictionModel:
        """Return the polygon whose sides touch the ellipse."""
        flat = self.edge_count is not None or not self._is_full
        return self if flat else self.scaled(1.0 / cos(pi / edge_count)).inner_polygon(edge_count)

    def scaled(self, factor: float) -> EllipticCone:
        """Return the cone with both coefficients multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        first, second = self.coefficients
        return replace(
            self, friction_coefficient=first * factor, second_friction_coefficient=second * factor
        )
