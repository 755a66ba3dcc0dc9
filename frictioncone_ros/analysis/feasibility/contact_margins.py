# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How close one contact force is to sliding, in the terms of its friction model."""

from __future__ import annotations

from math import hypot, sqrt

from frictioncone_ros.contact import FrictionModel, FrictionPyramid, SoftFinger
from frictioncone_ros.spatial.arrays import Array


def slip_margin(force: Array, friction: FrictionModel) -> float:
    """Return (mu f_n - |f_t|) / sqrt(1 + mu^2) [N], the distance of the force from sliding.

    force: (components,), normal first. A pyramid gives the lesser of its two directions, no
    friction the normal force itself. Torsion is left to `utilisation`.
    """
    if friction.is_frictionless:
        return float(force[0])
    return min(
        (limit * float(force[0]) - size) / sqrt(1.0 + limit * limit)
        for limit, size in _limits_and_sizes(force, friction)
    )


def utilisation(force: Array, friction: FrictionModel) -> float:
    """Return which part of its friction the contact uses: 0 none, 1 about to slide or spin.

    |f_t| / (mu f_n); the greater of a pyramid's two directions, or of a soft finger's friction
    and torsion. 0 where the part is zero, infinite where it exceeds a limit of zero.
    """
    demands = _limits_and_sizes(force, friction)
    if isinstance(friction, SoftFinger) and force.shape[0] > 3:
        demands.append((friction.torsional_friction, abs(float(force[3]))))
    normal = float(force[0])
    return max(_part(size, limit * normal) for limit, size in demands)


def tangential_force(force: Array) -> float:
    """Return the magnitude of the tangential force [N]."""
    return hypot(*force[1:3].tolist())


def _limits_and_sizes(force: Array, friction: FrictionModel) -> list[tuple[float, float]]:
    """Return per friction limit its coefficient and the tangential force it has to hold."""
    if isinstance(friction, FrictionPyramid) and force.shape[0] > 2:
        sizes = (abs(float(force[1])), abs(float(force[2])))
        return list(zip(friction.coefficients, sizes, strict=True))
    return [(friction.friction_coefficient, tangential_force(force))]


def _part(size: float, available: float) -> float:
    if size <= 0.0:
        return 0.0
    return size / available if available > 0.0 else float('inf')
