# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction sets of a contact state as edges, and as support functions where they are round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.contact import (
    CircularCone,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial.arrays import Array, frozen_array, PLANAR
from frictioncone_ros.tolerances import TINY

Indices = NDArray[np.intp]
ComplexArray = NDArray[np.complex128]

FIRST_POLYGON = 8
"""Edges of the polygon with which a round friction set is first tried."""


@dataclass(frozen=True, eq=False)
class RoundSets:
    """The m contacts whose friction set is round, for adding the edge a twist asks for.

    columns: (4, d, m) scaled wrenches of unit normal, first and second tangential force and unit
    torsion (zero where there is none). friction_limits, torsion_limits: (m,) per unit normal
    force. starts: (m,) first force component of each contact. with_torsion: (t,) which of the m
    contacts have a fourth force component.
    """

    columns: Array
    friction_limits: Array
    torsion_limits: Array
    starts: Indices
    with_torsion: Indices

    @cached_property
    def tangents(self) -> ComplexArray:
        """Wrenches (d, m) of tangential force as large as the friction limit, second times i."""
        both: ComplexArray = self.columns[1] + 1j * self.columns[2]
        return both * self.friction_limits

    @cached_property
    def doubled_tangents(self) -> ComplexArray:
        """The tangents twice, (d, 2 m)."""
        return np.concatenate((self.tangents, self.tangents), axis=1)

    @cached_property
    def slip_probe(self) -> Array:
        """Columns (d, 2 m) whose products with a twist are its slips times friction limits."""
        return np.ascontiguousarray(self.tangents).view(np.float64)

    @cached_property
    def probe(self) -> Array:
        """The same (d, 3 m) with the normals after them, (d, 4 m) with torsions times limits."""
        parts = [self.slip_probe, self.columns[0]]
        if self.turning:
            parts.append(self.columns[3] * self.torsion_limits)
        return np.concatenate(parts, axis=1)

    @cached_property
    def limits(self) -> list[float]:
        """The friction limits as plain floats."""
        return self.friction_limits.tolist()

    @cached_property
    def turning(self) -> list[int]:
        """The contacts with torsion as plain numbers."""
        return self.with_torsion.tolist()

    def extreme_edges(self, direction: Array) -> tuple[Array, Array, Array]:
        """Return each contact's edge (4, m) of largest product with `direction`, that, and slip.

        For unit normal force the product of the force (1, mu c, mu s, k q) with the components
        (z_n, z_1, z_2, z_q) of `direction` is largest at z_n + mu |z_t| + k |z_q|. The slip is
        (z_1, z_2), (2, m).
        """
        components = (direction @ self.columns).reshape(4, -1)
        slip = components[1:3]
        length = np.hypot(slip[0], slip[1])
        edges = np.ones_like(components)
        edges[1:3] = slip * (self.friction_limits / (length + TINY))
        support = components[0] + self.friction_limits * length
        edges[3] = self.torsion_limits * np.sign(components[3])
        return edges, support + edges[3] * components[3], slip

    def as_columns(self, edges: Array, force_count: int) -> tuple[Array, Array]:
        """Return each contact's edge (4, m) as unit wrench (d, m) and as contact forces (c, m)."""
        count = self.starts.size
        forces = np.zeros((force_count, count))
        for component in range(3):
            forces[self.starts + component, np.arange(count)] = edges[component]
        if self.turning:
            forces[self.starts[self.turning] + 3, self.turning] = edges[3, self.turning]
        wrenches = np.einsum('cdm,cm->dm', self.columns, edges)
        lengths = np.sqrt(np.einsum('dm,dm->m', wrenches, wrenches))
        return wrenches / lengths, forces / lengths

    def reaching_columns(self, directions: Array, force_count: int) -> tuple[Array, Array]:
        """Return what `as_columns` does for the best edges along each row of (r, d) directions."""
        rows, count = directions.shape[0], self.starts.size
        values = directions @ self.probe
        slips = values[:, : 2 * count].view(np.complex128)
        turns = slips.conj() / (np.abs(slips) + TINY)
        wrenches = (self.tangents[:, None, :] * turns).real + self.columns[0][:, None, :]
        forces = np.zeros((force_count, rows, count))
        places = np.arange(count)
        forces[self.starts, :, places] = 1.0
        forces[self.starts + 1, :, places] = (turns.real * self.friction_limits).T
        forces[self.starts + 2, :, places] = (turns.imag * -self.friction_limits).T
        if self.turning:
            spins = np.sign(values[:, 3 * count:]) * self.torsion_limits
            wrenches += self.columns[3][:, None, :] * spins
            forces[self.starts[self.turning] + 3, :, self.turning] = spins[:, self.turning].T
        wrenches = wrenches.reshape(-1, rows * count)
        lengths = np.sqrt(np.einsum('dm,dm->m', wrenches, wrenches))
        return wrenches / lengths, forces.reshape(force_count, -1) / lengths

    def overshoot(self, forces: Array) -> float:
        """Return by how much the farthest of the contacts' forces (c,) is outside its set [N].

        Curvature moves forces along the tangent of their circle, which leaves it to second order.
        """
        values, starts = forces.tolist(), self.starts.tolist()
        beyond = [hypot(values[start + 1], values[start + 2]) - limit * values[start]
                  for start, limit in zip(starts, self.limits, strict=True)]
        for index in self.turning:
            start = starts[index]
            available = float(self.torsion_limits[index]) * values[start]
            beyond.append(abs(values[start + 3]) - available)
        return float(max(beyond))

    def transformed(self, matrix: Array) -> RoundSets:
        """Return the sets with all wrenches multiplied by a (d, d) matrix."""
        columns = np.einsum('ed,cdm->cem', matrix, self.columns)
        return replace(self, columns=columns)


