# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Feasibility when normals, positions and friction are uncertain together, within one ellipsoid.

All errors are normally distributed. With the confidence asked for they lie together in the
ellipsoid of the chi-square distribution over all of them. There they cannot all be at their worst
at once: errors of many contacts average out, where narrowing each cone by itself adds them up.

How a yes is proved. Contact forces turn with their true frames, so that they stay in their true
cones; the wrench that this changes, linear in the errors, is made good by forces that all
contacts share. An affine rule, then: each contact's distance from each side of its cone falls by
at most the length of a row times the ellipsoid's radius, which is the second-order cone condition
that is checked. It holds to first order in the errors; a no is not a proof of the contrary.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from frictioncone_ros.analysis.feasibility import certify, contact_wrench_problem, produce
from frictioncone_ros.contact import (
    CircularCone,
    component_slices,
    ContactState,
    inscribed_coefficient,
    require_state,
    wrench_matrix,
)
from frictioncone_ros.contact.narrowing import require_share
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import (
    Array,
    as_non_negative,
    as_wrench,
    largest_magnitude,
    PLANAR,
)

SPANNED = 1e-9
"""Share of a change of the wrench that the contacts may leave uncorrected, as rounding [-]."""

SIDES = 48
"""Directions, beside a contact's own, in which what its cone loses is looked at in space [-]."""


@checked_fields
@dataclass(frozen=True)
class JointUncertainty:
    """
    Standard deviations, the same at every contact, and how they go together.

    normal: of the normal's tilt about each tangent [rad]. position: of each coordinate [m].
    friction: of the coefficient, as a share of it [-]. common: share of each variance that all
    contacts have in common, as where one estimate of the surface gave them all [0, 1].
    confidence: probability that all errors together are within the ellipsoid.
    """

    normal: float = 0.0
    position: float = 0.0
    friction: float = 0.0
    common: float = 0.0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        """Check signs and ranges."""
        for name in ('normal', 'position', 'friction', 'common'):
            as_non_negative(getattr(self, name), name)
        require_share(self.common)
        if not 0.0 <= self.confidence < 1.0:
            raise InvalidInputError('confidence', self.confidence, 'at least 0 and below 1')

    @checked
    def radius(self, contact_count: int, dimension: int) -> float:
        """Return the ellipsoid's radius in standard deviations [-]: of chi-square over all."""
        tilts, places = (1, 2) if dimension == PLANAR else (2, 3)
        each = tilts * (self.normal > 0.0) + places * (self.position > 0.0) + (self.friction > 0.0)
        freedoms = each * contact_count
        return sqrt(float(chi2.ppf(self.confidence, freedoms))) if freedoms else 0.0


@checked_fields
@dataclass(frozen=True, eq=False)
class JointVerdict:
    """
    Whether the wrench is surely carried, and by how much.

    contact_forces: (c,) the forces at the stated geometry; None where not even that carries it.
    slack: [N] least distance left inside the true cones over the ellipsoid, negative where it is
    not enough. radius: of the ellipsoid [-]; largest_radius: up to which it is enough.
    """

    contact_forces: Array | None
    slack: float
    radius: float
    largest_radius: float

    @property
    def carried(self) -> bool:
        """Whether the wrench is carried for all errors of the ellipsoid."""
        return self.contact_forces is not None and self.slack >= 0.0


@checked
def produce_under_joint_noise(
    state: ContactState, contact_wrench: ArrayLike, uncertainty: JointUncertainty
) -> JointVerdict:
    """
    Judge whether the contacts can apply a wrench (d,) whatever the errors in their ellipsoid are.

    Sets of friction other than circular are replaced by the largest circular cone inside; a soft
    finger's torsion is not used.
    """
    require_state(state)
    wrench = as_wrench(contact_wrench, state.dimension, 'contact wrench')
    round_state = state.with_friction(
        [
            CircularCone(inscribed_coefficient(contact.friction, state.dimension))
            for contact in state.contacts
        ]
    )
    radius = uncertainty.radius(state.contact_count, state.dimension)
    problem = contact_wrench_problem(round_state)
    verdict = produce(problem, wrench)
    forces = verdict.contact_forces
    if forces is None:
        forces = certify(problem, wrench).contact_forces
    if forces is None:
        return JointVerdict(None, -np.inf, radius, 0.0)
    return _judged(round_state, forces, uncertainty, radius)


