# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is held while contacts are silent: the normal forces behind what was sent, nothing more."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.control.forces.allowed_forces import allowed_forces, AllowedForces
from frictioncone_ros.control.limits import scale_within
from frictioncone_ros.control.output.output_gate import Passed
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.products import linear_size


def hold_of(
    passed: Passed, prepared: PreparedContacts | None, settings: FilterSettings
) -> Array | None:
    """Return the wrench (d,) to hold if the contacts fall silent now; None where none may be."""
    if not settings.hold_normal or prepared is None:
        return None
    return held_wrench(allowed_forces(prepared.physical, settings), passed.command.wrench)


def held_wrench(allowed: AllowedForces, wrench: Array) -> Array:
    """
    Return the wrench (d,) that presses on with the normal forces behind a sent one (d,).

    Of all contact forces behind what was sent, those of least square sum: how equally stiff
    contacts share it. Its force is never larger than what was sent and never against it, and
    every limit holds; where no such force is left, zero.
    """
    forces = allowed.forces
    if not any(wrench.tolist()) or forces.is_empty:
        return np.zeros_like(wrench)
    rows = forces.normal_rows
    normals = np.minimum(forces.balanced(forces.nearest(-wrench))[rows], allowed.max_normal_force)
    held = (-forces.wrench_matrix[:, rows]).dot(normals)
    size = linear_size(wrench.shape[0])
    force, sent = held[:size], wrench[:size]
    if force.dot(sent) <= 0.0:
        return np.zeros_like(wrench)
    most = min(allowed.max_force, float(np.sqrt(sent.dot(sent))))
    return scale_within(held, most, allowed.max_moment) * held
