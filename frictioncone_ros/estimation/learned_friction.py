# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction that the forces of one contact, or of all contacts of one flat patch, have told.

What the corners of a patch carry against each other is not measured, their sum is. It is one pair
of materials, so one coefficient: where all of them slide the same way, the sum's ratio tells it.

Friction coefficients learned while a contact is used: an interval, never beyond the prior.

While something slides, tangential over normal force *is* the coefficient; while it sticks, it is
a lower bound. Readings narrow the interval and never widen it beyond the prior; a slow forgetting
lets it follow a surface that changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from frictioncone_ros.contact import CircularCone, FrictionModel, SoftFinger
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix, SPATIAL
from frictioncone_ros.spatial.arrays import as_non_negative
from frictioncone_ros.tolerances import ROUNDING

DEVIATIONS = 3.0
"""Half-width of the interval in standard deviations."""
HOLD_DEVIATIONS = 5.0
"""The same for the lower bound of a contact that sticks: the largest of very many readings."""
MEMORY = 50.0
"""So many readings are remembered: older ones weigh less than a third."""
SHARPEST = 1e-4
"""No reading counts for sharper than this [-]."""


@dataclass(frozen=True)
class FrictionInterval:
    """The least and the largest coefficient a contact may have [-]."""

    least: float
    largest: float

    def __post_init__(self) -> None:
        """Refuse an interval that is none."""
        as_non_negative(self.least, 'least friction')
        if not self.least <= self.largest < np.inf:
            raise InvalidInputError('largest friction', self.largest, f'{self.least:g} or more')

    @property
    def coefficient(self) -> float:
        """The middle of the interval."""
        return 0.5 * (self.least + self.largest)

    @property
    def uncertainty(self) -> float:
        """Half its width."""
        return 0.5 * (self.largest - self.least)


@dataclass(frozen=True)
class FrictionReading:
    """Tangential over normal force, and its standard deviation [-]."""

    ratio: float
    deviation: float


def friction_reading(
    force: Array, normal: Array, force_covariance: Array, normal_covariance: Array
) -> FrictionReading | None:
    """
    Return the ratio of one force, None where its normal part is not surely a push.

    force: (3,) on the body [N]. normal: (3,) into the body. force_covariance [N^2] and
    normal_covariance of its small rotation [rad^2]: (3, 3).
    """
    pushing = float(normal @ force)
    across = force - pushing * normal
    sliding = float(np.linalg.norm(across))
    if pushing <= DEVIATIONS * sqrt(max(0.0, float(normal @ force_covariance @ normal))):
        return None
    ratio = sliding / pushing
    if sliding > ROUNDING * pushing:
        direction = across / sliding
    else:
        direction = _least_known(normal, force_covariance / pushing**2, normal_covariance)
    # d(f_t / f_n): along the tangential direction, against the normal one.
    by_force = (direction - ratio * normal) / pushing
    # A normal turned by w changes f_n by f . (w x n) and f_t by as much times -f_n / f_t.
    by_turn = -(1.0 + ratio**2) / pushing * np.cross(normal, direction) * pushing
    variance = by_force @ force_covariance @ by_force + by_turn @ normal_covariance @ by_turn
    return FrictionReading(ratio, sqrt(max(0.0, float(variance))))


def _least_known(normal: Array, force_covariance: Array, normal_covariance: Array) -> Array:
    """
    Return the direction (3,) across a normal in which a force exactly along it is least known.

    force_covariance: (3, 3) of the force over its size [-].
    """
    turn = cross_matrix(normal)
    both = turn.T @ (normal_covariance + turn @ force_covariance @ turn.T) @ turn
    widest: Array = np.linalg.eigh(both)[1][:, -1]
    return widest


