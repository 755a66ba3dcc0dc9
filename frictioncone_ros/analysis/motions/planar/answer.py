# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From dimensionless edge forces to a Motion in SI units.

Residuals of planar motions, with inertia and without, computed from the state alone.

Why a planar mode is impossible, in a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import Vector
from frictioncone_ros.analysis.modes.planar import Table
from frictioncone_ros.analysis.motions.planar.forces import planar_forces
from frictioncone_ros.analysis.motions.planar.mode import Condition, ModeSolution, Obstacle
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem
from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
from frictioncone_ros.analysis.motions.polytope import motion_polytope
from frictioncone_ros.analysis.motions.result import (
    ImpossibleMode,
    Motion,
    MotionCertificate,
    MotionPolytope,
)
from frictioncone_ros.contact import contact_speeds, contact_velocities, ContactMode
from frictioncone_ros.spatial.arrays import Array, largest_magnitude


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
    moving = scene.state.with_twist(twist)
    velocities = contact_velocities(moving).tolist()
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
        force_scale=max(scene.force_unit, largest_magnitude(forces)),
        acceleration_scale=float(contact_speeds(moving).max(initial=0.0)) or 1.0,
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


def planar_motion(scene: PlanarScene, problem: PlanarProblem, found: ModeSolution) -> Motion:
    """
    Return the motion of a solved mode with its sets, representative, margin, certificate.

    problem: in whose numbers it was solved. Huge forces may cancel in a motion: what is exact is
    rounded last.
    """
    letters, edges = found.mode.letters, found.mode.edges
    numbers = problem.response.dtype
    weights = as_table(found.vertices, len(edges), numbers)
    rays = as_table(found.rays, len(edges), numbers)
    # Strictly inside whatever some vertex or ray is strictly inside of.
    inner = weights.mean(axis=0) + rays.sum(axis=0)
    if found.fixed_motion:
        motion = np.array([float(entry) for entry in found.fixed_motion])
        polytope = MotionPolytope(motion * scene.motion_units)
    else:
        response = problem.response[:, [0, *(edge + 1 for edge in edges)]]
        motion = (response[:, 0] + response[:, 1:] @ inner).astype(np.float64)
        polytope = motion_polytope(
            (response[:, 0] + weights @ response[:, 1:].T).astype(np.float64),
            (rays @ response[:, 1:].T).astype(np.float64),
            scene.motion_units,
        )
    inner = inner.astype(np.float64)
    twist_rate = motion * scene.motion_units
    forces = planar_forces(scene, found, inner, twist_rate)
    return Motion(
        mode=ContactMode.parse(letters),
        polytope=polytope,
        twist_rate=twist_rate,
        contact_forces=forces,
        certificate=planar_certificate(scene, letters, twist_rate, forces.minimum_norm),
        margin=strict_margin(scene, letters, twist_rate),
    )


def strict_margin(scene: PlanarScene, letters: str, twist_rate: Array) -> float:
    """Return the smallest slack of a mode's strict conditions at a twist rate [m/s^2]."""
    accelerations = (scene.jacobian @ twist_rate + scene.bias).reshape(-1, 2).tolist()
    margin = inf
    for letter, now, (opening, slip) in zip(letters, scene.letters, accelerations, strict=True):
        if letter == 's' and now != 's':
            margin = min(margin, opening)
        elif letter in 'lr' and not now:
            margin = min(margin, slip if letter == 'l' else -slip)
    # A slack that only fractions can see is zero in floats.
    return max(margin, 0.0)


def as_table(rows: Sequence[Vector], width: int, numbers: np.dtype[Any]) -> Table:
    """Return rows of any numbers as an array (count, width) of floats, or of fractions."""
    return np.array(rows, dtype=numbers).reshape(len(rows), width)


def as_floats(rows: Sequence[Vector], width: int) -> Array:
    """Return rows of any numbers as a float array (count, width)."""
    return as_table(rows, width, np.dtype(np.float64))


def impossible_mode(scene: PlanarScene, obstacle: Obstacle) -> ImpossibleMode:
    """Name the condition that no admissible force meets, or the unbalanced wrench."""
    mode = ContactMode.parse(obstacle.mode.letters)
    if obstacle.condition is None:
        twist = np.array([float(entry) for entry in obstacle.separating_twist])
        return ImpossibleMode(
            mode,
            'no forces inside the friction cones make up the wrench that this motion needs',
            separating_twist=twist * scene.moment_to_force,
        )
    name = scene.state.contacts[obstacle.condition.contact].name
    reason = f'contact {name!r} cannot {_demand(obstacle.condition)}'
    if obstacle.closest is None:
        reason += ' in the only motion that its other conditions leave'
    else:
        reason += f': {_bound(obstacle.condition, obstacle.closest * scene.acceleration_unit)}'
    return ImpossibleMode(mode, reason, name)


def _demand(condition: Condition) -> str:
    if condition.is_normal:
        return 'open' if condition.sign else 'stay closed'
    if condition.sign == 0:
        return 'stay without tangential acceleration'
    return 'start to slide left' if condition.sign > 0 else 'start to slide right'


def _bound(condition: Condition, closest: float) -> str:
    """Say how close the condition's acceleration comes to what is demanded [m/s^2]."""
    value = -closest if condition.sign < 0 else closest
    which = 'normal' if condition.is_normal else 'tangential'
    limit = 'least' if value > 0.0 or condition.sign < 0 else 'most'
    bound = f'at {limit} {value + 0.0:.6g} m/s^2'
    return f'its {which} acceleration is {bound} for all forces it allows'
