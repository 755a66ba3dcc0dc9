# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Force closure: whether the contacts can resist every wrench, in the plane or in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    ContactWrenchProblem,
    nearest_forces,
)
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arguments import checked_fields
from frictioncone_ros.spatial.arrays import Array, frozen_array

ESCAPE_WORK = 1e-6
"""Negative work of contact forces on an escaping twist, per unit of both, that is rounding [-]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ForceClosure:
    """Whether the composite cone is the whole wrench space, with the certificate.

    internal_forces: (c,) contact-major, each at least one newton deep inside its friction set,
    adding up to nothing; with full_rank they prove closure. None where there is no closure.
    escaping_twist: (d,) other than zero, on which no admissible contact force does negative work;
    no contact can stop a body pushed against it. None where there is closure.
    """

    problem: ContactWrenchProblem
    internal_forces: Array | None
    escaping_twist: Array | None

    def __repr__(self) -> str:
        """Return the answer and its certificate."""
        return (
            f'ForceClosure(closed={self.closed}, full_rank={self.full_rank}, '
            f'internal_forces={self.internal_forces!r}, escaping_twist={self.escaping_twist!r})'
        )

    @property
    def closed(self) -> bool:
        """Whether every wrench can be resisted."""
        return self.internal_forces is not None

    @property
    def full_rank(self) -> bool:
        """Whether the contacts can push in every direction of wrench space, of either sign."""
        return self.problem.unreachable.shape[1] == 0


def force_closure(state: ContactState) -> ForceClosure:
    """Decide force closure of a contact state; circular cones and soft fingers exactly.

    Parameters
    ----------
    state: planar or spatial, any friction models; inertia and twist play no part.

    Returns
    -------
    ForceClosure: closed or not, with internal forces (c,) [N] or a twist (d,) that proves it.

    Raises
    ------
    InvalidInputError: where something else than a state is given.
    NumericalError: where floats cannot tell, as of walls that lean inwards by 1e-12 rad.

    Notes
    -----
    The depth wrench is strictly inside the composite cone. So the cone is a subspace exactly when
    it holds the opposite of the depth wrench, and everything when it spans the space as well.
    """
    problem = contact_wrench_problem(state)
    if problem.unreachable.shape[1] > 0:
        twist = problem.scaling * problem.unreachable[:, 0]
        return ForceClosure(problem, None, frozen_array(twist))
    if problem.ceiling is not None:
        _require_escape(problem, problem.ceiling)
        twist = problem.scaling * problem.ceiling
        return ForceClosure(problem, None, frozen_array(twist / np.linalg.norm(twist)))
    opposite = nearest_forces(problem, -problem.depth_wrench).contact_forces
    return ForceClosure(problem, frozen_array(opposite + problem.depth_forces), None)


def _require_escape(problem: ContactWrenchProblem, twist: Array) -> None:
    """Refuse a scaled twist (d,) on which edges do negative work: it is made of rounding."""
    work = twist @ problem.edge_wrenches / np.linalg.norm(twist)
    if work.min(initial=0.0) < -ESCAPE_WORK:
        raise NumericalError(
            'whether the contacts close is undecided: no internal forces and no escaping twist '
            'found is proved; contacts that lean against each other by next to nothing do that'
        )
