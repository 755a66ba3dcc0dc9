# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The question whether a wrench will be carried, prepared once per contact set.

How far the contacts give way under force: what decides which forces occur.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, ContactWrenchProblem
from frictioncone_ros.analysis.support.force_parts import force_parts, ForceParts
from frictioncone_ros.analysis.support.plane import support_plane, SupportPlane
from frictioncone_ros.analysis.support.stuck import stuck_forces, StuckForces
from frictioncone_ros.analysis.support.yielding import SINGULAR, Springs, stiffness_matrix
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array
from frictioncone_ros.spatial.dense import whitening

TANGENTIAL_SHARE = 0.5
"""Tangential over normal stiffness of a contact where nothing else is known [-]: spheres have
2 (1 - nu) / (2 - nu), 0.8. In grooves and clamps a factor of 10 moves the limit by 1 %."""
EXACTLY_INVERTED = 1e-5
"""Least stiffness of a direction, beside the largest, from which on the inverse of the springs'
matrix is as exact as a solution: what it leaves open is rounding beside FEASIBLE_RESIDUAL [-]."""


@dataclass(frozen=True, eq=False)
class Compliance:
    """
    Springs at the contacts; only ratios of stiffness matter.

    normal_stiffness: (k,) > 0, in any one unit; None for equal contacts.
    tangential_share: tangential over normal stiffness, > 0 [-].
    preload: (k,) normal force of each contact under no wrench [N], as of fingers that squeeze;
    None for contacts that only press when the wrench presses them.
    """

    normal_stiffness: Array | None = None
    tangential_share: float = TANGENTIAL_SHARE
    preload: Array | None = None

    def __post_init__(self) -> None:
        """Check the share."""
        if as_non_negative(self.tangential_share, 'tangential share of stiffness') == 0.0:
            expected = 'a number > 0'
            raise InvalidInputError('tangential share of stiffness', 0.0, expected)

    @classmethod
    def of_state(cls, state: ContactState) -> Compliance:
        """Return what the contacts of a state say of themselves; equal springs where nothing."""
        stiffness, preload = state.stiffness, state.internal_forces
        if stiffness is None and preload is None:
            return EQUAL_SPRINGS
        return cls(stiffness, preload=preload)

    def stiffness_of(self, count: int) -> Array:
        """Return the normal stiffness of so many contacts (k,), of mean 1."""
        if self.normal_stiffness is None:
            return np.ones(count)
        given = as_vector(self.normal_stiffness, count, 'normal stiffness')
        if count and given.min() <= 0.0:
            raise InvalidInputError('normal stiffness', given.tolist(), 'numbers > 0')
        return given / given.mean() if count else given

    def preload_of(self, count: int) -> Array:
        """Return the normal forces (k,) [N] that are there without a wrench."""
        if self.preload is None:
            return np.zeros(count)
        given = as_vector(self.preload, count, 'preload')
        if count and given.min() < 0.0:
            raise InvalidInputError('preload', given.tolist(), 'numbers >= 0')
        return frozen_array(given)


def squeeze_of(state: ContactState, contact_forces: Array) -> Array:
    """
    Return the normal forces (k,) [N] of measured contact forces (c,) that no wrench asks for.

    What is left of them without the forces that springs take for the wrench they add up to: how
    hard contacts squeeze each other, as fingers do. Contact-major, normal first.
    """
    problem = contact_wrench_problem(state).judged
    scaled, starts = problem.force_matrix, [columns.start for columns in problem.slices]
    weights = np.full(scaled.shape[1], TANGENTIAL_SHARE)
    stiffness = state.stiffness
    weights[starts] = 1.0 if stiffness is None else stiffness / stiffness.mean()
    springs = (scaled * weights) @ scaled.T
    asked = weights * (
        scaled.T @ np.linalg.pinv(springs, hermitian=True) @ scaled @ contact_forces
    )
    return np.maximum((contact_forces - asked)[starts], 0.0)


EQUAL_SPRINGS = Compliance()
"""Contacts of equal stiffness that nothing squeezes."""


