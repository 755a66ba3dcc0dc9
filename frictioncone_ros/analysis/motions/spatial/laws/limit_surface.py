# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Limit surfaces: friction laws in which slip and spin share one set of forces.

A round one is the sphere |(f_1, f_2 / aspect, moment / arm)| = mu f_n, a circular cone with a
third axis: a contact that sticks has any force inside, one that slips or spins the force against
(slip_1, aspect slip_2, arm spin). Directions on the sphere are told by longitude, the angle of
the tangential part, and latitude, from -pi/2 to pi/2 towards torsion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import atan2, cos, hypot, pi, sin

import numpy as np

from frictioncone_ros.analysis.motions.spatial.laws.arcs import nearest_on_arc, points_around_arc
from frictioncone_ros.analysis.motions.spatial.laws.friction import (
    force_arc,
    ForceOption,
    FrictionLaw,
    opposing_corners,
    Signs,
)
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arrays import not_given

POLE = 0.5 * pi
"""Latitude of pure torsion [rad]."""
SAME_CORNER = 1e-9
"""Corners of a polyhedral surface that take power this close out of a slip share it [-]."""


@dataclass(frozen=True, eq=False)
class SurfacePatch(ForceOption):
    """
    The hull of the part of a round limit surface within an arc and a range of latitudes.

    latitudes: (least, largest) of the forces [rad]. arm: of the surface [m].
    """

    latitudes: tuple[float, float] = (-POLE, POLE)
    arm: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether it is all that the contact can exert."""
        low, high = self.latitudes
        return self.arc is not None and self.arc[1] >= 2.0 * pi and high - low >= pi

    @cached_property
    def outer_corners(self) -> Array:
        """Corners of a polyhedron around the patch: polygons around longitudes and latitudes."""
        assert self.arc is not None
        start, width, radius = self.arc
        low, high = self.latitudes
        around, profile = points_around_arc(start, width), points_around_arc(low, high - low)
        return surface_points(around, profile, (radius, self.aspect * radius, self.arm * radius))

    def steepest_on_arc(self, slopes: Array) -> Array:
        """Return the components on the patch of most product with (4,)."""
        assert self.arc is not None
        _, first, second, turning = slopes.tolist()
        (start, width, _), (low, high) = self.arc, self.latitudes
        second, turning = self.aspect * second, self.arm * turning
        longitude = start + nearest_on_arc(atan2(second, first) - start, width)
        # The best longitude is the same at every latitude.
        along = first * cos(longitude) + second * sin(longitude)
        latitude = low + nearest_on_arc(atan2(turning, along) - low, high - low)
        return self._ray(longitude, latitude)

    def ray_along(self, force: Array) -> Array | None:
        """Return the ray of the patch on whose side a force (4,) lies, if there is one."""
        if self.arc is None or not force[0] > 0.0 or not force[1:].any():
            return None
        _, first, second, turning = force.tolist()
        second, turning = second / self.aspect, turning / self.arm
        (start, width, _), (low, high) = self.arc, self.latitudes
        longitude = atan2(second, first)
        latitude = atan2(turning, hypot(first, second))
        if (longitude - start) % (2.0 * pi) > width or not low <= latitude <= high:
            return None
        return self._ray(longitude, latitude)

    def _ray(self, longitude: float, latitude: float) -> Array:
        assert self.arc is not None
        radius = self.arc[2]
        across = radius * cos(latitude)
        first, second = across * cos(longitude), self.aspect * across * sin(longitude)
        return np.array((1.0, first, second, self.arm * radius * sin(latitude)))


@dataclass(frozen=True, eq=False)
class RoundSurface(FrictionLaw):
    """A limit surface that is an ellipsoid."""

    def option(self, signs: Signs) -> ForceOption:
        """Return the forces for given signs of the lines, the last of which is spin."""
        *tangential, spin = signs
        if not any(signs):
            return self.patch(0.0, 2.0 * pi, (-POLE, POLE))
        if not any(tangential):
            return ForceOption(np.array([[1.0, 0.0, 0.0, -spin * self.torsion]]))
        latitudes = (-POLE * (spin > 0), POLE * (spin < 0))
        return self.patch(*force_arc(self, tuple(tangential)), latitudes)

    def sliding_option(self, direction: Array, torsion: tuple[float, float]) -> ForceOption:
        """Return the one force ray that opposes a stretched unit slip with spin (3,)."""
        ray = np.array((1.0, self.radius, self.radius * self.aspect, self.torsion))
        ray[1:] *= -direction
        return ForceOption(ray[None])

    def patch(self, start: float, width: float, latitudes: tuple[float, float]) -> SurfacePatch:
        """Return the forces whose longitude is in an arc, whose latitude in a range [rad]."""
        low, high = latitudes
        count = 1 if width == 0.0 else (6 if width > pi else 3)
        angles = start + width * np.arange(count) / max(count - (width <= pi), 1)
        heights = np.linspace(low, high, 3 if high > low else 1)
        corners = surface_points(
            np.column_stack((np.cos(angles), np.sin(angles))),
            np.column_stack((np.cos(heights), np.sin(heights))),
            (self.radius, self.radius * self.aspect, self.torsion),
        )
        arc = (start, width, self.radius)
        return SurfacePatch(corners, arc, aspect=self.aspect, latitudes=latitudes, arm=self.arm)

    def stretched(self, slip: Array) -> Array:
        """Return slip and spin (3,) as three slips that friction opposes alike."""
        return slip * (1.0, self.aspect, self.arm)

    def torsion_range(self, spin_sign: int) -> tuple[float, float]:
        """Return no moment beside what the direction of slip and spin tells."""
        return 0.0, 0.0

    def residual(self, force: Sequence[float], slip: Sequence[float] | None) -> float:
        """Return how far a force (4,) is outside or, with a slip (3,), from opposing it most."""
        normal, first, second, moment = force
        used = hypot(first, second / self.aspect, moment / self.arm)
        worst = max(-normal, used - self.radius * normal)
        if slip is None or not any(slip):
            return worst
        along, across, spin = slip
        speed = hypot(along, self.aspect * across, self.arm * spin)
        power = (first * along + second * across + moment * spin) / speed
        return max(worst, self.radius * normal + power)


@dataclass(frozen=True, eq=False)
class FlatSurface(FrictionLaw):
    """
    A limit surface of flat sides.

    surface: (v, 4) its corners. sides: (q, 4) rows that are >= 0 on forces inside. With slip and
    spin together the corners that some ratio of the two asks for are taken; which of them the
    true ratio asks for is found afterwards.
    """

    surface: Array = field(default_factory=not_given)
    sides: Array = field(default_factory=not_given)

    def option(self, signs: Signs) -> ForceOption:
        """Return the forces for given signs of the lines, the last of which is spin."""
        *tangential, spin = signs
        if not any(signs):
            return ForceOption(self.surface)
        heights = self.surface[:, 3]
        against = heights * spin <= 0.0 if spin else heights == 0.0
        if not any(tangential):
            return ForceOption(self.surface[against & (np.abs(heights) == self.torsion)])
        allowed = opposing_corners(self, np.array(tangential, dtype=np.float64))
        along = self.surface[:, 1:3].dot((allowed / np.hypot(*allowed.T)[:, None]).T)
        sizes = np.hypot(self.surface[:, 1], self.surface[:, 2])
        return ForceOption(
            self.surface[against & (along.max(axis=1) >= sizes * (1.0 - SAME_CORNER))]
        )

    def sliding_option(self, direction: Array, torsion: tuple[float, float]) -> ForceOption:
        """Return the corners that oppose a stretched unit slip with spin (3,) most."""
        power = -self.surface[:, 1:].dot(direction / (1.0, 1.0, self.arm))
        return ForceOption(self.surface[power >= power.max() * (1.0 - SAME_CORNER)])

    def stretched(self, slip: Array) -> Array:
        """Return slip and spin (3,) as three slips."""
        return slip * (1.0, 1.0, self.arm)

    def torsion_range(self, spin_sign: int) -> tuple[float, float]:
        """Return no moment beside what the corners tell."""
        return 0.0, 0.0

    def residual(self, force: Sequence[float], slip: Sequence[float] | None) -> float:
        """Return how far a force (4,) is outside or, with a slip (3,), from opposing it most."""
        given, across = np.array(force), self.sides[:, 1:] * (1.0, 1.0, self.arm)
        beyond = -self.sides.dot(given) / np.sqrt(np.einsum('ij,ij->i', across, across))
        worst = max(-force[0], float(beyond.max()))
        if slip is None or not any(slip):
            return worst
        speed = hypot(slip[0], slip[1], self.arm * slip[2])
        most = -float(self.surface[:, 1:].dot(slip).min()) * force[0]
        return max(worst, (most + float(given[1:].dot(slip))) / speed)


def surface_points(around: Array, profile: Array, axes: tuple[float, float, float]) -> Array:
    """
    Return contact components (n, 4) of unit normal force on, or around, an ellipsoid.

    around: (m, 2) points of the unit circle; profile: (p, 2) distances from the axis of torsion
    and heights along it; axes: half axes of the ellipsoid.
    """
    found = np.ones((len(profile), len(around), 4))
    found[:, :, 1:3] = profile[:, None, :1] * around
    found[:, :, 3] = profile[:, 1:]
    found[:, :, 1:] *= axes
    return found.reshape(-1, 4)
