# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What every friction model can be asked; a new model answers the four abstract questions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import hypot, sqrt

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction.gates import GATES
from frictioncone_ros.contact.friction.shapes import (
    depth_below,
    placed_rows,
    polygon_parts,
    used_part,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_float_array,
    as_vector,
    largest_magnitude,
    PLANAR,
    SPATIAL,
)
from frictioncone_ros.spatial.converters import Cosine, EdgeCount, SpaceDimension
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

EQUAL_DISSIPATION = 1e-9
"""Relative difference of power up to which friction edges oppose a slip equally well [-]."""

ContactForce = Sequence[float] | Array
"""Components of one contact, normal first; a list is read three times as fast as an array."""


class FrictionModel(ABC):
    """
    The set of forces one contact can transmit, in contact components.

    `dimension` is that of the body's wrench: 3 planar, 6 spatial.
    friction_coefficient: along the first tangent [-]. edge_count: of a polygon that stands for a
    round set; None for all others.
    """

    friction_coefficient: float
    edge_count: int | None = None

    def __init_subclass__(cls, **options: object) -> None:
        """Have each model, also one written elsewhere, asked through the gates of this class."""
        super().__init_subclass__(**options)
        for name, gate in GATES.items():
            if name in vars(cls):
                setattr(cls, name, gate(vars(cls)[name], like=getattr(FrictionModel, name)))

    @abstractmethod
    def force_edges(self, dimension: SpaceDimension) -> Array | None:
        """
        Return the extreme rays (edges, components), each with unit normal force.

        None where the set has no finite number of edges (a circular cone in space).
        """

    @abstractmethod
    def facets(self, dimension: SpaceDimension) -> Array:
        """
        Return rows (q, components) of first entry 1, row @ force >= 0 inside: the flat sides.

        Of a round set those of its torsion only (`round_limits` tells the rest); the normal row
        where nothing but the sign of the normal force bounds the set. Components that occur in
        no row, and are not round, cannot be transmitted.
        """

    @abstractmethod
    def half_widths(self, dimension: SpaceDimension) -> tuple[float, ...]:
        """Return the half-widths of the tangential set per unit normal force [-], (1 or 2,)."""

    @abstractmethod
    def scaled(self, factor: float) -> FrictionModel:
        """Return the same model with all its friction limits multiplied by a factor >= 0."""

    @property
    def coefficients(self) -> tuple[float, float]:
        """Friction coefficients along the first and the second tangent [-]."""
        return self.friction_coefficient, self.friction_coefficient

    @property
    def is_frictionless(self) -> bool:
        """Whether it transmits nothing but normal force."""
        return self.friction_coefficient == 0.0

    def component_count(self, dimension: SpaceDimension) -> int:
        """Return how many contact force components it has: 2 planar, 3 spatial, 4 with torsion."""
        return 2 if dimension == PLANAR else 3

    def round_limits(self, dimension: SpaceDimension) -> tuple[float, float] | None:
        """
        Return the half axes (first, second tangent) of a round set per unit normal force [-].

        The set is hypot(f_1 / first, f_2 / second) <= f_n; None where its sides are flat.
        """
        return None

    def round_torsion(self, dimension: SpaceDimension) -> float:
        """
        Return the half axis of torsion [m] where a round set has three; 0 where torsion is flat.

        The set is then |(f_1 / first, f_2 / second, moment / this)| <= f_n, a limit surface.
        """
        return 0.0

    def torsion_limit(self, dimension: SpaceDimension) -> float:
        """Return the largest moment about the normal per unit normal force [m]; 0 for none."""
        return 0.0

    def section_parts(self, dimension: SpaceDimension) -> tuple[Array, ...]:
        """
        Return matrices (components - 1, axes) whose unit balls' images add up to the section.

        The section is the set of tangential forces and torsion of unit normal force: a disc is
        the image of one ball of two axes, a box the sum of two segments, an even polygon that of
        half its sides. A polygon of odd edges is replaced by the ellipse inside it.
        """
        rows = self.component_count(dimension) - 1
        parts = [*self._tangential_parts(dimension)]
        turning, torsion = self.round_torsion(dimension), self.torsion_limit(dimension)
        if turning:
            return (np.diag((*np.diag(parts[0]), turning)),)
        if torsion > 0.0:
            parts.append(np.array([[torsion]]))
        starts = [0] * (len(parts) - 1) + [rows - 1] if torsion > 0.0 else [0] * len(parts)
        return tuple(
            placed_rows(part, start, rows) for part, start in zip(parts, starts, strict=True)
        )

    def _tangential_parts(self, dimension: SpaceDimension) -> list[Array]:
        """Return the parts of the tangential set alone, each (1 or 2, axes)."""
        limits = self.round_limits(dimension)
        if limits is not None:
            return [np.diag(limits)]
        widths = self.half_widths(dimension)
        if self.edge_count is not None and dimension != PLANAR and min(widths) > 0.0:
            return polygon_parts(self.coefficients, self.edge_count)
        if len(widths) == 1 and dimension != PLANAR and widths[0] > 0.0:
            widths = (widths[0], widths[0])
        return [part[:, None] for part in np.diag(widths) if part.any()]

    def transmitted_components(self, dimension: SpaceDimension) -> tuple[int, ...]:
        """Return which components (0 normal, then tangents, torsion) it transmits at all."""
        sides = self.facets(dimension).tolist()
        used = {place for side in sides for place, entry in enumerate(side) if entry}
        if self.round_limits(dimension) is not None:
            used |= {0, 1, 2} | ({3} if self.round_torsion(dimension) else set())
        return tuple(sorted(used))

    def inner_polygon(self, edge_count: EdgeCount) -> FrictionModel:
        """Return a model with so many edges inside a round set; a flat one as it is."""
        return self

    def outer_polygon(self, edge_count: EdgeCount) -> FrictionModel:
        """Return a model with so many edges around a round set; a flat one as it is."""
        return self

    def uncoupled(self) -> FrictionModel:
        """Return the least set around this one in which friction and torsion are independent."""
        return self

    def narrowed_to(self, cone: FrictionModel, torsion_share: Cosine) -> FrictionModel:
        """Return a circular cone inside the set, with this share of the set's torsion."""
        return cone

    def inscribed_coefficient(self, dimension: SpaceDimension) -> float:
        """Return the coefficient of the largest circular cone inside the set [-]."""
        return min(self.half_widths(dimension))

    def depth_shift(self, dimension: SpaceDimension) -> float:
        """
        Return how far the set moves along the normal per unit of depth inside it [-].

        The forces at depth t of |f_t| <= mu f_n are the cone shifted by t sqrt(1 + mu^2) / mu; of
        a regular polygon the same with its inradius for mu; without friction the normal force
        itself is the depth. Where a set has several limits (a pyramid or ellipse of two
        coefficients, torsion) the largest shift counts, so that the depth is kept towards all of
        them; torsion is measured as torsion over its limit per newton of normal force [N].
        """
        limits = [*self.half_widths(dimension), 1.0 if self.torsion_limit(dimension) else 0.0]
        shifts = [sqrt(1.0 + limit * limit) / limit for limit in limits if limit]
        return max(shifts, default=1.0)

    def slip_margin(self, force: ContactForce) -> float:
        """
        Return (mu f_n - |f_t|) / sqrt(1 + mu^2) [N], the distance of the force from sliding.

        force: (components,), normal first. A pyramid gives the lesser of its two directions, no
        friction the normal force itself. Torsion is left to `utilisation`.
        """
        normal = float(force[0])
        if self.is_frictionless:
            return normal
        return depth_below(self.friction_coefficient, normal, hypot(*force[1:3]))

    def utilisation(self, force: ContactForce) -> float:
        """
        Return which part of its friction the contact uses: 0 none, 1 about to slide or spin.

        |f_t| / (mu f_n); the greater of a pyramid's two directions, or of a soft finger's
        friction and torsion. 0 where the part is zero, infinite where it exceeds a limit of zero.
        """
        return used_part(hypot(*force[1:3]), self.friction_coefficient * float(force[0]))

    def opposing_force(self, direction: ArrayLike, dimension: SpaceDimension) -> Array:
        """
        Return the force (components,) of unit normal force that takes most power out of a slip.

        direction: (1,) or (2,) unit vector along the tangents in which the body slides. Edges
        that oppose the slip equally well share the force.
        """
        size = 1 if dimension == PLANAR else 2
        slip = as_vector(direction, size, 'sliding direction')
        if not slip.any():
            raise InvalidInputError('sliding direction', slip.tolist(), 'not zero')
        return self._opposing(slip, dimension)

    def _opposing(self, direction: Array, dimension: int) -> Array:
        limits, size = self.round_limits(dimension), direction.shape[0]
        if limits is not None:
            reach = np.array(limits) * direction
            force = np.eye(1, self.component_count(dimension))[0]
            force[1:3] = -np.array(limits) * reach / hypot(*reach)
            return force
        edges = self.force_edges(dimension)
        assert edges is not None
        dissipated = -(edges[:, 1 : 1 + size] @ direction)
        most = dissipated >= dissipated.max() - EQUAL_DISSIPATION * np.abs(dissipated).max()
        return np.asarray(edges[most].mean(axis=0))

    def contains(self, force: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether a force (components,) is in the set, up to a part of its magnitude."""
        given = as_float_array(force, 'contact force')
        dimension = PLANAR if given.shape == (2,) else SPATIAL
        components = as_vector(given, self.component_count(dimension), 'contact force')
        slack = tolerance * float(np.abs(components).sum())
        missing = np.delete(components, self.transmitted_components(dimension))
        if components[0] < -slack or largest_magnitude(missing) > slack:
            return False
        limits, facets = self.round_limits(dimension), self.facets(dimension)
        allowed = tolerance * (np.abs(facets) @ np.abs(components))
        inside = bool((facets @ components >= -allowed).all())
        if limits is None or not inside:
            return inside
        turning = self.round_torsion(dimension)
        turned = components[3] / turning if turning else 0.0
        used = hypot(components[1] / limits[0], components[2] / limits[1], turned)
        return bool(used <= components[0] + tolerance * (used + abs(components[0])))


for _name, _gate in GATES.items():
    setattr(FrictionModel, _name, _gate(vars(FrictionModel)[_name]))
