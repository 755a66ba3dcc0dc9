# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a sensor's reading to contacts: compensated, then sensed on a surface or shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, FrictionModel, SoftFinger
from frictioncone_ros.estimation.calibration import SensorLoad
from frictioncone_ros.estimation.estimate import ContactEstimate, rotated
from frictioncone_ros.estimation.sensing import sensed_contact, SensedContact, SensingNoise
from frictioncone_ros.estimation.sensing_friction import (
    friction_reading,
    FrictionInterval,
    FrictionMemory,
)
from frictioncone_ros.estimation.sensing_surfaces import QuadricSurface
from frictioncone_ros.estimation.wrench_shares import force_shares
from frictioncone_ros.estimation.wrench_touch import touch_probability, TouchThresholds
from frictioncone_ros.spatial import Array, RigidTransform

MOST_MEMORIES = 100
"""So many contacts' frictions are remembered: names come from outside and may be without end."""


@dataclass(frozen=True, eq=False)
class WrenchSettings:
    """
    What the estimator is told.

    surface: of the tip, None where contacts come from elsewhere. soft: whether its contact has a
    moment about the normal. thresholds: of the force. deviations: of one reading's forces [N] and
    moments [N m]. surface_deviation: of the surface's place [m]. friction: the prior.
    torsion: largest moment about the normal per normal force, soft only [m]. sliding_speed:
    tangential speeds above it are sliding [m/s]. name, body, other_body: of the sensed contact.
    """

    surface: QuadricSurface | None
    soft: bool
    thresholds: TouchThresholds
    deviations: tuple[float, float]
    surface_deviation: float
    friction: FrictionInterval
    torsion: float = 0.0
    sliding_speed: float = 0.005
    name: str = 'tip'
    body: str = ''
    other_body: str = ''


@dataclass(frozen=True, eq=False)
class MeasuredWrench:
    """A wrench (6,) from the environment on the body [N, N m] and its covariance (6, 6)."""

    wrench: Array
    covariance: Array

    def seen_from(self, pose: RigidTransform) -> MeasuredWrench:
        """Return it about another frame's origin, along its axes; pose: as seen from this one."""
        change = pose.force_transform
        return MeasuredWrench(change @ self.wrench, change @ self.covariance @ change.T)


