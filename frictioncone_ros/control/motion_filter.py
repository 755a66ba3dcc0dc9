# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The motion half of the filter: what of a commanded motion the contacts leave free."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.control.limits import scale_within
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
    settings = prepared.settings
    linear, angular = settings.max_linear_speed, settings.max_angular_speed
    if not prepared.state.contact_count:
        linear = min(linear, settings.free_motion_limit)
        angular = min(angular, settings.free_rotation_limit)
    return _free_motion(prepared, twist, linear, angular)


def free_acceleration(prepared: PreparedContacts, acceleration: Array) -> FreeMotion:
    """Return the free part of a commanded acceleration (d,), scaled as a whole to its limits."""
    settings = prepared.settings
    limits = settings.max_linear_acceleration, settings.max_angular_acceleration
    return _free_motion(prepared, acceleration, *limits)


def _free_motion(
    prepared: PreparedContacts, motion: Array, linear_limit: float, angular_limit: float
) -> FreeMotion:
    codes: tuple[FilterCode, ...] = ()
    free = motion
    if prepared.constraint.rank:
        free = prepared.projectors.free_motion @ motion
        if _differs(prepared, free, motion):
            codes = (FilterCode.PROJECTED,)
        else:
            free = motion
    factor = scale_within(free, linear_limit, angular_limit)
    if factor < 1.0:
        return FreeMotion(factor * free, (*codes, FilterCode.LIMITED))
    return FreeMotion(free, codes)


def _differs(prepared: PreparedContacts, free: Array, motion: Array) -> bool:
    """Tell whether more than rounding was removed, rotations as speeds at the length."""
    lengths = prepared.motion_scaling
    removed, wanted = lengths * (motion - free), lengths * motion
    return bool(removed @ removed > COMMAND_FEASIBLE**2 * (wanted @ wanted))
