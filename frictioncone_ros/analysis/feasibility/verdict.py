# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The answer about one wrench, with the certificate by which anybody can check it.

How close one contact force is to sliding, in the terms of its friction model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf

import numpy as np

from frictioncone_ros.analysis.feasibility.depth import judged_depth
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.cones import friction_cone
from frictioncone_ros.contact import ContactForce, FrictionModel
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial import shift_twist
from frictioncone_ros.spatial.arrays import Array, frozen_array, largest_magnitude
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL


def slip_margin(force: ContactForce, friction: FrictionModel) -> float:
    """Return the distance of a force from sliding [N]: `FrictionModel.slip_margin`."""
    return friction.slip_margin(force)


def utilisation(force: ContactForce, friction: FrictionModel) -> float:
    """Return which part of its friction a contact uses: `FrictionModel.utilisation`."""
    return friction.utilisation(force)


def tangential_force(force: ContactForce) -> float:
    """Return the magnitude of the tangential force [N]."""
    return hypot(*force[1:3])


@dataclass(frozen=True, eq=False)
class WrenchVerdict:
    """Whether the contacts can apply this wrench to the body, and how surely.

    contact_wrench: (d,) asked for, on the body about the reference point [N, Nm].
    contact_forces: (c,) contact-major, admissible and adding up to it; None where infeasible.
    separating_twist: (d,) on which every admissible contact force does non-negative work and the
    desired wrench negative work; None where feasible.
    known_margin: the margin where it was computed with the verdict.
    """

    problem: ContactWrenchProblem
    contact_wrench: Array
    contact_forces: Array | None
    separating_twist: Array | None
    known_margin: float | None = None

    def __post_init__(self) -> None:
        """Make the certificate read-only."""
        for certificate in (self.contact_forces, self.separating_twist):
            if certificate is not None:
                certificate.setflags(write=False)

    def __repr__(self) -> str:
        """Return the answer and its certificate; not the margin, which may take a search."""
        return (
            f'WrenchVerdict(feasible={self.feasible}, contact_wrench={self.contact_wrench!r}, '
            f'contact_forces={self.contact_forces!r}, '
            f'separating_twist={self.separating_twist!r})'
        )

    @cached_property
    def margin(self) -> float:
        """Largest depth [N] that every contact force can keep inside its friction set at once.

        >= 0 where feasible, infinite where the contacts can press on each other without limit,
        minus infinite where no contact can push in the desired direction however hard. 0 where
        the wrench is feasible and floats cannot tell how deep.
        """
        if self.known_margin is not None:
            return self.known_margin
        if self._centred is not None:
            return self._centred.margin
        try:
            found = judged_depth(self.problem, self.problem.scaling * self.contact_wrench).margin
        except NumericalError:
            # The forces prove that much; a denial proves no depth at all.
            if self.feasible:
                return 0.0
            raise
        # The sign is the verdict's, which is proved; where floats cannot tell, depth may differ.
        return max(found, 0.0) if self.feasible else min(found, 0.0)

    @property
    def is_unbounded(self) -> bool:
        """Whether the margin has no end: the contacts could press on each other without limit.

        Nothing here says that they do: `analysis.support` judges them with the squeeze they have.
        """
        return self.margin == inf

    @property
    def feasible(self) -> bool:
        """Whether some admissible contact forces add up to the wrench."""
        return self.contact_forces is not None

    @cached_property
    def normal_forces(self) -> Array:
        """Normal force of each contact (k,) [N]; also each contact's normal margin."""
        return self._each(lambda force, _: float(force[0]))

    @cached_property
    def tangential_forces(self) -> Array:
        """Magnitude of the tangential force of each contact (k,) [N]."""
        return self._each(lambda force, _: tangential_force(force))

    @cached_property
    def slip_margins(self) -> Array:
        """Distance of each contact force from sliding (k,) [N]: (mu f_n - |f_t|)/sqrt(1 + mu^2).

        For a pyramid the lesser of its two directions; without friction the normal force. Not a
        number, as all values per contact, where the wrench is infeasible.
        """
        return self._each(slip_margin)

    @cached_property
    def utilisations(self) -> Array:
        """Part of its friction each contact uses (k,), |f_t| / (mu f_n): 0 none, 1 about to slide.

        For a pyramid the greater of its two directions, with a soft finger's torsion the greater
        of both; 0 where no force acts.
        """
        return self._each(utilisation)

    @cached_property
    def limiting_contact(self) -> str | None:
        """Name of the contact with the least slip margin; None without contacts or feasibility."""
        if self.contact_forces is None or not self.problem.slices:
            return None
        return self.problem.state.names[int(self.slip_margins.argmin())]

    def certificate_holds(self, tolerance: float = FEASIBLE_RESIDUAL) -> bool:
        """Check the certificate from the contact state alone, without the solver.

        Feasible: every force in its friction set and the sum equal to the wrench. Infeasible: the
        twist's contact velocities in every dual friction set and its power on the wrench negative.
        """
        # About the contacts' centre from far away; where they are at one place, about either.
        if self._centred is not None and self._centred.certificate_holds(tolerance):
            return True
        if self.contact_forces is not None:
            return self._forces_add_up(tolerance)
        return self._twist_separates(tolerance)

    @cached_property
    def _centred(self) -> WrenchVerdict | None:
        """The same verdict about the contacts' centre, where the reference point is far away."""
        problem, twist = self.problem, self.separating_twist
        if problem.centred is None:
            return None
        if twist is not None:
            twist = shift_twist(twist, problem.state.centre)
        wrench, forces = problem.about_centre(self.contact_wrench), self.contact_forces
        return WrenchVerdict(problem.centred, wrench, forces, twist, self.known_margin)

    def _forces_add_up(self, tolerance: float) -> bool:
        assert self.contact_forces is not None
        problem = self.problem
        gap = problem.force_matrix @ self.contact_forces - problem.scaling * self.contact_wrench
        size = max(
            largest_magnitude(self.contact_forces),
            float(np.abs(problem.scaling * self.contact_wrench).max()),
        )
        # A force that is zero but for rounding has no direction: judged a little inside.
        lifted = self.contact_forces.copy()
        lifted[[columns.start for columns in problem.slices]] += tolerance * size
        return bool(np.abs(gap).max() <= tolerance * size) and all(
            friction_cone(contact.friction, problem.dimension).contains(lifted[columns], tolerance)
            for contact, columns in zip(problem.state.contacts, problem.slices, strict=True)
        )

    def _twist_separates(self, tolerance: float) -> bool:
        assert self.separating_twist is not None
        problem = self.problem
        scaled = self.separating_twist / problem.scaling
        velocities = problem.force_matrix.T @ scaled
        size = float(np.abs(scaled).max() * largest_magnitude(problem.force_matrix))
        for contact, columns in zip(problem.state.contacts, problem.slices, strict=True):
            edges = contact.friction.force_edges(problem.dimension)
            if edges is not None:
                # By edges of their own length: long ones, of much friction, carry rounding along.
                lengths = np.abs(edges).max(axis=1)
                if (edges @ velocities[columns] < -tolerance * size * lengths).any():
                    return False
                continue
            dual = friction_cone(contact.friction, problem.dimension).dual()
            lift = np.zeros(dual.space_dimension)
            # A velocity that is zero but for rounding has no direction; long edges carry it along.
            widths = contact.friction.half_widths(problem.dimension)
            reach = max(1.0, *widths, contact.friction.torsion_limit(problem.dimension))
            lift[0] = tolerance * size * reach
            if not dual.contains(velocities[columns] + lift, tolerance):
                return False
        # One after the other to about one: the product of very small numbers vanishes.
        twist = self.separating_twist / (np.abs(self.separating_twist).max() or 1.0)
        wrench = self.contact_wrench / (np.abs(self.contact_wrench).max() or 1.0)
        return bool(twist @ wrench < 0.0)

    def _each(self, measure: Callable[[Array, FrictionModel], float]) -> Array:
        state, slices = self.problem.state, self.problem.slices
        if self.contact_forces is None:
            return frozen_array(np.full(len(slices), np.nan))
        return frozen_array(
            [
                measure(self.contact_forces[columns], contact.friction)
                for contact, columns in zip(state.contacts, slices, strict=True)
            ]
        )


def about_reference_point(
    problem: ContactWrenchProblem, wrench: Array, centred: WrenchVerdict
) -> WrenchVerdict:
    """Return a verdict of `problem.centred` as that of the wrench (d,) about its own point."""
    twist = centred.separating_twist
    if twist is not None:
        twist = shift_twist(twist, -problem.state.centre)
    return WrenchVerdict(problem, wrench, centred.contact_forces, twist, centred.known_margin)
