# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Least and greatest forces: raised contact by contact, scaled as a whole along the cone."""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.control.force_set import ForceSet
from frictioncone_ros.control.limits import ray_within, scale_within
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.spatial.arrays import Array


def within_limits(
    prepared: PreparedContacts, contact_forces: Array, depth: Array
) -> tuple[Array, bool]:
    """Raise normal forces to their least, then scale along the cone until every limit holds."""
    settings, forces = prepared.settings, prepared.carried
    raised = False
    if settings.min_normal_force > 0.0 or prepared.slides:
        missing = np.maximum(_least_normals(prepared) - contact_forces[forces.normal_rows], 0.0)
        raised = bool(missing.any())
        contact_forces = contact_forces + forces.raising @ missing
    factor = _limiting_factor(forces, contact_forces, depth, settings)
    if factor >= 1.0:
        return contact_forces, raised
    if factor > 0.0:
        return depth + factor * (contact_forces - depth), True
    # The margin alone is beyond a limit: the limit is kept, the margin is what remains of it.
    factor = _limiting_factor(forces, contact_forces, np.zeros_like(depth), settings)
    return factor * contact_forces, True


def _least_normals(prepared: PreparedContacts) -> Array:
    """Return the least normal force (k,) of each contact that may carry any [N]."""
    settings, forces = prepared.settings, prepared.carried
    least = np.full(len(prepared.directions), settings.min_normal_force)
    if prepared.slides and settings.margin > settings.min_normal_force:
        # The force set of a sliding contact is a ray: its margin is its normal force.
        slides = [direction is not None for direction in prepared.directions]
        least[slides] = settings.margin
    return least * forces.raising.any(axis=0)


def _limiting_factor(
    forces: ForceSet, contact_forces: Array, origin: Array, settings: FilterSettings
) -> float:
    """Return the largest factor <= 1 with origin + factor (forces - origin) within all limits."""
    factor = 1.0
    if settings.max_normal_force < inf:
        rows = forces.normal_rows
        normals, least = contact_forces[rows], origin[rows]
        above = normals > settings.max_normal_force
        if above.any():
            room = settings.max_normal_force - least[above]
            factor = max(0.0, float(np.min(room / (normals[above] - least[above]))))
    if settings.max_force == inf and settings.max_moment == inf:
        return factor
    end = forces.wrench_matrix @ contact_forces
    if scale_within(end, settings.max_force, settings.max_moment) >= 1.0:
        return factor
    start = forces.wrench_matrix @ origin
    way = end - start
    return min(factor, ray_within(start, way, settings.max_force, settings.max_moment))