class WrenchEstimator:
    """Holds what lasts from reading to reading: whether something touches, and frictions."""

    def __init__(self, settings: WrenchSettings, load: SensorLoad) -> None:
        """Begin without contact."""
        self.load = load
        self._settings = settings
        self._touching = False
        self._frictions: dict[str, FrictionMemory] = {}
        self._noise = np.diag(np.repeat(settings.deviations, 3) ** 2)

    @property
    def touching(self) -> bool:
        """Whether the force says that something touches."""
        return self._touching

    @property
    def zero_covariance(self) -> Array:
        """Covariance (6, 6) of a bias taken from one window: no better than a reading's tenth."""
        return self._noise / 10.0

    def compensated(self, reading: Array, gravity: Array) -> MeasuredWrench:
        """
        Return what the environment does to the tool, about the sensor's origin along its axes.

        reading: (6,) [N, N m]. gravity: (3,) along the sensor's axes [m/s^2].
        """
        wrench = reading - self.load.reading(gravity)
        measured = MeasuredWrench(wrench, self._noise + self.load.reading_covariance(gravity))
        force = float(np.linalg.norm(wrench[:3]))
        self._touching = self._settings.thresholds.is_touching(force, self._touching)
        return measured

    def sensed(
        self, measured: MeasuredWrench, place: RigidTransform
    ) -> list[ContactEstimate] | None:
        """
        Return the contact on the surface, none where nothing touches; None: it fits nowhere.

        measured: about the surface's origin along its axes. place: the surface's frame as seen
        from the one contacts are stated in.
        """
        settings = self._settings
        if not self._touching:
            return []
        if settings.surface is None:
            return None
        noise = SensingNoise(measured.covariance, settings.surface_deviation)
        found = sensed_contact(measured.wrench, settings.surface, noise, soft=settings.soft)
        return None if found is None else [self._estimate(found, place)]

    def shared(
        self,
        measured: MeasuredWrench,
        contacts: Sequence[ContactEstimate],
    ) -> list[ContactEstimate]:
        """
        Return known contacts with their part of the wrench, frictions as learned.

        measured: about the origin the contacts' positions are taken from, along the same axes.
        """
        shares = force_shares(
            measured.wrench,
            measured.covariance,
            [contact.point for contact in contacts],
            [contact.position_covariance for contact in contacts],
        )
        return [
            self._with_friction(
                replace(
                    contact,
                    force=share.force,
                    normal_moment=0.0,
                    force_covariance=share.covariance,
                )
            )
            for contact, share in zip(contacts, shares, strict=True)
        ]

    def _estimate(self, found: SensedContact, place: RigidTransform) -> ContactEstimate:
        """Return a sensed contact as seen from where the surface's place is seen from."""
        settings, out = self._settings, place.rotation.T
        surface = settings.surface
        assert surface is not None
        normal = out @ found.normal
        point = ContactPoint(
            place.position + out @ found.position,
            normal,
            self._model(settings.friction.coefficient),
            settings.name,
            body=settings.body,
            other_body=settings.other_body,
        )
        return self._with_friction(
            ContactEstimate(
                point,
                probability=touch_probability(found.force, found.force_covariance),
                position_covariance=rotated(place, found.position_covariance),
                normal_covariance=rotated(place, found.normal_covariance),
                force=out @ found.force,
                normal_moment=found.normal_moment,
                force_covariance=rotated(place, found.force_covariance),
            )
        )

    def _model(self, coefficient: float) -> FrictionModel:
        torsion = self._settings.torsion
        return (
            SoftFinger(coefficient, torsion) if self._settings.soft else CircularCone(coefficient)
        )

    def _with_friction(self, contact: ContactEstimate) -> ContactEstimate:
        """Return a contact with the friction its forces have told, inside its prior."""
        memory = self._memory(contact)
        nothing = np.zeros((3, 3))
        covariance = contact.normal_covariance
        assert contact.force is not None and contact.force_covariance is not None
        reading = friction_reading(
            contact.force,
            contact.point.contact_normal,
            contact.force_covariance,
            nothing if covariance is None else covariance,
        )
        if reading is not None and self._slides(contact):
            memory.slid(reading)
        elif reading is not None:
            memory.held(reading)
        return _with_interval(contact, memory.interval)

    def _memory(self, contact: ContactEstimate) -> FrictionMemory:
        name = contact.point.name
        if name not in self._frictions:
            if len(self._frictions) >= MOST_MEMORIES:
                self._frictions.clear()
            self._frictions[name] = FrictionMemory(self._prior(contact))
        return self._frictions[name]

    def _prior(self, contact: ContactEstimate) -> FrictionInterval:
        """Return what was known before: the settings', or what a known contact comes with."""
        if contact.point.name == self._settings.name or not contact.friction_uncertainty:
            return self._settings.friction
        middle, half = contact.point.friction.friction_coefficient, contact.friction_uncertainty
        return FrictionInterval(max(middle - half, 0.0), middle + half)

    def _slides(self, contact: ContactEstimate) -> bool:
        """Tell whether a contact is known to slide: nothing is known without its velocity."""
        velocity = contact.relative_velocity
        if velocity is None:
            return False
        normal = contact.point.contact_normal
        across = velocity - (velocity @ normal) * normal
        return bool(np.linalg.norm(across) > self._settings.sliding_speed)


def _with_interval(contact: ContactEstimate, interval: FrictionInterval) -> ContactEstimate:
    """Return a contact whose friction is the interval's middle, unsure by half its width."""
    friction = contact.point.friction
    if not isinstance(friction, CircularCone | SoftFinger):
        # Pyramids and ellipses have two coefficients, which one ratio does not tell.
        return contact
    model = replace(friction, friction_coefficient=interval.coefficient)
    return replace(
        contact,
        point=contact.point.with_friction(model),
        friction_uncertainty=interval.uncertainty,
    )
