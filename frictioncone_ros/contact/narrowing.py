# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction sets narrowed by what is not known: inside every set the contact may truly have."""

from __future__ import annotations

from math import atan, cos, pi, tan
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction import CircularCone, FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_number, as_vector
from frictioncone_ros.spatial.converters import as_given, as_rows, SpaceDimension

SAME_WAY = pi / 4.0
"""Contacts whose normals are no further apart slip together [rad]."""


@checked
def narrowed_friction(
    friction: FrictionModel, dimension: SpaceDimension, tilt: float
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


@checked
def inscribed_coefficient(friction: FrictionModel, dimension: SpaceDimension) -> float:
    """Return the coefficient of the largest circular cone inside the friction set [-]."""
    return friction.inscribed_coefficient(dimension)


Normals = Annotated[Array, as_rows((2, 3), '(k, 2) or (k, 3)')]


@checked
def joint_deviations(
    normals: Normals, deviations: ArrayLike, common: Annotated[float, as_given] = 0.0
) -> Array:
    """
    Return what counts of each normal's error (k,) [rad] where a body slips as a whole.

    normals: (k, 2) or (k, 3) units. deviations: (k,) of each normal by itself [rad]. common:
    share of each variance that contacts have in common, as where one estimate of the surface gave
    them all [0, 1].

    What one normal takes from a body that slips another gives back: to first order the sum of
    their errors counts, which deviates less than each of them does at its worst. That is shared
    out in proportion to each deviation, among contacts that face the same way (within SAME_WAY);
    others press on each other instead. It is never more than a contact's own, and its own where
    it alone is unsure. For contacts that carry about as much as each other: where one carries all,
    its own error counts in full.
    """
    alone = as_vector(deviations, len(normals), 'deviations')
    common = require_share(common)
    near = (normals @ normals.T >= cos(SAME_WAY)).astype(np.float64)
    added = near @ alone
    together = np.sqrt((1.0 - common) * (near @ alone**2) + common * added**2)
    # Where nothing is unsure nothing is shared out.
    shared = alone * (together / np.where(added > 0.0, added, 1.0))
    if not np.isfinite(shared).all():
        raise InvalidInputError('deviations', alone.tolist(), 'angles whose squares are finite')
    return np.asarray(shared)


def require_share(common: float) -> float:
    """Return a number that is a share, 0 to 1; raise InvalidInputError unless it is one."""
    share = as_number(common, 'common')
    if not 0.0 <= share <= 1.0:
        raise InvalidInputError('common', common, 'a share, 0 to 1')
    return share