def _judged(
    state: ContactState, forces: Array, uncertainty: JointUncertainty, radius: float
) -> JointVerdict:
    """Check the second-order cone condition of every contact for given forces (c,)."""
    matrix = wrench_matrix(state)
    changes, friction = _changes(state, forces, uncertainty)
    shared = -np.linalg.pinv(matrix) @ changes
    uncorrected = largest_magnitude(matrix @ shared + changes)
    if uncorrected > SPANNED * largest_magnitude(changes):
        # What no contact can give back tips the body however large its friction is.
        return JointVerdict(forces, -np.inf, radius, 0.0)
    slacks, reaches = [], []
    for index, part in enumerate(component_slices(state)):
        force, change = forces[part], shared[part]
        coefficient = state.contacts[index].friction.friction_coefficient
        row = coefficient * change[0] + coefficient * force[0] * friction[index]
        # A contact never pulls, with friction or without.
        kept = [(float(force[0]), float(np.linalg.norm(change[0])))]
        across = largest_magnitude(change[1:])
        if coefficient > 0.0 or across > SPANNED * largest_magnitude(shared):
            # Its distance from every side: errors may turn a tangential force that is small.
            sides = _sides(force[1:])
            rooms = coefficient * force[0] - sides @ force[1:]
            falls = np.linalg.norm(row - sides @ change[1:], axis=1)
            kept += zip(rooms.tolist(), falls.tolist(), strict=True)
        for room, lost in kept:
            slacks.append(room - radius * lost)
            reaches.append(room / lost if lost > 0.0 else np.inf)
    reach = max(0.0, min(reaches, default=np.inf))
    return JointVerdict(forces, min(slacks, default=np.inf), radius, reach)


def _sides(tangential: Array) -> Array:
    """Return unit directions (m, t) all round, first that of a tangential force (t,)."""
    if tangential.size == 1:
        return np.array([[1.0], [-1.0]])
    angles = np.arctan2(tangential[1], tangential[0]) + 2.0 * np.pi * np.arange(SIDES) / SIDES
    return np.column_stack((np.cos(angles), np.sin(angles)))


def _changes(
    state: ContactState, forces: Array, uncertainty: JointUncertainty
) -> tuple[Array, Array]:
    """
    Return what unit errors change: the wrench (d, e), and each coefficient as a share (k, e).

    Columns are independent standard errors: those of single contacts, then the common ones.
    """
    count = state.contact_count
    own, shared = sqrt(1.0 - uncertainty.common), sqrt(uncertainty.common)
    columns: list[Array] = []
    shares: list[Array] = []
    for deviation, effect in (
        (uncertainty.normal, _tilt_effect),
        (uncertainty.position, _shift_effect),
    ):
        effects = [effect(state, index, forces) for index in range(count)] if deviation else []
        for single in effects:
            columns.append(own * deviation * single)
        if effects:
            columns.append(shared * deviation * np.sum(effects, axis=0))
    none = np.zeros((count, sum(block.shape[1] for block in columns)))
    if uncertainty.friction:
        shares = [own * uncertainty.friction * np.eye(count)]
        shares.append(np.full((count, 1), shared * uncertainty.friction))
        columns.append(np.zeros((state.dimension, count + 1)))
    whole = np.hstack(columns) if columns else np.zeros((state.dimension, 0))
    return whole, np.hstack((none, *shares))


def _tilt_effect(state: ContactState, index: int, forces: Array) -> Array:
    """Return the wrench (d, r) by which unit turns of a contact's frame change its force."""
    force, place = _force_at(state, index, forces), state.positions[index]
    if state.dimension == PLANAR:
        turned = np.array([-force[1], force[0]])
        return np.append(turned, place[0] * turned[1] - place[1] * turned[0])[:, None]
    normal = state.normals[index]
    # Turns about the normal change no normal; world axes, so that common turns are the same ones.
    axes = np.eye(3) - np.outer(normal, normal)
    turned = np.cross(axes, force)
    return np.vstack((turned.T, np.cross(place, turned).T))


def _shift_effect(state: ContactState, index: int, forces: Array) -> Array:
    """Return the wrench (d, r) by which unit shifts of a contact along the axes change it."""
    force = _force_at(state, index, forces)
    if state.dimension == PLANAR:
        return np.vstack((np.zeros((2, 2)), (force[1], -force[0])))
    return np.vstack((np.zeros((3, 3)), np.cross(np.eye(3), force).T))


def _force_at(state: ContactState, index: int, forces: Array) -> Array:
    """Return a contact's force (2,) or (3,) along the common axes [N]."""
    part = component_slices(state)[index]
    turned: Array = state.frames[index].T @ forces[part]
    return turned
