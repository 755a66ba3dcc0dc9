# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Residuals of a quasi-static planar motion: balance, friction, contact velocities."""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.analysis.motions.planar.certificate import coulomb_residual
from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
from frictioncone_ros.analysis.motions.result import MotionCertificate
from frictioncone_ros.contact import contact_velocities
from frictioncone_ros.spatial.arrays import Array


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
    speeds = [opening if letter == 's' else slip if letter == 'l' else -slip
              for letter, (opening, slip) in zip(letters, velocities, strict=True)
              if letter != 'f']
    return max(min(speeds, default=inf), 0.0)
