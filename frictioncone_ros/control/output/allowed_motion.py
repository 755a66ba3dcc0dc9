# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The twists that may be commanded: free of the present contacts and within absolute limits.

Where the environment itself moves (a conveyor, a door), a contact lets the body go with it: any
share of the surfaces' own motion from none to all of it is free as well. That keeps the set
convex with zero in it, so that stopping is always allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from frictioncone_ros.control.forces.allowed_forces import (
    BOUND_ROUNDING,
    INTERSECTION_ROUNDS,
    reach_factors,
    shrunk,
)
from frictioncone_ros.control.limits import ray_within, scale_within
from frictioncone_ros.control.output.slew import Point, Reach, search_near_reach
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import COMMAND_FEASIBLE

_NOTHING = np.zeros(0)


@dataclass(frozen=True, eq=False)
class AllowedMotion:
    """
    The convex set of twists or accelerations (d,) that may be commanded; holds zero.

    projector: (d, d) onto free motions. forces: (d, r) basis of the constraint forces, to which
    free motions are reciprocal. carried_along: (d,) what moving surfaces make of the constrained
    part. scaling: (d,) makes rotations comparable with translations. surfaces_move: whether
    carried_along counts.
    """

    projector: Array
    forces: Array
    carried_along: Array
    scaling: Array
    max_linear: float
    max_angular: float
    surfaces_move: bool

    def member(self, vector: Array) -> Point | None:
        """Return a twist (d,) where it is free and within the limits."""
        slack = 1.0 + BOUND_ROUNDING
        if scale_within(vector, slack * self.max_linear, slack * self.max_angular) < 1.0:
            return None
        if not self.forces.shape[1]:
            return Point(vector, _NOTHING)
        missed = self.scaling * (self._free(vector) - vector)
        scaled = self.scaling * vector
        is_free = missed.dot(missed) <= COMMAND_FEASIBLE**2 * (scaled.dot(scaled))
        return Point(vector, _NOTHING) if is_free else None

    def nearest(self, vector: Array) -> Point:
        """Return the free part of a twist (d,), slowed as a whole to the limits."""
        free = self._free(vector)
        if self.is_within(free):
            return Point(free, _NOTHING)
        share = self._share(vector)
        along = share * self.carried_along
        # Slowed towards what the surfaces do, so that it stays free; else towards rest.
        factor = ray_within(along, free - along, self.max_linear, self.max_angular)
        slowed = along + factor * (free - along)
        rest = scale_within(slowed, self.max_linear, self.max_angular)
        return Point(rest * slowed, _NOTHING)

    def near_reach(self, origin: Array, reach: Reach) -> Point | None:
        """
        Return an allowed twist within reach of an origin (d,), None where none was found.

        One beyond it is not used: found with very uneven weights it is not free to the last digit,
        and unlike a wrench it comes without proof.
        """
        if reach.linear <= 0.0 or reach.angular <= 0.0:
            return None

        def nearest(factors: Array) -> Point:
            return Point(self._nearest_free(origin, factors), _NOTHING)

        found = search_near_reach(nearest, origin, reach)
        if not reach.holds(found.vector - origin):
            return None
        if self.is_within(found.vector):
            return found
        return self._within_reach_and_limits(origin, reach)

    def _within_reach_and_limits(self, origin: Array, reach: Reach) -> Point | None:
        """Project in turn onto what is free and what is within reach and limits."""
        factors = reach_factors(reach, origin.shape[0])
        aim = origin
        for _ in range(INTERSECTION_ROUNDS):
            found = self._nearest_free(aim, factors)
            if reach.holds(found - origin) and self.is_within(found):
                return Point(found, _NOTHING)
            aim = shrunk(found, origin, reach, (self.max_linear, self.max_angular))
        return None

    def _free(self, vector: Array) -> Array:
        free: Array = self.projector.dot(vector)
        share = self._share(vector)
        return free + share * self.carried_along if share else free

    def _share(self, vector: Array) -> float:
        """Return which share of the surfaces' motion the constrained part of a twist holds."""
        if not self.surfaces_move:
            return 0.0
        return _share_along(self.forces.T.dot(self.carried_along), self.forces.T.dot(vector))

    def _nearest_free(self, vector: Array, factors: Array) -> Array:
        """Return the free twist nearest to one (d,) after scaling by factors (d,)."""
        if not self.forces.shape[1]:
            return vector
        rows = (self.forces / factors[:, None]).T
        wrong = np.column_stack((vector, self.carried_along)).T.dot(self.forces)
        change, along = np.linalg.lstsq(rows, wrong.T, rcond=None)[0].T
        if self.surfaces_move:
            change = change - _share_along(along, change) * along
        return vector - np.asarray(change) / factors

    def is_within(self, vector: Array) -> bool:
        """Tell whether a twist (d,) is within the limits."""
        return scale_within(vector, self.max_linear, self.max_angular) >= 1.0


def _share_along(way: Array, vector: Array) -> float:
    """Return which share of a way (m,) a vector (m,) has gone; 0 where its square is no number."""
    size = float(way.dot(way))
    return min(1.0, max(0.0, float(way.dot(vector)) / size)) if size else 0.0


def allowed_twists(prepared: PreparedContacts, settings: FilterSettings) -> AllowedMotion:
    """Return the allowed twists; without contacts the limits of free motion hold too."""
    return _own_twists(prepared) if settings is prepared.settings else _twists(prepared, settings)


def allowed_accelerations(prepared: PreparedContacts, settings: FilterSettings) -> AllowedMotion:
    """Return the allowed acceleration commands; what surfaces do is not in them."""
    if settings is prepared.settings:
        return _own_accelerations(prepared)
    return _accelerations(prepared, settings)


# Asked for by what makes a command and by the gate, tick by tick, of the same contacts.
@lru_cache(maxsize=4)
def _own_twists(prepared: PreparedContacts) -> AllowedMotion:
    return _twists(prepared, prepared.settings)


@lru_cache(maxsize=4)
def _own_accelerations(prepared: PreparedContacts) -> AllowedMotion:
    return _accelerations(prepared, prepared.settings)


def _twists(prepared: PreparedContacts, settings: FilterSettings) -> AllowedMotion:
    linear, angular = settings.max_linear_speed, settings.max_angular_speed
    if not prepared.state.contact_count:
        linear = min(linear, settings.free_motion_limit)
        angular = min(angular, settings.free_rotation_limit)
    return _allowed(prepared, prepared.surfaces_move, linear, angular)


def _accelerations(prepared: PreparedContacts, settings: FilterSettings) -> AllowedMotion:
    return _allowed(
        prepared, False, settings.max_linear_acceleration, settings.max_angular_acceleration
    )


def _allowed(
    prepared: PreparedContacts, surfaces_move: bool, linear: float, angular: float
) -> AllowedMotion:
    constraint = prepared.constraint
    return AllowedMotion(
        prepared.projectors.free_motion,
        constraint.constraint_force_basis,
        prepared.carried_along,
        prepared.motion_scaling,
        linear,
        angular,
        surfaces_move,
    )
