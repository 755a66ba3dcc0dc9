# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What part of one measured wrench each of several known contacts carries.

The sum of the contacts' wrenches is measured; what they do against each other is not. So each
force starts from a wide Gaussian, as wide as the measured force along the normal and within
friction across, and the measurement narrows it: the covariance stays wide where the sum says
nothing. A share that pulls is none: that contact is left out, and the rest shared again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.contact.narrowing import inscribed_coefficient
from frictioncone_ros.spatial import Array, cross_matrix, SPATIAL

ROUNDS = 3
"""How often the forces found say what the contacts' own positions are unsure by."""
LEAST_FRICTION = 0.05
"""Forces across the normal start no narrower than with this coefficient: estimates err [-]."""


@dataclass(frozen=True, eq=False)
class ForceShare:
    """
    One contact's part of a measured wrench.

    force: (3,) from the environment on the body [N]. covariance: (3, 3) [N^2]; wide where the sum
    does not tell.
    """

    force: Array
    covariance: Array


@dataclass(frozen=True, eq=False)
class ForceShares:
    """
    All contacts' parts of a measured wrench.

    parts: one a contact. covariance: (3k, 3k) of all k forces together [N^2]; zero for contacts
    that were left out.
    """

    parts: Sequence[ForceShare]
    covariance: Array


def force_shares(
    wrench: Array,
    covariance: Array,
    contacts: Sequence[ContactPoint],
    position_covariances: Sequence[Array | None] = (),
) -> ForceShares:
    """
    Return each contact's share, zero with the sensor's doubt where it would have to pull.

    wrench: (6,) from the environment on the body, about the origin the positions are taken from.
    covariance: (6, 6). position_covariances: (3, 3) [m^2] of each contact, None or missing: exact.
    """
    unsure = [*position_covariances, *[None] * (len(contacts) - len(position_covariances))]
    pressing = list(range(len(contacts)))
    while pressing:
        chosen = [(contacts[index], unsure[index]) for index in pressing]
        forces, posterior = _shared(wrench, covariance, chosen)
        pulls = [
            float(contact.contact_normal @ force)
            for (contact, _), force in zip(chosen, forces, strict=True)
        ]
        worst = int(np.argmin(pulls))
        if pulls[worst] >= 0.0 or len(pressing) == 1:
            whole = np.zeros((3 * len(contacts), 3 * len(contacts)))
            places = np.ravel([range(3 * index, 3 * index + 3) for index in pressing])
            whole[np.ix_(places, places)] = posterior
            return ForceShares(_placed(forces, whole, pressing, covariance[:3, :3]), whole)
        del pressing[worst]
    return ForceShares([], np.zeros((0, 0)))


def _shared(
    wrench: Array, covariance: Array, contacts: Sequence[tuple[ContactPoint, Array | None]]
) -> tuple[Array, Array]:
    """Return forces (k, 3) and their covariance (3k, 3k), Gaussian, signs not looked at."""
    count = len(contacts)
    grasp = np.hstack([_map(contact) for contact, _ in contacts])
    size = float(np.linalg.norm(wrench[:3]))
    prior = np.zeros((3 * count, 3 * count))
    for index, (contact, _) in enumerate(contacts):
        prior[3 * index : 3 * index + 3, 3 * index : 3 * index + 3] = _width(contact, size)
    forces = np.zeros(3 * count)
    posterior = prior
    for _ in range(ROUNDS):
        noise = covariance + _lever_noise(forces, contacts)
        gain = np.linalg.solve(grasp @ prior @ grasp.T + noise, grasp @ prior).T
        forces = gain @ wrench
        posterior = prior - gain @ grasp @ prior
    return forces.reshape(-1, 3), posterior


def _map(contact: ContactPoint) -> Array:
    """Return (6, 3): the wrench of a unit force at the contact."""
    return np.vstack((np.eye(3), cross_matrix(contact.contact_position)))


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


def _placed(forces: Array, whole: Array, where: Sequence[int], doubt: Array) -> list[ForceShare]:
    """Return a share for each contact; those left out carry nothing that can be told."""
    shares = [ForceShare(np.zeros(3), doubt)] * (len(whole) // 3)
    for force, index in zip(forces, where, strict=True):
        block = slice(3 * index, 3 * index + 3)
        shares[index] = ForceShare(force, whole[block, block])
    return shares
