# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From dimensionless edge forces to a Motion in SI units."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import Vector
from frictioncone_ros.analysis.motions.planar.certificate import planar_certificate
from frictioncone_ros.analysis.motions.planar.forces import planar_forces
from frictioncone_ros.analysis.motions.planar.mode import ModeSolution
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem
from frictioncone_ros.analysis.motions.planar.scene import PlanarScene
from frictioncone_ros.analysis.motions.polytope import motion_polytope
from frictioncone_ros.analysis.motions.result import Motion, MotionPolytope
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.spatial.arrays import Array


def planar_motion(scene: PlanarScene, problem: PlanarProblem, found: ModeSolution) -> Motion:
    """Return the motion of a solved mode with its sets, representative, margin, certificate."""
    letters, edges = found.mode.letters, found.mode.edges
    weights, rays = as_floats(found.vertices, len(edges)), as_floats(found.rays, len(edges))
    # Strictly inside whatever some vertex or ray is strictly inside of.
    inner = weights.mean(axis=0) + rays.sum(axis=0)
    if found.fixed_motion:
        motion = np.array([float(entry) for entry in found.fixed_motion])
        polytope = MotionPolytope(motion * scene.motion_units)
    else:
        response = problem.response[:, [0, *(edge + 1 for edge in edges)]]
        motion = response[:, 0] + response[:, 1:] @ inner
        polytope = motion_polytope(
            response[:, 0] + weights @ response[:, 1:].T,
            rays @ response[:, 1:].T,
            scene.motion_units,
        )
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


def as_floats(rows: Sequence[Vector], width: int) -> Array:
    """Return rows of any numbers as a float array (count, width)."""
    return np.array([[float(entry) for entry in row] for row in rows]).reshape(len(rows), width)
