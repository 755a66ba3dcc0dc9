# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A contact without friction."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.contact.friction.base import FrictionModel
from frictioncone_ros.contact.friction.flat_sides import normal_edge
from frictioncone_ros.spatial.arrays import Array, as_non_negative


@dataclass(frozen=True)
class Frictionless(FrictionModel):
    """Normal force only."""

    friction_coefficient = 0.0

    def force_edges(self, dimension: int) -> Array:
        """Return the single ray of unit normal force."""
        return normal_edge(self.component_count(dimension))

    def facets(self, dimension: int) -> Array:
        """Return the row of the normal force."""
        return normal_edge(self.component_count(dimension))

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return no width."""
        return (0.0,)

    def scaled(self, factor: float) -> Frictionless:
        """Return itself: there is no friction to scale."""
        as_non_negative(factor, 'friction factor')
        return self
