# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The wrenches that may be commanded: carried by the present contacts and within absolute limits.

Everything here is a commanded wrench, from the robot on the environment; the contact forces that
prove it act from the environment on the moving body, wrench_matrix @ contact_forces = -wrench.

A force set whose normal forces are bounded: each contact's normal force and a slack add up.

With one more row a contact (normal force + slack = the largest) the bounded problem is a cone
again, in d + k dimensions, and the solver of the unbounded one answers it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from frictioncone_ros.cones.nonnegative import largest_entry
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.forces.ray_search import Generators
from frictioncone_ros.control.limits import scale_within
from frictioncone_ros.control.output.slew import Point, Reach, search_near_reach
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.products import linear_size
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import COMMAND_FEASIBLE

CAP_WEIGHT = 1e2
"""
How much more a newton too much at a contact counts than a newton missing in the wrench.

What it leaves of a bound (its inverse square) is scaled away; a larger one makes the rows of the
least-squares problem too unequal.
"""


def capped_forces(forces: ForceSet, reaction: Array, largest_normal: float) -> Array:
    """
    Return contact forces (c,) for a reaction (d,) with normal forces at most largest_normal [N].

    Where none give the reaction, those of the nearest one.
    """
    rows = forces.normal_rows
    weight = CAP_WEIGHT * _newton(forces)
    count = forces.wrench_matrix.shape[1]
    capped = _with_slacks(forces, weight)
    bounds = np.full(rows.shape[0], largest_normal)
    found = capped.nearest(np.concatenate((reaction, bounds))).contact_forces[:count]
    largest = float(found[rows].max(initial=0.0))
    return found if largest <= largest_normal else found * (largest_normal / largest)


def _newton(forces: ForceSet) -> float:
    """Return the mean scaled length of the wrench of one newton of normal force."""
    wrenches = forces.scale.dot(forces.wrench_matrix[:, forces.normal_rows])
    return float(np.sqrt(np.einsum('dk,dk->k', wrenches, wrenches)).mean())


def _with_slacks(forces: ForceSet, weight: float) -> ForceSet:
    """Return the set in d + k dimensions, its contact forces followed by the slacks (c + k,)."""
    size, count = forces.wrench_matrix.shape
    rows = forces.normal_rows
    bounded = rows.shape[0]
    matrix = np.zeros((size + bounded, count + bounded))
    matrix[:size, :count] = forces.wrench_matrix
    matrix[size + np.arange(bounded), rows] = 1.0
    matrix[size:, count:] = np.eye(bounded)
    scale = np.zeros((size + bounded, size + bounded))
    scale[:size, :size] = forces.scale
    scale[size:, size:] = weight * np.eye(bounded)
    slacks = np.vstack((np.zeros((count, bounded)), np.eye(bounded)))
    outcome = np.hstack((_padded(forces.pool.outcome.T, bounded).T, slacks))
    columns = scale.dot(matrix.dot(outcome))
    sizes = np.sqrt(np.einsum('dm,dm->m', columns, columns))
    return replace(
        forces,
        wrench_matrix=matrix,
        scale=scale,
        pool=Generators(columns / sizes, outcome / sizes),
        further=forces.further.padded(bounded),
        round_axes=_padded(forces.round_axes, bounded),
        round_tangents=_padded(forces.round_tangents, bounded),
        depth_forces=_padded(forces.depth_forces, bounded),
        direct=None,
    )


def _padded(forces: Array, count: int) -> Array:
    """Return contact forces (..., c) followed by zero slacks (..., c + count)."""
    return np.concatenate((forces, np.zeros((*forces.shape[:-1], count))), axis=-1)


BOUND_ROUNDING = 1e-9
"""Relative excess over a limit that is rounding."""

CARRIED_MISMATCH = 1e-6
"""Share of a wrench that a proof by bounded normal forces may miss; the proved one is sent."""

INTERSECTION_ROUNDS = 60
"""Alternating projections towards a wrench that is allowed and within the rates."""

INTERSECTION_SHRINK = 1e-3
"""Share of the reach that is given up, so that the projections end inside in few rounds."""


