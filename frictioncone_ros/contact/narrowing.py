# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction sets narrowed by what is not known: inside every set the contact may truly have."""

from __future__ import annotations

from math import atan, cos, sqrt, tan

from frictioncone_ros.contact.friction import CircularCone, FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_non_negative


def narrowed_friction(
    friction: FrictionModel, dimension: int, tilt: float
) -> FrictionModel | None:
    """
    Return a friction set that lies in the true one however its normal is tilted.

    tilt: largest angle between the stated and the true normal [rad]. A cone of half angle
    atan(mu) - tilt about the stated normal lies in the cone of half angle atan(mu) about any
    normal so near; pyramids and polygons are replaced by the largest circular cone inside them
    first, whose axis matters no longer. A soft finger's torsion loses the cosine of the tilt.
    None where no direction is safe: the stated normal itself may lie outside the true set.
    """
    tilt = as_non_negative(tilt, 'tilt of the normal')
    if tilt == 0.0:
        return friction
    angle = atan(inscribed_coefficient(friction, dimension)) - tilt
    if angle <= 0.0:
        return None
    return friction.narrowed_to(CircularCone(tan(angle)), cos(tilt))


def inscribed_coefficient(friction: FrictionModel, dimension: int) -> float:
    """Return the coefficient of the largest circular cone inside the friction set [-]."""
    return friction.inscribed_coefficient(dimension)


def shared_tilt(deviation: float, contact_count: int, common: float = 0.0) -> float:
    """
    Return by how much contacts of one surface are tilted together [rad], standard deviation.

    deviation: of each contact's normal [rad]. common: share of its variance that all contacts
    have in common, as where one estimate of the surface gave them all [0, 1]. A body slips as a
    whole: what one normal takes from it another gives back, so that to first order the mean of
    their errors counts, whose variance falls with their number but for what they share. For
    contacts whose normals are near each other; opposed ones press on each other instead.
    """
    variance = as_non_negative(deviation, 'deviation') ** 2
    if not 0.0 <= common <= 1.0:
        raise InvalidInputError('common', common, 'a share, 0 to 1')
    if contact_count < 1:
        raise InvalidInputError('contact count', contact_count, 'at least 1')
    return sqrt(variance * ((1.0 - common) / contact_count + common))
