# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The forces of one contact in a balance: finitely many rays, or a round set by its support."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import ForceCone, unit_columns
from frictioncone_ros.analysis.motions.spatial.laws.friction import ForceOption
from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.spatial import Array, SPATIAL

EQUAL_DISSIPATION = 1e-9
"""Relative difference of power up to which friction edges oppose a slip equally well [-]."""


def opposing_rays(friction: FrictionModel, slip: Array, dimension: int) -> Array:
    """
    Return the extreme forces (m, c) of unit normal force that oppose a slip (1,) or (2,) most.

    The contact does not spin: on a limit surface it has no torsion then, where torsion has a
    limit of its own any moment within that.
    """
    edges = friction.force_edges(dimension)
    if edges is not None:
        dissipated = -(edges[:, 1 : 1 + len(slip)] @ slip)
        slack = EQUAL_DISSIPATION * np.abs(dissipated).max()
        return np.asarray(edges[dissipated >= dissipated.max() - slack])
    size = friction.component_count(dimension) - 1
    force = steepest_force(friction.section_parts(dimension), -np.append(slip, 0.0)[:size])
    torsion = friction.torsion_limit(dimension)
    if size < 3 or friction.round_torsion(dimension) > 0.0:
        return force[None]
    return np.vstack([np.append(force[:3], sign * torsion) for sign in (1.0, -1.0)])


def forces_along(contact: int, rays: Array, force_map: Array) -> ForceCone:
    """Return the cone of rays (m, c) of contact components; force_map (r, c)."""
    return ForceCone.of(contact, ForceOption(rays), force_map)


@dataclass(frozen=True, eq=False)
class SectionForces(ForceCone):
    """
    The whole friction set of a round model: normal force times a sum of images of balls.

    parts: matrices (components - 1, axes), see `FrictionModel.section_parts`.
    """

    parts: tuple[Array, ...] = ()

    @classmethod
    def whole(cls, contact: int, friction: FrictionModel, force_map: Array) -> SectionForces:
        """Return the friction set of a spatial contact; force_map (r, c)."""
        parts = friction.section_parts(SPATIAL)
        size = force_map.shape[1] - 1
        axes = np.vstack((np.eye(size), -np.eye(size)))
        corners = np.array([steepest_force(parts, axis) for axis in axes])
        option = ForceOption(corners, (0.0, 2.0 * np.pi, friction.friction_coefficient))
        columns, sizes = unit_columns(force_map @ corners.T)
        return cls(contact, option, force_map, columns, sizes, columns, parts)

    def support(self, residual: Array) -> tuple[float, Array]:
        """Return the largest product of a unit column with the residual, and its components."""
        components = steepest_force(self.parts, (residual @ self.force_map)[1:])
        column = self.force_map @ components
        return float(residual @ column) / float(np.linalg.norm(column)), components


def steepest_force(parts: tuple[Array, ...], slopes: Array) -> Array:
    """Return the force of unit normal part that does most along slopes (components - 1,)."""
    across = np.zeros(len(slopes))
    for part in parts:
        along = part.T @ slopes
        length = float(np.linalg.norm(along))
        if length > 0.0:
            across += part @ (along / length)
    return np.concatenate(((1.0,), across))
