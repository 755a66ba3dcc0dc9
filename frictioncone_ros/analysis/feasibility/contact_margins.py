# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How close one contact force is to sliding, in the terms of its friction model."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt

from frictioncone_ros.contact import FrictionModel, FrictionPyramid, SoftFinger
from frictioncone_ros.spatial.arrays import Array

ContactForce = Sequence[float] | Array
"""Components of one contact, normal first; a list is read three times as fast as an array."""


def slip_margin(force: ContactForce, friction: FrictionModel) -> float:
    """Return (mu f_n - |f_t|) / sqrt(1 + mu^2) [N], the distance of the force from sliding.

    force: (components,), normal first. A pyramid gives the lesser of its two directions, no
    friction the normal force itself. Torsion is left to `utilisation`.
    """
    normal = float(force[0])
    if friction.is_frictionless:
        return normal
    if len(force) > 2 and isinstance(friction, FrictionPyramid):
        first, second = friction.coefficients
        return min(_depth(first, normal, abs(float(force[1]))),
                   _depth(second, normal, abs(float(force[2]))))
    return _depth(friction.friction_coefficient, normal, tangential_force(force))


def utilisation(force: ContactForce, friction: FrictionModel) -> float:
    """Return which part of its friction the contact uses: 0 none, 1 about to slide or spin.

    |f_t| / (mu f_n); the greater of a pyramid's two directions, or of a soft finger's friction
    and torsion. 0 where the part is zero, infinite where it exceeds a limit of zero.
    """
    normal = float(force[0])
    if len(force) > 2 and isinstance(friction, FrictionPyramid):
        first, second = friction.coefficients
        return max(_part(abs(float(force[1])), first * normal),
                   _part(abs(float(force[2])), second * normal))
    used = _part(tangential_force(force), friction.friction_coefficient * normal)
    if len(force) > 3 and isinstance(friction, SoftFinger):
        return max(used, _part(abs(float(force[3])), friction.torsional_friction * normal))
    return used


def tangential_force(force: ContactForce) -> float:
    """Return the magnitude of the tangential force [N]."""
    return hypot(*force[1:3])


def _depth(coefficient: float, normal: float, tangential: float) -> float:
    return (coefficient * normal - tangential) / sqrt(1.0 + coefficient * coefficient)


def _part(size: float, available: float) -> float:
    if size <= 0.0:
        return 0.0
    return size / available if available > 0.0 else inf
