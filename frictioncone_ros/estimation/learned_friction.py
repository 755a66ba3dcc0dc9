# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction that the forces of one contact, or of all contacts of one flat patch, have told.

What the corners of a patch carry against each other is not measured, their sum is. It is one pair
of materials, so one coefficient: where all of them slide the same way, the sum's ratio tells it.

A pair is known by the names of both its bodies. Where one of them has none, a contact that ends
and comes again under its own name may touch anything: what it has told is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, FrictionModel, SoftFinger
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.estimation.friction_memory import (
    friction_reading,
    FrictionInterval,
    FrictionMemory,
)
from frictioncone_ros.estimation.sized_arrays import NonNegative, require_spatial
from frictioncone_ros.spatial import Array, as_matrix, SPATIAL
from frictioncone_ros.spatial.arguments import checked

MOST_MEMORIES = 100
"""So many pairs' frictions are remembered: names come from outside and may be without end."""

FLAT = 1e-6
"""One minus the cosine up to which normals are those of one flat patch: 1.4 mrad."""

SAME_WAY = 0.999
"""
Least cosine of a corner's slip with all corners' mean where all slide the same way: 2.5 degrees.

Whichever corner carries the load, the sum's ratio is lower than the coefficient by no more.
"""


Materials = tuple[tuple[str, ...], FrictionModel, float]
"""Names of both bodies, or the contact's own; the friction and its doubt that it comes with."""


class LearnedFriction:
    """Holds what is known of each pair's friction from reading to reading."""

    @checked
    def __init__(self, prior: FrictionInterval, sliding_speed: NonNegative, sensed: str) -> None:
        """
        Begin with nothing learned.

        prior: of contacts without an interval of their own, and of the one named `sensed`.
        sliding_speed: tangential speeds above it are sliding [m/s].
        """
        self._prior, self._sliding_speed, self._sensed = prior, sliding_speed, sensed
        self._memories: dict[Materials, FrictionMemory] = {}

    @checked
    def learned(
        self, contacts: Sequence[ContactEstimate], covariance: Array
    ) -> list[ContactEstimate]:
        """
        Return contacts with the friction their forces have told, inside its prior.

        covariance: (3k, 3k) of the forces of all k contacts together [N^2].
        """
        size = 3 * len(contacts)
        covariance = as_matrix(covariance, (size, size), 'covariance of the forces')
        require_spatial([contact.point for contact in contacts])
        self.keep(contacts)
        found = list(contacts)
        for patch in flat_patches(contacts):
            interval = self._updated_interval(
                [contacts[index] for index in patch], _summed(covariance, patch)
            )
            for index in patch:
                found[index] = _with_interval(contacts[index], interval)
        return found

    @checked
    def keep(self, contacts: Sequence[ContactEstimate]) -> None:
        """Forget pairs without names that are not among these contacts; those with names stay."""
        present = {_materials(contact) for contact in contacts}
        for key in [key for key in self._memories if len(key[0]) == 1 and key not in present]:
            del self._memories[key]

    @checked
    def at_most(self, contact: ContactEstimate) -> ContactPoint:
        """
        Return the contact's point with the most friction that was thought possible before.

        With less, a force across the normal that friction does carry would seem to be a smaller
        one with less push, and its ratio more than any there is.
        """
        friction = contact.point.friction
        if isinstance(friction, CircularCone | SoftFinger):
            largest = self._prior_of(contact).largest
            return contact.point.with_friction(_with_coefficient(friction, largest))
        widest = max(friction.coefficients, default=0.0)
        if not contact.friction_uncertainty:
            return contact.point
        return contact.point.with_friction(CircularCone(widest + contact.friction_uncertainty))

    def _updated_interval(
        self, patch: Sequence[ContactEstimate], covariance: Array
    ) -> FrictionInterval:
        """Return the interval of a patch after one reading; covariance: (3, 3) of its force."""
        first, memory = patch[0], self._memory(patch[0])
        unsure = first.normal_covariance
        reading = friction_reading(
            np.sum([one.force for one in patch if one.force is not None], axis=0),
            first.point.contact_normal,
            covariance,
            np.zeros((3, 3)) if unsure is None else unsure,
        )
        if reading is not None:
            # Whatever does not slide one way tells a lower bound.
            (memory.slid if self._slides(patch) else memory.held)(reading)
        return memory.interval

    def _memory(self, contact: ContactEstimate) -> FrictionMemory:
        key = _materials(contact)
        if key not in self._memories:
            if len(self._memories) >= MOST_MEMORIES:
                self._memories.clear()
            self._memories[key] = FrictionMemory(self._prior_of(contact))
        return self._memories[key]

    def _prior_of(self, contact: ContactEstimate) -> FrictionInterval:
        """
        Return what was known before: the settings', or what a known contact comes with.

        Of one that comes without an interval the settings' reaches to what is stated: that may
        be less than the settings think likely, and a source claims no more than it was told.
        """
        middle, half = contact.point.friction.friction_coefficient, contact.friction_uncertainty
        if contact.point.name == self._sensed:
            return self._prior
        if not half:
            least, largest = self._prior.least, self._prior.largest
            return FrictionInterval(min(least, middle), max(largest, middle))
        return FrictionInterval(max(middle - half, 0.0), middle + half)

    def _slides(self, patch: Sequence[ContactEstimate]) -> bool:
        """Tell whether all are known to slide the same way: each has to say its velocity."""
        ways = []
        for contact in patch:
            # A soft finger that turns as it slides spends friction on its moment.
            if contact.relative_velocity is None or contact.point.friction.torsion_limit(SPATIAL):
                return False
            normal, velocity = contact.point.contact_normal, contact.relative_velocity
            across = velocity - (velocity @ normal) * normal
            speed = float(np.linalg.norm(across))
            if speed <= self._sliding_speed:
                return False
            ways.append(across / speed)
        return bool(np.min(ways @ np.mean(ways, axis=0)) >= SAME_WAY)


