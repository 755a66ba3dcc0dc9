# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The wrenches that may be commanded where the moving body itself loads the contacts.

What the contacts get is the commanded wrench and the body's load (`contact.body_load`): its weight
where they carry it, and what its acceleration takes away. The sum has to be carried. Limits of
force and moment hold for the commanded wrench, as what is told to a controller. Zero may always
be commanded, carried or not: a filter that is told to stop does not push.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from frictioncone_ros.control.forces.allowed_forces import AllowedForces
from frictioncone_ros.control.limits import scale_within
from frictioncone_ros.control.output.slew import Point, Reach
from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class LoadedForces:
    """
    The allowed wrenches (d,) beside a load; the proof of one is of its sum with the load.

    unloaded: what could be commanded without a load, with all limits. load: (d,) from the body on
    the environment about the reference point [N, Nm].
    """

    unloaded: AllowedForces
    load: Array

    def proved(self, wrench: Array, contact_forces: Array) -> bool:
        """Tell whether contact forces (c,) prove a wrench (d,): they carry it with the load."""
        return self.is_limited(wrench) and self._carried.proved(wrench + self.load, contact_forces)

    def member(self, vector: Array) -> Point | None:
        """Return a wrench (d,) with contact forces that prove it where it is allowed."""
        if not any(vector.tolist()):
            return Point(vector, self._carried.nearest(self.load).contact_forces)
        if not self.is_limited(vector):
            return None
        found = self._carried.member(vector + self.load)
        return None if found is None else Point(vector, found.contact_forces)

    def nearest(self, vector: Array) -> Point:
        """Return an allowed wrench near one (d,): the nearest carried, scaled to limits."""
        if not any(vector.tolist()):
            return Point(vector, self._carried.nearest(self.load).contact_forces)
        whole = vector + self.load
        found = self._carried.nearest(whole)
        # What is carried comes back as it was given, to the last digit.
        return self._limited(vector if found.vector is whole else found.vector - self.load, found)

    def near_reach(self, origin: Array, reach: Reach) -> Point | None:
        """Return an allowed wrench within reach of an origin (d,), or the least beyond it."""
        found = self._carried.near_reach(origin + self.load, reach)
        if found is None or not self.is_limited(found.vector - self.load):
            return None
        return Point(found.vector - self.load, found.contact_forces)

    @property
    def _carried(self) -> AllowedForces:
        """The sums that the contacts carry; their limits are those of the contact forces."""
        return replace(self.unloaded, max_force=inf, max_moment=inf)

    def _limited(self, wrench: Array, found: Point) -> Point:
        """Return a wrench (d,) whose sum with the load was found, within what is commanded."""
        limits = self.unloaded.max_force, self.unloaded.max_moment
        factor = scale_within(wrench, *limits)
        if factor >= 1.0:
            return Point(wrench, found.contact_forces)
        # Limits rank above what is carried: the proof is then of what comes nearest.
        scaled = factor * wrench
        return Point(scaled, self._carried.nearest(scaled + self.load).contact_forces)

    def is_limited(self, wrench: Array) -> bool:
        """Tell whether a commanded wrench (d,) is within the limits of force and moment."""
        return self.unloaded.is_limited(wrench)


def loaded_forces(allowed: AllowedForces, load: Array | None) -> AllowedForces | LoadedForces:
    """Return the allowed wrenches beside a load (d,), the same where there is none."""
    return allowed if load is None or not np.any(load) else LoadedForces(allowed, load)
