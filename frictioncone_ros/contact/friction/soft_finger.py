# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A finger pad that also transmits a moment about the normal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import acos, cos, hypot, pi, sin

import numpy as np

from frictioncone_ros.contact.friction.base import ContactForce, FrictionModel
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
from frictioncone_ros.contact.friction.shapes import depth_below, used_part
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR

RING_LATITUDES = (-0.25 * pi, 0.0, 0.25 * pi)
"""Where on a limit surface the corners of its inner polyhedron are, beside the poles [rad]."""
FACET_LATITUDES = (-0.375 * pi, -0.125 * pi, 0.125 * pi, 0.375 * pi)
"""Where its sides between those are [rad]."""
PROFILE_INRADIUS = cos(0.125 * pi)
"""Inradius of the profile of eight sides from pole to pole, beside the surface [-]."""
TILT_SAMPLES = 65
"""Parts of friction at which a tilted surface is compared with a narrowed one."""
TILT_SAFETY = 0.99
"""Share by which what is found between those is lowered [-]."""


@dataclass(frozen=True)
class SoftFinger(FrictionModel):
    """
    Coulomb friction and torsion of a patch, on one limit surface: slip and spin share friction.

    ``|(f_t / mu, tau_n / torsional_friction)| <= f_n``, an ellipsoid (Howe and Cutkosky 1996).
    torsional_friction [m]: largest moment about the normal per unit normal force; 2/3 mu a for a
    disc of radius a under even pressure, mu a for a ring.
    edge_count None: the ellipsoid itself; else the polyhedron inside it on rings of that many
    corners, at four latitudes.
    independent: friction and torsion each to its own limit, however much of the other is used.
    That set is up to sqrt(2) larger, and no real patch has it.
    In the plane there is no axis for the torsion and it is a hard contact.
    """

    friction_coefficient: float
    torsional_friction: float
    edge_count: int | None = None
    independent: bool = False

    def __post_init__(self) -> None:
        """Check the limits [-], [m] and the number of edges."""
        set_non_negative(self, 'friction_coefficient')
        set_non_negative(self, 'torsional_friction')
        if self.edge_count is not None:
            check_edge_count(self.edge_count)
        if not isinstance(self.independent, bool):
            raise InvalidInputError('independent', self.independent, 'True or False')

    @property
    def is_limit_surface(self) -> bool:
        """Whether slip and spin share friction, both being there."""
        both = self.friction_coefficient > 0.0 and self.torsional_friction > 0.0
        return both and not self.independent

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

    def round_torsion(self, dimension: int) -> float:
        """Return the torsional friction where the set is an ellipsoid."""
        whole = self.is_limit_surface and self.round_limits(dimension) is not None
        return self.torsional_friction if whole else 0.0

    def section_parts(self, dimension: int) -> tuple[Array, ...]:
        """Return the section's parts; of a limit surface of flat sides the ellipsoid inside it."""
        if dimension == PLANAR or self.edge_count is None or not self.is_limit_surface:
            return super().section_parts(dimension)
        across = self.friction_coefficient * self._ring_inradius
        return (PROFILE_INRADIUS * np.diag((across, across, self.torsional_friction)),)

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
        if self.is_limit_surface:
            return ellipsoid_edges(hard, self.torsional_friction)
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
            return torsion[:0] if self.is_limit_surface else torsion
        sides = polygon_facets(self.coefficients, self.edge_count)
        if self.is_limit_surface:
            return ellipsoid_facets(sides, self.torsional_friction)
        return np.vstack((torsion, np.column_stack((sides, np.zeros(len(sides))))))

    def half_widths(self, dimension: int) -> tuple[float, ...]:
        """Return the coefficient, of a polygon its inradius."""
        narrowing = 1.0 if dimension == PLANAR else inradius(self.edge_count)
        return (self.friction_coefficient * narrowing,)

    def slip_margin(self, force: ContactForce) -> float:
        """Return the distance from sliding [N]; on a limit surface what torsion leaves of it."""
        if len(force) < 4 or not self.is_limit_surface:
            return super().slip_margin(force)
        arm = self.friction_coefficient / self.torsional_friction
        shared = hypot(float(force[1]), float(force[2]), arm * float(force[3]))
        return depth_below(self.friction_coefficient, float(force[0]), shared)

    def utilisation(self, force: ContactForce) -> float:
        """Return |(f_t / mu, tau / torsional_friction)| / f_n; independent: the greater part."""
        used = super().utilisation(force)
        if len(force) < 4:
            return used
        limit = self.torsional_friction * float(force[0])
        turned = used_part(abs(float(force[3])), limit)
        return hypot(used, turned) if self.is_limit_surface else max(used, turned)

    def inner_polygon(self, edge_count: int) -> FrictionModel:
        """Return the same finger with a polygon inside its circle."""
        return self if self.edge_count is not None else replace(self, edge_count=edge_count)

    def outer_polygon(self, edge_count: int) -> FrictionModel:
        """Return the same finger with a polygon around its circle."""
        if self.edge_count is not None:
            return self
        widened = self.friction_coefficient / cos(pi / edge_count)
        outer = replace(self, friction_coefficient=widened, edge_count=edge_count)
        return outer.scaled(1.0 / PROFILE_INRADIUS) if self.is_limit_surface else outer

    def uncoupled(self) -> SoftFinger:
        """Return the finger with both limits by themselves."""
        return replace(self, independent=True)

    def narrowed_to(self, cone: FrictionModel, torsion_share: float) -> FrictionModel:
        """
        Return a finger with the cone's coefficient and its torsion narrowed as well.

        torsion_share: the cosine of the tilt. A force across the stated normal presses less along
        a tilted one: by up to its coefficient times the sine.
        """
        tilt, narrowed = acos(torsion_share), cone.friction_coefficient
        share = max(cos(tilt) - narrowed * sin(tilt), 0.0)
        if self.is_limit_surface:
            share = self._tilted_share(narrowed, tilt)
        return replace(
            self,
            friction_coefficient=cone.friction_coefficient,
            torsional_friction=self.torsional_friction * share,
        )

    def scaled(self, factor: float) -> SoftFinger:
        """Return the soft finger with both limits multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        return replace(
            self,
            friction_coefficient=self.friction_coefficient * factor,
            torsional_friction=self.torsional_friction * factor,
        )

    def _tilted_share(self, narrowed: float, tilt: float) -> float:
        """
        Return the share of torsion at which a narrowed surface lies in every tilted one.

        With part a of the narrowed friction used, at most tan(atan(a mu') + tilt) of the true one
        is, on a normal force of at least cos(tilt) - a mu' sin(tilt); what that leaves for torsion
        is compared with the narrowed surface's own sqrt(1 - a^2).
        """
        used = np.linspace(0.0, 1.0, TILT_SAMPLES)[:-1]
        tilted = np.tan(np.arctan(used * narrowed) + tilt) / self._ring_inradius
        normal = cos(tilt) - used * narrowed * sin(tilt)
        left = np.sqrt(np.maximum(1.0 - (tilted / self.friction_coefficient) ** 2, 0.0))
        shares = left * normal / np.sqrt(1.0 - used * used)
        return float(TILT_SAFETY * shares.min())

    @property
    def _ring_inradius(self) -> float:
        return inradius(self.edge_count)


def ellipsoid_edges(ring: Array, torsion: float) -> Array:
    """Return rays on a limit surface: a ring (m, 3) at each latitude, and both poles."""
    count = len(ring)
    found = np.ones((2 + len(RING_LATITUDES) * count, 4))
    found[:2, 1:] = (0.0, 0.0, torsion), (0.0, 0.0, -torsion)
    for place, latitude in enumerate(RING_LATITUDES):
        rows = found[2 + place * count : 2 + (place + 1) * count]
        rows[:, 1:3], rows[:, 3] = cos(latitude) * ring[:, 1:3], torsion * sin(latitude)
    return found


def ellipsoid_facets(sides: Array, torsion: float) -> Array:
    """Return the rows (4 m, 4) of the sides (m, 3) of a ring bent towards both poles."""
    count = len(sides)
    found = np.ones((len(FACET_LATITUDES) * count, 4))
    for place, angle in enumerate(FACET_LATITUDES):
        rows = found[place * count : (place + 1) * count]
        rows[:, 1:3] = (cos(angle) / PROFILE_INRADIUS) * sides[:, 1:3]
        rows[:, 3] = -sin(angle) / (torsion * PROFILE_INRADIUS)
    return found
