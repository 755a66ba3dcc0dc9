# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Shares of the filtered wrench, as a ramp leads through them: its proof is theirs.

Friction sets are cones. What a search finds of a wrench on their boundary depends on its last
bits, and an infeasible command is brought onto the boundary: asked anew on every step, one of a
thousand ramps was not straight.
"""

from __future__ import annotations

from math import inf

from frictioncone_ros.control.forces.allowed_forces import AllowedForces
from frictioncone_ros.control.forces.loaded_forces import LoadedForces
from frictioncone_ros.control.output.slew import Point
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.spatial.arrays import Array


def share_of(
    filtered: Point | None, wrench: Array, allowed: AllowedForces | LoadedForces
) -> Point | None:
    """
    Return a wrench (d,) with its share of the filtered one's proof.

    None where that proves nothing: the wrench is no share of it, or is not allowed.
    """
    if filtered is None:
        return None
    forces = filtered.contact_forces
    if wrench is not filtered.vector:
        whole = float(filtered.vector.dot(filtered.vector))
        if not 0.0 < whole < inf:
            return None
        share = float(wrench.dot(filtered.vector)) / whole
        forces = min(1.0, max(0.0, share)) * forces
    return Point(wrench, forces) if allowed.proved(wrench, forces) else None


def is_kept_like_all(prepared: PreparedContacts) -> bool:
    """
    Tell whether compliant contacts keep a share of the filtered wrench as they do all of it.

    Springs without preload know no scale.
    """
    return not (prepared.acts_on_will and prepared.support.is_squeezed)
