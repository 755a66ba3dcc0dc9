# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question whether a wrench will be carried, prepared once per contact set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, ContactWrenchProblem
from frictioncone_ros.analysis.support.compliance import (
    Compliance,
    EQUAL_SPRINGS,
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
        return None if self.springs.preload.any() else support_plane(self.problem, self.parts)

    @cached_property
    def depths(self) -> Array:
        """Normal force (k,) by which each contact's set moves per newton of depth."""
        starts = [columns.start for columns in self.problem.slices]
        return np.asarray(self.problem.depth_forces[starts])

    @cached_property
    def stuck(self) -> StuckForces | None:
        """The forces if none slips; None where contacts are preloaded, or there is none."""
        if self.springs.preload.any():
            return None
        return stuck_forces(self.parts, self.springs, self.problem.depth_wrench)


def support_problem(
    contacts: ContactState | ContactWrenchProblem, compliance: Compliance = EQUAL_SPRINGS
) -> SupportProblem:
    """Prepare questions about which wrenches compliant contacts will carry."""
    require_compliance(compliance)
    if isinstance(contacts, ContactWrenchProblem):
        problem = contacts
    else:
        problem = contact_wrench_problem(contacts)
    count = problem.state.contact_count
    stiffness, parts = compliance.stiffness_of(count), force_parts(problem)
    tangential = compliance.tangential_share * stiffness[parts.owners] * parts.shares
    springs = Springs(stiffness, tangential, compliance.preload_of(count))
    return SupportProblem(problem, compliance, parts, springs)
