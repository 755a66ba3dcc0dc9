# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The free part of a commanded motion: what the contacts do not hinder, slowed to its limits."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.control.output.allowed_motion import (
    allowed_accelerations,
    allowed_twists,
    AllowedMotion,
)
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import COMMAND_FEASIBLE


class FreeMotion(NamedTuple):
    """A twist or acceleration (d,) along free motions and within limits, and what was done."""

    motion: Array
    codes: tuple[FilterCode, ...]


def free_twist(prepared: PreparedContacts, twist: Array) -> FreeMotion:
    """Return the free part of a commanded twist (d,), slowed as a whole to its limits."""
    return _free_motion(prepared, twist, allowed_twists(prepared, prepared.settings))


def free_acceleration(prepared: PreparedContacts, acceleration: Array) -> FreeMotion:
    """Return the free part of a commanded acceleration (d,), scaled as a whole to its limits."""
    return _free_motion(prepared, acceleration, allowed_accelerations(prepared, prepared.settings))


def _free_motion(prepared: PreparedContacts, motion: Array, allowed: AllowedMotion) -> FreeMotion:
    codes: tuple[FilterCode, ...] = ()
    free = motion
    if prepared.constraint.rank:
        # With the surfaces: a body held to a conveyor goes with it.
        free = prepared.projectors.free_motion.dot(motion)
        if allowed.surfaces_move:
            free = free + allowed.carried_along
        if _differs(prepared, free, motion):
            codes = (FilterCode.PROJECTED,)
        else:
            free = motion
    if allowed.is_within(free):
        return FreeMotion(free, codes)
    return FreeMotion(allowed.nearest(free).vector, (*codes, FilterCode.LIMITED))


def _differs(prepared: PreparedContacts, free: Array, motion: Array) -> bool:
    """Tell whether more than rounding was removed, rotations as speeds at the length."""
    lengths = prepared.motion_scaling
    removed, desired = lengths * (motion - free), lengths * motion
    return bool(removed.dot(removed) > COMMAND_FEASIBLE**2 * (desired.dot(desired)))
