# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a contact source says about one contact, and about all of them at one time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.spatial import Array, RigidTransform
from frictioncone_ros.spatial.arrays import not_given


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
    probability: float = 1.0
    distance: float | None = None
    relative_velocity: Array | None = None
    position_covariance: Array | None = None
    normal_covariance: Array | None = None
    friction_uncertainty: float = 0.0
    force: Array | None = None
    normal_moment: float = 0.0
    force_covariance: Array | None = None


@dataclass(frozen=True, eq=False)
class EstimatedContacts:
    """
    A complete snapshot: a contact that is not listed does not exist.

    frame: axes and origin of every vector. stamp: of the measurement [ns]. twist: (6,) of the
    moving body, linear first, at the frame's origin [m/s, rad/s]; empty where it is not known.
    """

    frame: str
    stamp: int
    contacts: Sequence[ContactEstimate] = ()
    twist: Array = field(default_factory=not_given)


def rotated(pose: RigidTransform, covariance: ArrayLike | None) -> Array | None:
    """Return a covariance (3, 3) given along a frame's axes along those the frame is seen in."""
    if covariance is None:
        return None
    return pose.rotation.T @ np.asarray(covariance) @ pose.rotation
