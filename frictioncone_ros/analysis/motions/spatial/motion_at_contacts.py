# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a motion does at each contact: opening, sliding, spinning, zero where it is rounding."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, sqrt

import numpy as np

from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.contact import ContactMode, FIXED, Interaction, InteractionKind, SEPARATING
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.tolerances import SAME_MOTION


@dataclass(frozen=True, eq=False)
class MotionAtContacts:
    """
    A twist rate (or twist) as the contacts see it.

    accelerations: (k, 3) along the frames of all contacts of the state; velocities without
    inertia. resting: size below which one of them is what rounding leaves of zero. slips:
    (touching, 3) along t1, t2 and about the normal: of the present velocity, of the motion where
    there is none. separating: for each contact of the state whether it opens or is open already.
    """

    accelerations: Array
    resting: float
    slips: Array
    separating: list[bool]

    @classmethod
    def of(cls, problem: SpatialProblem, motion: Array) -> MotionAtContacts:
        """Return how the contacts see a motion (6,)."""
        accelerations = problem.contact_motion(motion)
        resting = _resting(problem, motion, accelerations)
        slips = _slips(problem, motion, accelerations, resting)
        separating = [True] * len(accelerations)
        for index in problem.ground.indices:
            separating[index] = bool(accelerations[index, 0] > resting)
        return cls(accelerations, resting, slips, separating)

    def state_slips(self, problem: SpatialProblem) -> Array:
        """Return slips (k, 3) of all contacts of the state, zero where they separate."""
        slips = np.zeros((len(self.separating), 3))
        slips[problem.ground.indices] = self.slips
        slips[self.separating] = 0.0
        return slips

    def mode(self, slips: Array) -> ContactMode:
        """Return what each contact does, given the slips (k, 3) of all contacts."""
        interactions = []
        for opens, (first, second, _) in zip(self.separating, slips.tolist(), strict=True):
            if opens:
                interactions.append(SEPARATING)
            elif first == second == 0.0:
                interactions.append(FIXED)
            else:
                interactions.append(Interaction(InteractionKind.SLIDING, atan2(second, first)))
        return ContactMode(tuple(interactions))


def _resting(problem: SpatialProblem, motion: Array, accelerations: Array) -> float:
    """
    Return the size below which a contact's part of a motion is what rounding leaves of zero.

    Without inertia a motion has no size of its own, and a body may turn about all its
    contacts at once: then their motion is nothing but rounding, and large beside itself.
    """
    size = largest_magnitude(accelerations)
    if not problem.dynamic:
        linear, angular = motion[:3], motion[3:]
        turning = sqrt(angular.dot(angular)) * problem.ground.reach
        size = max(size, sqrt(linear.dot(linear)), turning)
    return max(SAME_MOTION * size, problem.rest)


def _slips(problem: SpatialProblem, motion: Array, accelerations: Array, resting: float) -> Array:
    """
    Return the slips (touching, 3).

    What rounding leaves of a zero slip is removed, for it would have a direction like any other.
    """
    ground = problem.ground
    slips = np.empty((len(ground.indices), 3))
    slips[:, :2] = accelerations[ground.indices, 1:]
    slips[:, 2] = ground.spin_rows.dot(motion[3:])
    spin_size = SAME_MOTION * float(np.abs(motion[3:]).max())
    spin_rest = max(spin_size, problem.rest * ground.spin_scale)
    sizes = np.hypot(slips[:, 0], slips[:, 1])
    limits = SAME_MOTION * sizes
    limits[sizes <= resting] = np.inf
    slips[:, :2][np.abs(slips[:, :2]) <= limits[:, None]] = 0.0
    slips[np.abs(slips[:, 2]) <= spin_rest, 2] = 0.0
    for place, slip in ground.present_slips:
        if slip[:2].any():
            slips[place, :2] = slip[:2]
        if slip[2]:
            slips[place, 2] = slip[2]
    return slips
