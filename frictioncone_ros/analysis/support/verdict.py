# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The answer about one wrench: whether it will be carried, how surely, and the proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from frictioncone_ros.analysis.feasibility import slip_margin, utilisation, WrenchVerdict
from frictioncone_ros.analysis.support.coupled_answers import (
    coupled_load_factor,
    coupled_margin,
    pressing_wrench,
)
from frictioncone_ros.analysis.support.plane_answers import (
    normal_springs,
    plane_load,
    plane_margin,
    shear_limit,
)
from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.spatial.arrays import Array, frozen_array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL


@dataclass(frozen=True, eq=False)
class CarriedVerdict:
    """
    Whether the contact forces that compliant contacts take carry a wrench.

    contact_wrench: (d,) of the contacts on the body about the reference point [N, Nm].
    contact_forces: (c,) contact-major, the ones that occur; None where the contacts slip or part.
    displacement: (d,) scaled twist, as `support.judged` scales wrenches, by which the springs are
    strained, where normal and tangential forces depend on each other; in one support plane the
    (p,) that strains the normal springs.
    """

    support: SupportProblem
    contact_wrench: Array
    contact_forces: Array | None
    displacement: Array | None

    @property
    def carried(self) -> bool:
        """Whether the contacts will hold."""
        return self.contact_forces is not None

    @cached_property
    def margin(self) -> float:
        """
        Depth [N]: how much less every contact could press, friction sets moved so far, at last.

        The first limit on the way to less: the wrench less t times the depth wrench is carried, as
        springs share it, up to this t. Beyond it that may be so once more, where other contacts
        press. Never above the margin of what can be carried, equal to it where the forces are
        determined. -inf where no pressing helps; inf where no depth that was tried, up to a
        thousand times the load, is too much, as in grasps that hold what they press by.
        """
        if self.support.plane is not None:
            return plane_margin(self.support, plane_load(self.support.plane, self._scaled))
        return coupled_margin(self.support, self._scaled)

    @cached_property
    def load_factor(self) -> float | None:
        """
        By how much what shears may grow until the first slip; None where that has no limit.

        What presses stays: the wrench of the normal forces that contacts would take if none could
        slip; 0 where neither that alone is carried nor all of it. 1 on the limit, no less where
        the wrench is carried and no more where it is not.
        """
        scaled, plane = self._scaled, self.support.plane
        if plane is not None:
            load = plane_load(plane, scaled)
            springs = normal_springs(self.support, load.press)
            if springs is None:
                return 0.0
            if not load.shears:
                return None
            limit = shear_limit(plane, springs.normal_forces, load)
            return 0.0 if limit is None else max(limit.value, 0.0)
        pressing = pressing_wrench(self.support, scaled)
        if pressing is None:
            return 0.0
        if largest_entry(scaled - pressing) <= FEASIBLE_RESIDUAL * largest_entry(scaled):
            return None
        factor = coupled_load_factor(self.support, scaled, pressing)
        return None if factor == inf else factor

    @cached_property
    def normal_forces(self) -> Array:
        """Normal force of each contact (k,) [N]; not a number where the wrench is not carried."""
        return self._each(lambda force, _: float(force[0]))

    @cached_property
    def utilisations(self) -> Array:
        """Part of its friction that each contact uses (k,): several at 1 may still hold."""
        return self._each(utilisation)

    @cached_property
    def slip_margins(self) -> Array:
        """Distance of each contact force from sliding (k,) [N]."""
        return self._each(slip_margin)

    @property
    def limiting_contact(self) -> str | None:
        """Name of the contact that uses most of its friction; None where nothing is carried."""
        if self.contact_forces is None or not self.support.problem.slices:
            return None
        return self.support.problem.state.names[int(self.utilisations.argmax())]

    def certificate_holds(self, tolerance: float = FEASIBLE_RESIDUAL) -> bool:
        """
        Check that the forces are admissible, add up, and that springs make the normal forces.

        A wrench that is not carried has a certificate only where it cannot be carried at all, or
        on one support plane, by a slip on which friction takes less power than the wrench gives.
        """
        if self.contact_forces is None:
            return self._slips(tolerance)
        problem, wrench = self.support.problem, self.contact_wrench
        forces = WrenchVerdict(problem, wrench, self.contact_forces, None)
        return forces.certificate_holds(tolerance) and self._springs_agree(tolerance)

    def _springs_agree(self, tolerance: float) -> bool:
        assert self.displacement is not None
        support, springs = self.support, self.support.springs
        plane = support.plane
        directions = support.parts.normals if plane is None else plane.presses
        strain = springs.preload + springs.normal * (directions @ self.displacement)
        size = max(largest_entry(self.normal_forces), largest_entry(self._scaled))
        return largest_entry(np.maximum(strain, 0.0) - self.normal_forces) <= tolerance * size

    def _slips(self, tolerance: float) -> bool:
        plane = self.support.plane
        if plane is None:
            return False
        load = plane_load(plane, self._scaled)
        springs = normal_springs(self.support, load.press)
        if springs is None:
            tips = (plane.tipping_rows @ load.press).max(initial=-inf) > 0.0
            return bool(tips) or plane.is_astray(load.press)
        limit = shear_limit(plane, springs.normal_forces, load)
        if limit is None:
            return True
        sizes = springs.normal_forces[plane.shears.owners]
        lost = sizes @ np.linalg.norm(plane.shears.friction @ limit.slip, axis=1)
        return bool(lost < (1.0 + tolerance) * (load.shear @ limit.slip))

    @cached_property
    def _scaled(self) -> Array:
        return self.support.scaled(self.contact_wrench)

    def _each(self, measure: Callable[[Array, FrictionModel], float]) -> Array:
        problem = self.support.problem
        if self.contact_forces is None:
            return frozen_array(np.full(len(problem.slices), np.nan))
        return frozen_array(
            [
                measure(self.contact_forces[columns], contact.friction)
                for contact, columns in zip(problem.state.contacts, problem.slices, strict=True)
            ]
        )