def require_compliance(compliance: object) -> None:
    """Refuse what is no Compliance, as an array of stiffness."""
    if not isinstance(compliance, Compliance):
        expected = 'a Compliance: Compliance(preload=...) makes one'
        raise InvalidInputError('compliance', compliance, expected)


@dataclass(frozen=True, eq=False)
class SupportProblem:
    """
    Contacts and their compliance; everything that does not depend on the wrench.

    problem: the contacts. parts: their forces in the scaled wrench directions of `judged`.
    """

    problem: ContactWrenchProblem
    compliance: Compliance
    parts: ForceParts
    springs: Springs

    @property
    def judged(self) -> ContactWrenchProblem:
        """The contacts as springs are judged: about their centre if the reference point is far."""
        return self.problem.judged

    def scaled(self, wrench: Array) -> Array:
        """Return a wrench (d,) about the reference point as `judged` has it, scaled [N]."""
        problem = self.problem
        if problem.centred is not None:
            wrench = problem.about_centre(wrench)
        return np.asarray(self.judged.scaling * wrench)

    @cached_property
    def plane(self) -> SupportPlane | None:
        """
        The one plane the contacts support the body in.

        None where normal and tangential forces depend on each other: grasps, corners, preload.
        """
        if self.is_squeezed:
            return None
        return support_plane(self.judged, self.parts, self.springs.normal)

    @cached_property
    def depths(self) -> Array:
        """Normal force (k,) by which each contact's set moves per newton of depth."""
        return np.asarray(self.problem.depth_forces[self.parts.starts])

    @cached_property
    def plane_depth(self) -> Array:
        """What one newton of depth presses (p,), on one plane."""
        assert self.plane is not None
        return np.asarray(self.depths.dot(self.plane.presses))

    @cached_property
    def tipping_depths(self) -> Array:
        """Rows (f, p); the least of rows @ pressing is the depth [N] at which the body tips."""
        assert self.plane is not None
        rows = self.plane.tipping_rows
        falls = rows.dot(self.plane_depth)
        return np.asarray(rows[falls < 0.0] / falls[falls < 0.0][:, None])

    def lowered(self, depth: float) -> SupportProblem:
        """Return the problem with every preload lowered by a depth [N]."""
        return replace(self, springs=self.springs_at(depth))

    def springs_at(self, depth: float) -> Springs:
        """Return the springs with a preload lowered by a depth [N] that is taken everywhere."""
        springs = self.elastic
        if not self.is_squeezed:
            return springs
        return springs._replace(preload=springs.preload - depth * self.depths)

    @cached_property
    def stuck(self) -> StuckForces | None:
        """The forces if none slips; None where there is no contact."""
        return stuck_forces(self.parts, self.elastic, self.depths)

    @cached_property
    def elastic(self) -> Springs:
        """The springs, with their matrix where none slips: many questions begin with it."""
        matrix = stiffness_matrix(self.parts, self.springs)
        white, least = whitening(matrix, SINGULAR)
        inverse = white.T.dot(white) if least > EXACTLY_INVERTED else None
        return self.springs._replace(matrix=matrix, inverse=inverse, white=white)

    @cached_property
    def is_squeezed(self) -> bool:
        """Whether some contact presses under no wrench."""
        return any(self.springs.preload.tolist())


def support_problem(
    contacts: ContactState | ContactWrenchProblem, compliance: Compliance | None = None
) -> SupportProblem:
    """
    Prepare questions about which wrenches compliant contacts will carry.

    compliance: None for what the contacts say of their stiffness and internal force themselves.
    """
    if isinstance(contacts, ContactWrenchProblem):
        problem = contacts
    else:
        problem = contact_wrench_problem(contacts)
    if compliance is None:
        compliance = Compliance.of_state(problem.state)
    require_compliance(compliance)
    count = problem.state.contact_count
    stiffness, parts = compliance.stiffness_of(count), force_parts(problem.judged)
    tangential = compliance.tangential_share * stiffness[parts.owners] * parts.shares
    springs = Springs(stiffness, tangential, compliance.preload_of(count))
    return SupportProblem(problem, compliance, parts, springs)
