# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What part of one measured wrench each of several known contacts carries.

The sum of the contacts' wrenches is measured; what they do against each other is not. So each
force starts from a wide Gaussian: along the normal a push as large as the wrench says that forces
are, and as unsure; within friction across. The measurement narrows it: the covariance stays wide
where the sum says nothing. A share that pulls is none: that contact is left out, and the rest
shared again. Began they without a push, of two that pinch one would be left out on no evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi, sqrt

import numpy as np
from scipy.linalg import block_diag
from scipy.special import erfcx

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.contact.narrowing import inscribed_coefficient
from frictioncone_ros.estimation.sized_arrays import (
    Finite,
    require_spatial,
    Six,
    SixBySix,
    Three,
    ThreeByThree,
)
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.spatial import Array, cross_matrix, SPATIAL
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.tolerances import ROUNDING

ROUNDS = 3
"""How often the forces found say what the contacts' own positions are unsure by."""
DEVIATIONS = 3.0
"""A moment counts by what it has beyond so many standard deviations of its noise."""
SURE = 30.0
"""A pull of so many deviations leaves no push likely that is worth a number."""
LEAST_FRICTION = 0.05
"""Forces across the normal start no narrower than with this coefficient: estimates err [-]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ForceShare:
    """
    One contact's part of a measured wrench.

    force: (3,) from the environment on the body [N]. covariance: (3, 3) [N^2]; wide where the sum
    does not tell. normal_moment: of a soft finger about its normal, on the body [N m].
    """

    force: Three
    covariance: ThreeByThree
    normal_moment: Finite = 0.0


@dataclass(frozen=True, eq=False)
class ForceShares:
    """
    All contacts' parts of a measured wrench.

    parts: one a contact. covariance: (3k, 3k) of all k forces together [N^2]; zero for contacts
    that were left out.
    """

    parts: Sequence[ForceShare]
    covariance: Array


@checked
def force_shares(
    wrench: Six,
    covariance: SixBySix,
    contacts: Sequence[ContactPoint],
    position_covariances: Sequence[ThreeByThree | None] = (),
) -> ForceShares:
    """
    Return each contact's share, zero where it would have to pull.

    The doubt of such a zero is the sensor's and what the pull leaves likely of a push.

    wrench: (6,) from the environment on the body, about the origin the positions are taken from.
    covariance: (6, 6). position_covariances: (3, 3) [m^2] of each contact, None or missing: exact.
    """
    require_spatial(contacts)
    if len(position_covariances) > len(contacts):
        expected = f'{len(contacts)} at most, one a contact'
        raise InvalidInputError(
            'number of position covariances', len(position_covariances), expected
        )
    unsure = [*position_covariances, *[None] * (len(contacts) - len(position_covariances))]
    pressing, left_out = list(range(len(contacts))), dict[int, ForceShare]()
    while pressing:
        chosen = [(contacts[index], unsure[index]) for index in pressing]
        forces, moments, posterior = _shared(wrench, covariance, chosen)
        normals = np.array([contact.contact_normal for contact, _ in chosen])
        pushes = np.einsum('ij,ij->i', normals, forces)
        worst = int(np.argmin(pushes))
        own = [posterior[_block(place), _block(place)] for place in range(len(pressing))]
        if pushes[worst] >= 0.0 or len(pressing) == 1:
            shares = map(ForceShare, forces, own, moments.tolist())
            parts = left_out | dict(zip(pressing, shares, strict=True))
            return ForceShares(
                [parts[index] for index in range(len(contacts))],
                _placed(posterior, pressing, len(contacts)),
            )
        deviation = sqrt(max(0.0, float(normals[worst] @ own[worst] @ normals[worst])))
        missed = _width(chosen[worst][0], _missed_push(-float(pushes[worst]), deviation))
        left_out[pressing.pop(worst)] = ForceShare(np.zeros(3), covariance[:3, :3] + missed)
    return ForceShares([], np.zeros((0, 0)))


def _placed(posterior: Array, where: Sequence[int], count: int) -> Array:
    """Return the covariance (3k, 3k) of all k forces from that of some."""
    whole = np.zeros((3 * count, 3 * count))
    places = np.ravel([range(3 * index, 3 * index + 3) for index in where])
    whole[np.ix_(places, places)] = posterior
    return whole


def _missed_push(pull: float, deviation: float) -> float:
    """
    Return how large a push may be that was found to be a pull of a deviation, all in [N].

    The root mean square of a Gaussian about -pull where it is positive.
    """
    if pull >= SURE * deviation:
        return 0.0
    ratio = pull / deviation
    hazard = sqrt(2.0 / pi) / float(erfcx(ratio / sqrt(2.0)))
    return deviation * sqrt(max(0.0, 1.0 + ratio * (ratio - hazard)))


def _block(index: int) -> slice:
    return slice(3 * index, 3 * index + 3)


def _shared(
    wrench: Array, covariance: Array, contacts: Sequence[tuple[ContactPoint, Array | None]]
) -> tuple[Array, Array, Array]:
    """
    Return forces (k, 3), moments about the normals (k,), and the forces' covariance (3k, 3k).

    Gaussian, signs not looked at. Only soft fingers have moments of their own.
    """
    points = [contact for contact, _ in contacts]
    size = _size(wrench, covariance, points)
    grasp = np.hstack([_map(point) for point in points] + [_turning(point) for point in points])
    pushes = size * np.concatenate([point.contact_normal for point in points])
    expected = np.concatenate((pushes, np.zeros(len(points))))
    torsions = [size * point.friction.torsion_limit(SPATIAL) for point in points]
    prior = block_diag(*[_width(point, size) for point in points], np.diag(torsions) ** 2)
    found, noise, gain = expected, covariance, np.zeros((len(prior), SPATIAL))
    for _ in range(ROUNDS):
        noise = covariance + _lever_noise(found, contacts)
        gain = _gain(grasp @ prior, grasp @ prior @ grasp.T + noise)
        found = expected + gain @ (wrench - grasp @ expected)
    # A sum of squares: a difference of covariances rounds below none.
    left = np.eye(len(prior)) - gain @ grasp
    posterior = left @ prior @ left.T + gain @ noise @ gain.T
    count = len(pushes)
    return found[:count].reshape(-1, 3), found[count:], posterior[:count, :count]


def _gain(to_wrench: Array, covariance: Array) -> Array:
    """Return (n, 6): what each unknown takes of the wrench that is not expected."""
    try:
        return np.asarray(np.linalg.solve(covariance, to_wrench).T)
    except np.linalg.LinAlgError:
        raise NumericalError(
            "the wrench cannot be shared: beside its size the sensor's noise is rounding"
        ) from None


def _size(wrench: Array, covariance: Array, contacts: Sequence[ContactPoint]) -> float:
    """
    Return how large the contacts' forces may be at least, as far as their sum tells [N].

    No less than its noise: a reading of zero does not say that nothing presses.

    What presses from opposite sides at different places cancels in the force and not in the
    moment: that counts too, about the contacts' centre over their spread, where it is no noise.
    """
    places = np.array([contact.contact_position for contact in contacts])
    centre = places.mean(axis=0)
    spread = float(np.linalg.norm(places - centre)) / sqrt(len(contacts))
    noise = sqrt(max(0.0, float(np.trace(covariance[:3, :3]))))
    force = max(float(np.linalg.norm(wrench[:3])), noise)
    if spread <= ROUNDING * float(np.abs(places).max()):
        return force
    about_centre = np.hstack((-cross_matrix(centre), np.eye(3)))
    noise = sqrt(max(0.0, float(np.trace(about_centre @ covariance @ about_centre.T))))
    moment = float(np.linalg.norm(about_centre @ wrench)) - DEVIATIONS * noise
    return hypot(force, max(moment, 0.0) / spread)


def _map(contact: ContactPoint) -> Array:
    """Return (6, 3): the wrench of a unit force at the contact."""
    return np.vstack((np.eye(3), cross_matrix(contact.contact_position)))


def _turning(contact: ContactPoint) -> Array:
    """Return (6, 1): the wrench of a unit moment about the contact's normal."""
    return np.concatenate((np.zeros(3), contact.contact_normal))[:, None]


def _width(contact: ContactPoint, size: float) -> Array:
    """Return the (3, 3) covariance a force starts from: friction's width across the normal."""
    normal = contact.contact_normal
    along = np.outer(normal, normal)
    friction = max(inscribed_coefficient(contact.friction, SPATIAL), LEAST_FRICTION)
    return size**2 * (along + friction**2 * (np.eye(3) - along))


def _lever_noise(forces: Array, contacts: Sequence[tuple[ContactPoint, Array | None]]) -> Array:
    """Return the (6, 6) covariance of moments from positions that are not sure."""
    noise = np.zeros((SPATIAL, SPATIAL))
    for index, (_, unsure) in enumerate(contacts):
        if unsure is not None:
            lever = cross_matrix(forces[3 * index : 3 * index + 3])
            noise[3:, 3:] += lever @ unsure @ lever.T
    return noise
