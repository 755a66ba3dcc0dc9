# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Residuals of planar motions, with inertia and without, computed from the state alone."""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
from frictioncone_ros.analysis.motions.result import MotionCertificate
from frictioncone_ros.contact import contact_velocities
from frictioncone_ros.spatial.arrays import Array


def planar_certificate(
    scene: PlanarScene, letters: str, twist_rate: Array, forces: Array
) -> MotionCertificate:
    """
    Return how far a twist rate (3,) and contact forces (2 k,) are from the laws in a mode.

    A motion that contradicts its letter (a fixed contact that accelerates along its tangent, one
    that begins to slide the other way) counts with its normal force as complementarity.
    """
    accelerations = (scene.jacobian @ twist_rate + scene.bias).reshape(-1, 2).tolist()
    components = np.reshape(forces, (-1, 2)).tolist()
    net = scene.inertia.matrix @ twist_rate - scene.force - scene.jacobian.T @ forces
    coulomb = complementarity = penetration = 0.0
    rows = zip(
        letters, scene.letters, components, accelerations, scene.friction.tolist(), strict=True
    )
    for letter, now, (normal, tangential), (opening, slip), mu in rows:
        coulomb = max(coulomb, coulomb_residual(letter, normal, tangential, mu))
        if now == 's':
            continue
        penetration = max(penetration, -opening)
        wrong_slip = 0.0 if now else {'f': abs(slip), 'l': -slip, 'r': slip}.get(letter, 0.0)
        complementarity = max(complementarity, abs(normal) * max(abs(opening), wrong_slip))
    return MotionCertificate(
        newton=float(np.abs(net * scene.moment_to_force).max()),
        coulomb=coulomb,
        complementarity=complementarity,
        penetration=penetration,
        force_scale=max(scene.force_unit, _largest(components)),
        acceleration_scale=max(scene.acceleration_unit, _largest(accelerations)),
    )


def _largest(rows: list[list[float]]) -> float:
    return max((abs(entry) for row in rows for entry in row), default=0.0)


def coulomb_residual(letter: str, normal: float, tangential: float, mu: float) -> float:
    """Return how far a contact force is from what Coulomb allows in an interaction [N]."""
    if letter == 's':
        return max(abs(normal), abs(tangential))
    if letter == 'f':
        return max(0.0, -normal, abs(tangential) - mu * normal)
    opposing = -mu * normal if letter == 'l' else mu * normal
    return max(0.0, -normal, abs(tangential - opposing))


def velocity_certificate(
    scene: PlanarScene, letters: str, twist: Array, forces: Array
) -> MotionCertificate:
    """Return the residuals of a twist (3,) with contact forces (2 k,), without inertia."""
    velocities = contact_velocities(scene.state.with_twist(twist)).tolist()
    components = np.reshape(forces, (-1, 2)).tolist()
    unbalanced = (scene.force + scene.jacobian.T @ forces) * scene.moment_to_force
    coulomb = complementarity = penetration = 0.0
    rows = zip(letters, components, velocities, scene.friction.tolist(), strict=True)
    for letter, (normal, tangential), (opening, slip), mu in rows:
        coulomb = max(coulomb, coulomb_residual(letter, normal, tangential, mu))
        penetration = max(penetration, -opening)
        wrong_slip = {'f': abs(slip), 'l': -slip, 'r': slip}.get(letter, 0.0)
        complementarity = max(complementarity, abs(normal) * max(abs(opening), wrong_slip))
    return MotionCertificate(
        newton=float(np.abs(unbalanced).max()),
        coulomb=coulomb,
        complementarity=complementarity,
        penetration=penetration,
        force_scale=max(scene.force_unit, float(np.abs(forces).max(initial=0.0))),
        acceleration_scale=float(np.abs(velocities).max(initial=0.0)) or 1.0,
    )


def slowest_strict_speed(scene: PlanarScene, letters: str, twist: Array) -> float:
    """Return the smallest speed by which a contact opens or slides as its letter says [m/s]."""
    velocities = contact_velocities(scene.state.with_twist(twist)).tolist()
    speeds = [
        opening if letter == 's' else slip if letter == 'l' else -slip
        for letter, (opening, slip) in zip(letters, velocities, strict=True)
        if letter != 'f'
    ]
    return max(min(speeds, default=inf), 0.0)