class FrictionMemory:
    """What is known of one contact's friction so far."""

    def __init__(self, prior: FrictionInterval) -> None:
        """Begin with the prior."""
        self._prior = prior
        self._weight = self._mean = 0.0
        self._error = 0.0
        self._least = prior.least

    @property
    def interval(self) -> FrictionInterval:
        """The interval now, inside the prior; where readings lie outside it, its nearest end."""
        if not self._weight:
            return FrictionInterval(self._least, self._prior.largest)
        half = DEVIATIONS * self._error
        ends = self._inside(self._mean - half), self._inside(self._mean + half)
        if self._least >= ends[1]:
            # Held by more than it slides at now: the surface has changed, or a reading lied.
            return FrictionInterval(*ends)
        return FrictionInterval(max(ends[0], self._least), ends[1])

    def slid(self, reading: FrictionReading) -> None:
        """Take a reading of a sliding contact."""
        # By what each one tells: contacts that chatter as they slide are read between two pushes
        # too, where noise is as large as the force.
        information = max(reading.deviation, SHARPEST) ** -2
        self._weight = (1.0 - 1.0 / MEMORY) * self._weight + information
        share = information / self._weight
        self._mean += share * (reading.ratio - self._mean)
        # Errors of one normal or one bias are the same in every reading: they do not average
        # away, so the interval is never narrower than one reading's own.
        self._error += share * (reading.deviation - self._error)
        # What held before is forgotten as slowly as what slid.
        self._least += (self._prior.least - self._least) / MEMORY

    def held(self, reading: FrictionReading) -> None:
        """Take a reading of a contact that sticks: its coefficient is at least that."""
        bound = self._inside(reading.ratio - HOLD_DEVIATIONS * reading.deviation)
        self._least = max(self._least, bound)

    def _inside(self, value: float) -> float:
        return min(max(value, self._prior.least), self._prior.largest)


MOST_MEMORIES = 100
"""So many pairs' frictions are remembered: names come from outside and may be without end."""

FLAT = 1e-6
"""One minus the cosine up to which normals are those of one flat patch: 1.4 mrad."""

SAME_WAY = 0.999
"""
Least cosine of a corner's slip with all corners' mean where all slide the same way: 2.5 degrees.

Whichever corner carries the load, the sum's ratio is lower than the coefficient by no more.
"""


class LearnedFriction:
    """Holds what is known of each pair's friction from reading to reading."""

    def __init__(self, prior: FrictionInterval, sliding_speed: float, sensed: str) -> None:
        """
        Begin with nothing learned.

        prior: of contacts without an interval of their own, and of the one named `sensed`.
        sliding_speed: tangential speeds above it are sliding [m/s].
        """
        self._prior, self._sliding_speed, self._sensed = prior, sliding_speed, sensed
        self._memories: dict[Hashable, FrictionMemory] = {}

    def learned(
        self, contacts: Sequence[ContactEstimate], covariance: Array
    ) -> list[ContactEstimate]:
        """
        Return contacts with the friction their forces have told, inside its prior.

        covariance: (3k, 3k) of the forces of all k contacts together [N^2].
        """
        found = list(contacts)
        for patch in flat_patches(contacts):
            interval = self._updated_interval(
                [contacts[index] for index in patch], _summed(covariance, patch)
            )
            for index in patch:
                found[index] = _with_interval(contacts[index], interval)
        return found

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
        """Return what was known before: the settings', or what a known contact comes with."""
        if contact.point.name == self._sensed or not contact.friction_uncertainty:
            return self._prior
        middle, half = contact.point.friction.friction_coefficient, contact.friction_uncertainty
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


def _materials(contact: ContactEstimate) -> tuple[tuple[str, ...], FrictionModel, float]:
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
    model = replace(friction, friction_coefficient=interval.coefficient)
    if isinstance(model, SoftFinger) and friction.friction_coefficient > 0.0:
        # Torsion is of the same surface: a part of the friction times the size of the patch.
        lowered = interval.coefficient / friction.friction_coefficient
        model = replace(model, torsional_friction=model.torsional_friction * lowered)
    return replace(
        contact,
        point=contact.point.with_friction(model),
        friction_uncertainty=interval.uncertainty,
    )
