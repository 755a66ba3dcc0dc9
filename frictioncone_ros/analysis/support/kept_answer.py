# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is kept of a wrench, how surely, and what that leaves for a question nearby."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.verdict import CarriedVerdict
from frictioncone_ros.analysis.support.yield_limit import YieldLimit
from frictioncone_ros.spatial.arrays import Array

KEPT_SHORTFALL = 5e-3
"""Part of the margin that may be missing before anything is given up: limits are stated a little
too low [-]."""
KEPT_ROUNDING = 5e-7
"""The same in units of the wrench's size, for margins near zero [-]."""


class KeptStart(NamedTuple):
    """
    What one answer leaves for a question nearby.

    was_reduced: whether that was the answer. depth: the margin found [N]. slip: (q,) of the limit
    on a plane. limit: in general position, and as_sent: (q,) the displacement under what was kept.
    """

    was_reduced: bool
    depth: float
    slip: Array | None = None
    limit: YieldLimit | None = None
    as_sent: Array | None = None


NO_START = KeptStart(was_reduced=False, depth=0.0)


class Kept(NamedTuple):
    """
    What is kept of a contact wrench, and how surely.

    contact_wrench: (d,) of the contacts on the body. contact_forces: (c,) contact-major that give
    it, where it was reduced; None where all of it was kept. margin: [N] as it will be carried,
    never too high. start: for questions nearby. displacement: where it was reduced, what strains
    the springs for the forces that are left above the depth, as in CarriedVerdict. shears: whether
    more than rounding of it may shear. is_coarse: whether it is one of a few shares that were
    tried, because the limit was not found.
    """

    contact_wrench: Array
    contact_forces: Array | None
    margin: float
    start: KeptStart
    displacement: Array | None = None
    shears: bool = True
    is_coarse: bool = False

    def certificate_holds(self, support: SupportProblem, tolerance: float = 1e-7) -> bool:
        """
        Check that springs make the forces that are left above the depth, and that these hold.

        Only of a wrench that was reduced: the displacement is its proof.
        """
        if self.contact_forces is None or self.displacement is None:
            return False
        problem, depth = support.problem, self.margin
        left = self.contact_forces - depth * problem.depth_forces
        wrench = self.contact_wrench - depth * problem.depth_wrench / problem.scaling
        verdict = CarriedVerdict(support.lowered(depth), wrench, left, self.displacement)
        return verdict.certificate_holds(tolerance)


def least_margin(depth: float, size: float) -> float:
    """Return the margin [N] from which a wrench of a size is kept as it is."""
    return (1.0 - KEPT_SHORTFALL) * depth - KEPT_ROUNDING * size