@checked
def flat_patches(contacts: Sequence[ContactEstimate]) -> list[list[int]]:
    """Return the indices of contacts of the same two materials with the same normal."""
    patches: list[list[int]] = []
    for index, contact in enumerate(contacts):
        for patch in patches:
            other = contacts[patch[0]]
            turned = 1.0 - contact.point.contact_normal @ other.point.contact_normal
            if _materials(contact) == _materials(other) and turned <= FLAT:
                patch.append(index)
                break
        else:
            patches.append([index])
    return patches


def _materials(contact: ContactEstimate) -> Materials:
    """
    Return what contacts of the same two materials have in common.

    The names of both bodies, or the contact's own where one of them has none; and the friction
    they come with: a body may have a rubber pad and a bare edge.
    """
    point = contact.point
    bodies = (point.body, point.other_body) if point.body and point.other_body else (point.name,)
    return bodies, point.friction, contact.friction_uncertainty


def _summed(covariance: Array, patch: Sequence[int]) -> Array:
    """Return the covariance (3, 3) of the sum of some of the forces."""
    blocks = covariance.reshape(-1, 3, covariance.shape[0] // 3, 3)
    return blocks[np.ix_(patch, range(3), patch, range(3))].sum(axis=(0, 2))


def _with_interval(contact: ContactEstimate, interval: FrictionInterval) -> ContactEstimate:
    """Return a contact whose friction is the interval's middle, unsure by half its width."""
    friction = contact.point.friction
    if not isinstance(friction, CircularCone | SoftFinger):
        # Pyramids and ellipses have two coefficients, which one ratio does not tell.
        return contact
    model = _with_coefficient(friction, interval.coefficient)
    return replace(
        contact,
        point=contact.point.with_friction(model),
        friction_uncertainty=interval.uncertainty,
    )


def _with_coefficient(friction: CircularCone | SoftFinger, coefficient: float) -> FrictionModel:
    """Return a friction with another coefficient."""
    model = replace(friction, friction_coefficient=coefficient)
    if isinstance(model, SoftFinger) and friction.friction_coefficient > 0.0:
        # Torsion is of the same surface: a part of the friction times the size of the patch.
        lowered = coefficient / friction.friction_coefficient
        model = replace(model, torsional_friction=model.torsional_friction * lowered)
    return model
