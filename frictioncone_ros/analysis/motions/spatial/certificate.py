# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Residuals of a spatial motion, computed from its state and not from the search's tables."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.motions.result import MotionCertificate
from frictioncone_ros.analysis.motions.spatial.friction import FrictionLaw
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.contact import component_slices, wrench_matrix
from frictioncone_ros.spatial import Array, wrench_norm
from frictioncone_ros.tolerances import SAME_MOTION


def spatial_certificate(
    problem: SpatialProblem, motion: Array, forces: Array
) -> MotionCertificate:
    """
    Return how far a motion (6,) and contact forces (c,) are from the laws.

    Coulomb's residual is the distance of a force outside its set, and the power [N] per unit
    slip by which another force of the set would oppose the slip more (maximum dissipation).
    """
    state = problem.state
    response = wrench_matrix(state) @ forces + problem.external_wrench
    if problem.dynamic and state.inertia is not None:
        response -= state.inertia.matrix @ motion + state.inertia.velocity_wrench(state.twist)
    length = state.characteristic_length
    contact_motion = problem.contact_motion(motion)
    resting = problem.resting(motion)
    slices = component_slices(state)
    coulomb = complementarity = penetration = 0.0
    for contact, slip in zip(problem.touching, problem.slips(motion), strict=True):
        components = forces[slices[contact.index]]
        opening = float(contact_motion[contact.index, 0])
        penetration = max(penetration, -opening)
        complementarity = max(complementarity, abs(float(components[0]) * opening))
        kept = abs(opening) <= resting
        coulomb = max(coulomb, friction_residual(contact.law, components, slip if kept else None))
    return MotionCertificate(
        newton=wrench_norm(response, length),
        coulomb=coulomb,
        complementarity=complementarity,
        penetration=penetration,
        force_scale=max(
            wrench_norm(problem.external_wrench, length),
            problem.natural_force,
            float(np.abs(forces).max(initial=0.0)),
        ),
        acceleration_scale=resting / SAME_MOTION,
    )


def friction_residual(law: FrictionLaw, components: Array, slip: Array | None) -> float:
    """Return how far a force is outside its set or, with a slip (3,), from opposing it most."""
    normal, tangential = float(components[0]), components[1:3]
    moment = float(components[3]) if len(components) > 3 else 0.0
    worst = max(-normal, _outside(law, normal, tangential), abs(moment) - law.torsion * normal)
    if slip is None:
        return worst
    speed = float(np.hypot(slip[0], slip[1]))
    if speed > 0.0:
        direction = slip[:2] / speed
        most = (
            law.radius * float(np.hypot(*law.stretched(direction)))
            if law.circular
            else float((-law.corners @ direction).max())
        )
        worst = max(worst, most * normal + float(tangential @ direction))
    if slip[2]:
        worst = max(worst, law.torsion * normal + moment * float(np.sign(slip[2])))
    return worst


def _outside(law: FrictionLaw, normal: float, tangential: Array) -> float:
    if law.circular:
        return float(np.hypot(tangential[0], tangential[1] / law.aspect)) - law.radius * normal
    if len(law.corners) == 1:
        return float(np.hypot(*(tangential - normal * law.corners[0])))
    lengths = np.hypot(law.edges[:, 0], law.edges[:, 1])
    outward = np.column_stack((law.edges[:, 1], -law.edges[:, 0])) / lengths[:, None]
    past = np.einsum('ij,ij->i', outward, tangential - normal * law.corners)
    return float(past.max())
