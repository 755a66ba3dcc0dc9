# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question whether a wrench will be carried, prepared once per contact set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, ContactWrenchProblem
from frictioncone_ros.analysis.support.compliance import (
    Compliance,
    require_compliance,
)
from frictioncone_ros.analysis.support.force_parts import force_parts, ForceParts
from frictioncone_ros.analysis.support.plane import support_plane, SupportPlane
from frictioncone_ros.analysis.support.stuck import stuck_forces, StuckForces
from frictioncone_ros.analysis.support.yielding import Springs
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class SupportProblem:
    """
    Contacts and their compliance; everything that does not depend on the wrench.

    problem: the contacts, with scaled wrenches. parts: their forces in scaled wrench directions.
    """

    problem: ContactWrenchProblem
    compliance: Compliance
    parts: ForceParts
    springs: Springs

    @cached_property
    def plane(self) -> SupportPlane | None:
        """
        The one plane the contacts support the body in.

        None where normal and tangential forces depend on each other: grasps, corners, preload.
        """
        if any(self.springs.preload.tolist()):
            return None
        return support_plane(self.problem, self.parts, self.springs.normal)

    @cached_property
    def depths(self) -> Array:
        """Normal force (k,) by which each contact's set moves per newton of depth."""
        starts = [columns.start for columns in self.problem.slices]
        return np.asarray(self.problem.depth_forces[starts])

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
        springs = self.springs
        if not any(springs.preload.tolist()):
            return springs
        return springs._replace(preload=springs.preload - depth * self.depths)

    @cached_property
    def stuck(self) -> StuckForces | None:
        """The forces if none slips; None where there is no contact."""
        return stuck_forces(self.parts, self.springs, self.depths)


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
    stiffness, parts = compliance.stiffness_of(count), force_parts(problem)
    tangential = compliance.tangential_share * stiffness[parts.owners] * parts.shares
    springs = Springs(stiffness, tangential, compliance.preload_of(count))
    return SupportProblem(problem, compliance, parts, springs)
