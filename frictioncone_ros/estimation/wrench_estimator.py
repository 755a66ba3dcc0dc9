# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From a sensor's reading to contacts: compensated, then sensed on a surface or shared.

Contact made and lost, told from the measured force with hysteresis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erf, exp, pi, sqrt

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, FrictionModel, SoftFinger
from frictioncone_ros.estimation.calibration import SensorLoad
from frictioncone_ros.estimation.estimate import ContactEstimate, rotated
from frictioncone_ros.estimation.friction_memory import FrictionInterval
from frictioncone_ros.estimation.learned_friction import LearnedFriction
from frictioncone_ros.estimation.sensing import (
    pitch_deviation,
    sensed_contact,
    SensedContact,
    SensingNoise,
)
from frictioncone_ros.estimation.sized_arrays import (
    AboveZero,
    NonNegative,
    Six,
    SixBySix,
    SpatialPose,
    Three,
    ThreeByThree,
)
from frictioncone_ros.estimation.surfaces import QuadricSurface
from frictioncone_ros.estimation.wrench_shares import force_shares
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import as_finite_number, as_non_negative

UNEXPLAINED = 5.0
"""A moment along the force of more standard deviations than that is of no point contact [-]."""
SURELY = 1e4
"""Normalised squares beyond are as sure as numbers can say [-]."""


@dataclass(frozen=True)
class TouchThresholds:
    """Above `made` [N] contact is made, below `lost` [N] it is lost; between, it stays."""

    made: float
    lost: float

    def __post_init__(self) -> None:
        """Refuse thresholds that would flicker."""
        object.__setattr__(self, 'lost', as_non_negative(self.lost, 'force_lost'))
        object.__setattr__(self, 'made', as_finite_number(self.made, 'force_made'))
        if self.lost >= self.made:
            raise InvalidInputError('force_made', self.made, f'more than force_lost, {self.lost}')

    @checked
    def is_touching(self, force: NonNegative, before: bool) -> bool:
        """Tell whether contact is held after a force of that size [N]."""
        return force > (self.lost if before else self.made)


@checked
def touch_probability(force: Three, covariance: ThreeByThree) -> float:
    """
    Return how surely a force (3,) [N] is more than noise of covariance (3, 3) [N^2].

    The share of the noise that would have stayed below: the chi-square distribution of three
    degrees of freedom at the normalised square of the force.
    """
    try:
        square = float(force @ np.linalg.solve(covariance, force))
    except np.linalg.LinAlgError:
        square = -1.0
    if not square >= 0.0:
        raise InvalidInputError('covariance', covariance.tolist(), 'variances > 0 every way')
    root = sqrt(min(square, SURELY))
    share = erf(root / sqrt(2.0)) - sqrt(2.0 / pi) * root * exp(-root * root / 2.0)
    return min(max(share, 0.0), 1.0)


@checked_fields
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
    deviations: tuple[AboveZero, AboveZero]
    surface_deviation: NonNegative
    friction: FrictionInterval
    torsion: NonNegative = 0.0
    sliding_speed: NonNegative = 0.005
    name: str = 'tip'
    body: str = ''
    other_body: str = ''


@checked_fields
@dataclass(frozen=True, eq=False)
class MeasuredWrench:
    """A wrench (6,) from the environment on the body [N, N m] and its covariance (6, 6)."""

    wrench: Six
    covariance: SixBySix

    @checked
    def seen_from(self, pose: SpatialPose) -> MeasuredWrench:
        """Return it about another frame's origin, along its axes; pose: as seen from this one."""
        change = pose.force_transform
        return MeasuredWrench(change @ self.wrench, change @ self.covariance @ change.T)


class WrenchEstimator:
    """Holds what lasts from reading to reading: whether something touches, and frictions."""

    @checked
    def __init__(self, settings: WrenchSettings, load: SensorLoad) -> None:
        """Begin without contact."""
        self.load = load
        self._settings = settings
        self._touching = False
        self._friction = LearnedFriction(settings.friction, settings.sliding_speed, settings.name)
        self._noise = np.diag(np.repeat(settings.deviations, 3) ** 2)

    @property
    def touching(self) -> bool:
        """Whether the force says that something touches."""
        return self._touching

    @property
    def zero_covariance(self) -> Array:
        """Covariance (6, 6) of a bias taken from one window: no better than a reading's tenth."""
        return self._noise / 10.0

    @checked
    def compensated(self, reading: Six, gravity: Three) -> MeasuredWrench:
        """
        Return what the environment does to the tool, about the sensor's origin along its axes.

        reading: (6,) [N, N m]. gravity: (3,) along the sensor's axes [m/s^2].
        """
        wrench = reading - self.load.reading(gravity)
        measured = MeasuredWrench(wrench, self._noise + self.load.reading_covariance(gravity))
        force = float(np.linalg.norm(wrench[:3]))
        self._touching = self._settings.thresholds.is_touching(force, self._touching)
        return measured

    @checked
    def sensed(self, measured: MeasuredWrench, place: SpatialPose) -> list[ContactEstimate] | None:
        """
        Return the contact on the surface, none where nothing touches; None: it fits nowhere.

        measured: about the surface's origin along its axes. place: the surface's frame as seen
        from the one contacts are stated in.
        """
        found = self._on_surface(measured) if self._touching else None
        if found is None:
            # Whatever is touched next may be another thing.
            self._friction.keep(())
            return None if self._touching else []
        estimate = self._estimate(found, place)
        assert estimate.force_covariance is not None
        return self._friction.learned([estimate], estimate.force_covariance)

    def _on_surface(self, measured: MeasuredWrench) -> SensedContact | None:
        """
        Return the contact on the surface; None: it fits nowhere, or there is no surface.

        A wrench with a moment along its force fits no point contact.
        """
        settings = self._settings
        if settings.surface is None:
            return None
        noise = SensingNoise(measured.covariance, settings.surface_deviation)
        found = sensed_contact(measured.wrench, settings.surface, noise, soft=settings.soft)
        if found is None:
            return None
        # What a point cannot have is of two contacts, or of a soft one: it may lie elsewhere.
        doubt = pitch_deviation(measured.wrench, measured.covariance)
        return found if abs(found.torsion_residual) <= UNEXPLAINED * doubt else None

    @checked
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
            [self._friction.at_most(contact) for contact in contacts],
            [contact.position_covariance for contact in contacts],
        )
        loaded = [
            replace(
                contact,
                force=share.force,
                normal_moment=share.normal_moment,
                force_covariance=share.covariance,
            )
            for contact, share in zip(contacts, shares.parts, strict=True)
        ]
        return self._friction.learned(loaded, shares.covariance)

    def _estimate(self, found: SensedContact, place: SpatialPose) -> ContactEstimate:
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
        return ContactEstimate(
            point,
            probability=touch_probability(found.force, found.force_covariance),
            position_covariance=rotated(place, found.position_covariance),
            normal_covariance=rotated(place, found.normal_covariance),
            force=out @ found.force,
            normal_moment=found.normal_moment,
            force_covariance=rotated(place, found.force_covariance),
        )

    def _model(self, coefficient: float) -> FrictionModel:
        torsion = self._settings.torsion
        return (
            SoftFinger(coefficient, torsion) if self._settings.soft else CircularCone(coefficient)
        )