@dataclass(frozen=True, eq=False)
class AllowedForces:
    """
    The convex set of wrenches (d,) that may be commanded with these contacts; holds zero.

    forces: every reaction the contacts can carry, whatever they do. max_force [N], max_moment
    [Nm] of the wrench; max_normal_force [N] of every contact.
    """

    forces: ForceSet
    max_force: float
    max_moment: float
    max_normal_force: float

    def proved(self, wrench: Array, contact_forces: Array) -> bool:
        """Tell whether contact forces (c,) prove a wrench (d,): they carry it, all limits hold."""
        forces, direct = self.forces, self.forces.direct
        if direct is None:  # no contact, or too many facets to look at one by one
            return not (any(wrench.tolist()) or any(contact_forces.tolist()))
        if not (self.is_limited(wrench) and self._is_capped(contact_forces)):
            return False
        scaled = forces.scale.dot(wrench)
        missing = forces.search.matrix.dot(contact_forces) + scaled
        # Twice what the filter calls equal: rounding of both.
        if missing.dot(missing) > 4.0 * COMMAND_FEASIBLE**2 * (scaled.dot(scaled)):
            return False
        slack = BOUND_ROUNDING * largest_entry(contact_forces)
        return direct.depth(contact_forces) >= -slack and direct.scale.uses(contact_forces)

    def member(self, vector: Array) -> Point | None:
        """Return a wrench (d,) with contact forces that prove it where it is allowed."""
        if not any(vector.tolist()):
            return self._zero(vector)
        if not self.is_limited(vector):
            return None
        nearest = self.forces.nearest(-vector)
        if not nearest.is_member:
            return None
        if self._is_capped(nearest.contact_forces):
            return Point(vector, nearest.contact_forces)
        point = self._capped(vector)
        missed = self.forces.scale.dot(point.vector - vector)
        scaled = self.forces.scale.dot(vector)
        return point if missed.dot(missed) <= CARRIED_MISMATCH**2 * (scaled.dot(scaled)) else None

    def nearest(self, vector: Array) -> Point:
        """Return an allowed wrench near one (d,): the nearest carried, scaled to limits."""
        if not any(vector.tolist()):
            return self._zero(vector)
        return self._scaled(self._carried(vector))

    def near_reach(self, origin: Array, reach: Reach) -> Point | None:
        """Return an allowed wrench within reach of an origin (d,), or the least beyond it."""
        if reach.linear <= 0.0 or reach.angular <= 0.0:
            return None

        def nearest(factors: Array) -> Point:
            return replace(self, forces=_in_metric(self.forces, factors))._reached(origin)

        found = search_near_reach(nearest, origin, reach)
        if self.is_limited(found.vector):
            return found
        return self._within_reach_and_limits(origin, reach)

    def _within_reach_and_limits(self, origin: Array, reach: Reach) -> Point | None:
        """Project in turn onto what is carried and what is within reach and limits."""
        factors = reach_factors(reach, origin.shape[0])
        there = replace(self, forces=_in_metric(self.forces, factors))
        aim = origin
        for _ in range(INTERSECTION_ROUNDS):
            check_time()
            found = there._reached(aim)
            if self.is_limited(found.vector) and reach.holds(found.vector - origin):
                return found
            aim = shrunk(found.vector, origin, reach, (self.max_force, self.max_moment))
        return None

    def _zero(self, vector: Array) -> Point:
        return Point(vector, np.zeros(self.forces.wrench_matrix.shape[1]))

    def _carried(self, wrench: Array) -> Point:
        """Return the nearest wrench the contacts carry, each normal force within its limit."""
        nearest = self.forces.nearest(-wrench)
        if not self._is_capped(nearest.contact_forces):
            return self._capped(wrench)
        if nearest.is_member:
            return Point(wrench, nearest.contact_forces)
        return self._result_of(nearest.contact_forces)

    def _reached(self, wrench: Array) -> Point:
        """
        Return the nearest wrench the contacts carry, as exactly as its proof says it.

        For a metric that follows the rates: what it calls equal may differ in the other part.
        """
        nearest = self.forces.nearest(-wrench)
        if self._is_capped(nearest.contact_forces):
            return self._result_of(nearest.contact_forces)
        return self._capped(wrench)

    def _capped(self, wrench: Array) -> Point:
        return self._result_of(capped_forces(self.forces, -wrench, self.max_normal_force))

    def _result_of(self, contact_forces: Array) -> Point:
        """Return the wrench that contact forces (c,) carry, with them."""
        return Point(-(self.forces.wrench_matrix.dot(contact_forces)), contact_forces)

    def _scaled(self, point: Point) -> Point:
        """Scale along the cone until the limits of force and moment hold."""
        factor = scale_within(point.vector, self.max_force, self.max_moment)
        if factor >= 1.0:
            return point
        return Point(factor * point.vector, factor * point.contact_forces)

    def is_limited(self, wrench: Array) -> bool:
        """Tell whether a wrench (d,) is within the limits of force and moment."""
        slack = 1.0 + BOUND_ROUNDING
        return scale_within(wrench, slack * self.max_force, slack * self.max_moment) >= 1.0

    def _is_capped(self, contact_forces: Array) -> bool:
        if self.max_normal_force == inf:
            return True
        normals = contact_forces[self.forces.normal_rows]
        return bool(normals.max(initial=0.0) <= (1.0 + BOUND_ROUNDING) * self.max_normal_force)


def allowed_forces(forces: ForceSet, settings: FilterSettings) -> AllowedForces:
    """Return the allowed wrenches of a force set under the limits of the settings."""
    return AllowedForces(
        forces, settings.max_force, settings.max_moment, settings.max_normal_force
    )


def reach_factors(reach: Reach, dimension: int) -> Array:
    """Return factors (d,) that make the reach of either part a one."""
    size = linear_size(dimension)
    return np.repeat(1.0 / np.array(reach), (size, dimension - size))


def shrunk(vector: Array, origin: Array, reach: Reach, limits: tuple[float, float]) -> Array:
    """Return a vector (d,) brought a little inside the reach, then the limits."""
    inner = 1.0 - INTERSECTION_SHRINK
    aim = origin + clipped(vector - origin, inner * reach.linear, inner * reach.angular)
    return clipped(aim, inner * limits[0], inner * limits[1])


def clipped(vector: Array, linear_limit: float, angular_limit: float) -> Array:
    """Return a vector (d,) with each of its two parts shortened to its limit."""
    size = linear_size(vector.shape[0])
    parts = []
    for part, limit in ((vector[:size], linear_limit), (vector[size:], angular_limit)):
        length = float(np.sqrt(part.dot(part)))
        parts.append(part if length <= limit else part * (limit / length))
    return np.concatenate(parts)


def _in_metric(forces: ForceSet, factors: Array) -> ForceSet:
    """Return the same set with distances judged after scaling by factors (d,)."""
    columns = factors[:, None] * (forces.wrench_matrix.dot(forces.pool.outcome))
    sizes = np.sqrt(np.einsum('dm,dm->m', columns, columns))
    return replace(
        forces,
        scale=np.diag(factors),
        direct=None,
        pool=Generators(columns / sizes, forces.pool.outcome / sizes),
    )
