# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The round friction sets of a contact state as support functions.

An ellipse is a circle where forces along the second tangent are measured in units as long as its
second half axis is beside the first: here all sets are circles, and only what comes from contact
forces, or becomes one, is measured anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial.arrays import Array

EDGE_GAIN = 1e-10
"""An edge of a round friction set is added if it shortens the remainder by this part of it [-]."""
TINY = 1e-300
"""Added to a length so that zero may be divided by it."""

Indices = NDArray[np.intp]
ComplexArray = NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class RoundSets:
    """The m contacts whose friction set is round, for adding the edge a twist asks for.

    columns: (4, d, m) scaled wrenches of unit normal, first and second tangential force and unit
    torsion (zero where there is none); of the second force in units of aspects. friction_limits,
    torsion_limits: (m,) per unit normal force. aspects: (m,) second half axis of the set over the
    first, 1 for circles. starts: (m,) first force component of each contact. with_torsion: (t,)
    which of the m contacts have a fourth force component. arms: (m,) half axis of torsion over
    the first where both lie on one limit surface [m], torsion then in units of it and its own
    limit 0; 0 elsewhere.
    """

    columns: Array
    friction_limits: Array
    torsion_limits: Array
    aspects: Array
    starts: Indices
    with_torsion: Indices
    arms: Array

    @cached_property
    def coupled(self) -> Indices:
        """Which of the m contacts have torsion on a limit surface."""
        return self.arms.nonzero()[0]

    @cached_property
    def is_coupled(self) -> bool:
        """Whether some contact has."""
        return bool(self.coupled.size)

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
    def is_elliptic(self) -> bool:
        """Whether some set is no circle, so that forces have to be measured anew."""
        return any(aspect != 1.0 for aspect in self.plain_aspects)

    @cached_property
    def plain_aspects(self) -> list[float]:
        """The aspects as plain floats."""
        return self.aspects.tolist()

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
        if self.is_coupled:
            length = np.hypot(length, components[3] * (self.arms > 0.0))
        edges = np.ones_like(components)
        edges[1:3] = slip * (self.friction_limits / (length + TINY))
        support = components[0] + self.friction_limits * length
        edges[3] = self.torsion_limits * np.sign(components[3])
        support += edges[3] * components[3]
        if self.is_coupled:
            shared = components[3] * (self.friction_limits / (length + TINY))
            edges[3] = np.where(self.arms > 0.0, shared, edges[3])
        return edges, support, slip

    def as_columns(self, edges: Array, force_count: int) -> tuple[Array, Array]:
        """Return each contact's edge (4, m) as unit wrench (d, m) and as contact forces (c, m)."""
        count = self.starts.size
        forces = np.zeros((force_count, count))
        forces[self._tangent_places] = edges[:3]
        if self.is_elliptic:
            forces[self.starts + 2, np.arange(count)] *= self.aspects
        if self.turning:
            units = np.where(self.arms > 0.0, self.arms, 1.0)[self.turning]
            forces[self.starts[self.turning] + 3, self.turning] = units * edges[3, self.turning]
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
        forces[self.starts + 2, :, places] = (turns.imag * -self._second_limits).T
        if self.turning:
            spins = np.sign(values[:, 3 * count :]) * self.torsion_limits
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
        beyond = [
            hypot(values[start + 1], values[start + 2] / aspect) - limit * values[start]
            for start, limit, aspect in zip(starts, self.limits, self.plain_aspects, strict=True)
        ]
        for index in self.coupled.tolist():
            force = values[starts[index] : starts[index] + 4]
            used = hypot(
                force[1], force[2] / self.plain_aspects[index], force[3] / float(self.arms[index])
            )
            beyond.append(used - self.limits[index] * force[0])
        for index in self.turning:
            if self.arms[index]:
                continue
            start = starts[index]
            available = float(self.torsion_limits[index]) * values[start]
            beyond.append(abs(values[start + 3]) - available)
        return float(max(beyond))

    @cached_property
    def _tangent_places(self) -> tuple[Indices, Indices]:
        """Rows and columns (3, m) of normal and tangential components among forces (c, m)."""
        rows = self.starts + np.arange(3)[:, None]
        return rows, np.broadcast_to(np.arange(self.starts.size), rows.shape)

    @cached_property
    def _second_limits(self) -> Array:
        return self.friction_limits * self.aspects if self.is_elliptic else self.friction_limits

    def transformed(self, matrix: Array) -> RoundSets:
        """Return the sets with all wrenches multiplied by a (d, d) matrix."""
        columns = np.einsum('ed,cdm->cem', matrix, self.columns)
        return replace(self, columns=columns)