def is_round(friction: FrictionModel, dimension: int) -> bool:
    """Tell whether the friction set has no finite number of edges."""
    if dimension == PLANAR or friction.friction_coefficient == 0.0:
        return False
    round_finger = isinstance(friction, SoftFinger) and friction.edge_count is None
    return round_finger or isinstance(friction, CircularCone)


@lru_cache(maxsize=128)
def first_edges(friction: FrictionModel, dimension: int) -> Array:
    """Return edges (n, components) of the set, or of a polygon inside it where it is round.

    Remembered per model: bodies touch with few models and contacts come and go quickly.
    """
    edges = friction.force_edges(dimension)
    if edges is not None:
        return frozen_array(edges)
    if isinstance(friction, SoftFinger):
        friction = replace(friction, edge_count=FIRST_POLYGON)
    else:
        friction = FrictionPolygon(friction.friction_coefficient, FIRST_POLYGON)
    polygon = friction.force_edges(dimension)
    assert polygon is not None
    return frozen_array(polygon)


def depth_shift(friction: FrictionModel, dimension: int) -> float:
    """Return how far the friction set moves along the normal per unit of depth inside it [-].

    The forces at depth t of |f_t| <= mu f_n are the cone shifted by t sqrt(1 + mu^2) / mu; of a
    regular polygon the same with its inradius for mu; without friction the normal force itself is
    the depth. Where a set has several limits (a pyramid of two coefficients, torsion) the largest
    shift counts, so that the depth is kept towards all of them; torsion is measured as torsion
    over its limit per newton of normal force [N].
    """
    shifts = [sqrt(1.0 + limit * limit) / limit for limit in _limits(friction, dimension) if limit]
    return max(shifts, default=1.0)


def _limits(friction: FrictionModel, dimension: int) -> tuple[float, ...]:
    """Return the set's half-widths per unit normal force, as slopes in newton per newton."""
    coefficient = friction.friction_coefficient
    if dimension == PLANAR or isinstance(friction, CircularCone):
        return (coefficient,)
    if isinstance(friction, FrictionPyramid):
        return friction.coefficients
    if isinstance(friction, FrictionPolygon):
        return (coefficient * _inradius(friction.edge_count),)
    if isinstance(friction, SoftFinger):
        hard = coefficient * (1.0 if friction.edge_count is None
                              else _inradius(friction.edge_count))
        return hard, 1.0 if friction.torsional_friction else 0.0
    return (coefficient,)


def _inradius(edge_count: int) -> float:
    return float(np.cos(np.pi / edge_count))
