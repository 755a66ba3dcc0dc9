# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a contact source says about one contact, and about all of them at one time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.estimation.sized_arrays import (
    Count,
    Finite,
    GivenTwist,
    NonNegative,
    Probability,
    SpatialPose,
    Three,
    ThreeByThree,
)
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import not_given


@checked_fields
@dataclass(frozen=True, eq=False)
class ContactEstimate:
    """
    One contact as a source knows it; what is not known is None.

    point: geometry and friction. in_contact: False for a candidate that does not touch.
    probability: in 0..1 that in_contact is right. distance: gap along the normal [m], negative
    overlapping. relative_velocity: (3,) of the moving body against the environment [m/s].
    position_covariance: (3, 3) [m^2]. normal_covariance: (3, 3) of the small rotation of the
    normal [rad^2]. friction_uncertainty: half-width of the interval mu may lie in [-].
    force: (3,) from the environment on the moving body [N]; with it normal_moment, about the
    normal [N m], and force_covariance (3, 3) [N^2].
    """

    point: ContactPoint
    in_contact: bool = True
    probability: Probability = 1.0
    distance: Finite | None = None
    relative_velocity: Three | None = None
    position_covariance: ThreeByThree | None = None
    normal_covariance: ThreeByThree | None = None
    friction_uncertainty: NonNegative = 0.0
    force: Three | None = None
    normal_moment: Finite = 0.0
    force_covariance: ThreeByThree | None = None


@checked_fields
@dataclass(frozen=True, eq=False)
class EstimatedContacts:
    """
    A complete snapshot: a contact that is not listed does not exist.

    frame: axes and origin of every vector. stamp: of the measurement [ns]. twist: (6,) of the
    moving body, linear first, at the frame's origin [m/s, rad/s]; empty where it is not known.
    """

    frame: str
    stamp: Count
    contacts: Sequence[ContactEstimate] = ()
    twist: GivenTwist = field(default_factory=not_given)


@checked
def rotated(pose: SpatialPose, covariance: ThreeByThree | None) -> Array | None:
    """Return a covariance (3, 3) given along a frame's axes along those the frame is seen in."""
    if covariance is None:
        return None
    return np.asarray(pose.rotation.T @ covariance @ pose.rotation)
