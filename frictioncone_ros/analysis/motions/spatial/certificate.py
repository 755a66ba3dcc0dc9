# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Residuals of a spatial motion, computed from its state and not from the search's tables."""

from __future__ import annotations

from math import sqrt

from frictioncone_ros.analysis.motions.result import MotionCertificate
from frictioncone_ros.analysis.motions.spatial.motion_at_contacts import MotionAtContacts
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.contact import wrench_matrix
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.tolerances import SAME_MOTION


def spatial_certificate(
    problem: SpatialProblem, motion: Array, forces: Array, seen: MotionAtContacts | None = None
) -> MotionCertificate:
    """
    Return how far a motion (6,) and contact forces (c,) are from the laws.

    Coulomb's residual is the distance of a force outside its set, and the power [N] per unit
    slip by which another force of the set would oppose the slip more (maximum dissipation). On a
    limit surface spin is part of the slip, and its moment counts as the force of its arm.
    seen: what the motion does at the contacts, where that is known.
    """
    state = problem.state
    response = wrench_matrix(state).dot(forces) + problem.external_wrench
    if problem.dynamic and state.inertia is not None:
        response -= state.inertia.matrix.dot(motion) + problem.ground.bias
    length = state.characteristic_length
    seen = MotionAtContacts.of(problem, motion) if seen is None else seen
    openings, slips = seen.accelerations[:, 0].tolist(), seen.slips.tolist()
    coulomb = complementarity = penetration = 0.0
    for contact, own, slip in zip(problem.touching, problem.ground.components, slips, strict=True):
        components, opening = forces[own], openings[contact.index]
        penetration = max(penetration, -opening)
        complementarity = max(complementarity, abs(float(components[0]) * opening))
        kept = abs(opening) <= seen.resting
        # On a limit surface present slip and spin have one direction, whatever else begins.
        present = contact.law.arm and contact.slip.any()
        moving = contact.slip.tolist() if present else slip
        residual = contact.law.residual(components.tolist(), moving if kept else None)
        coulomb = max(coulomb, residual)
    largest = largest_magnitude(forces)
    wrench = _size(problem.external_wrench, length)
    return MotionCertificate(
        newton=_size(response, length),
        coulomb=coulomb,
        complementarity=complementarity,
        penetration=penetration,
        force_scale=max(wrench, problem.natural_force, largest),
        acceleration_scale=seen.resting / SAME_MOTION,
    )


def _size(wrench: Array, length: float) -> float:
    """Return the size [N] of a wrench (6,), moments divided by a length [m]."""
    force, moment = wrench[:3], wrench[3:] / length
    return sqrt(force.dot(force) + moment.dot(moment))
