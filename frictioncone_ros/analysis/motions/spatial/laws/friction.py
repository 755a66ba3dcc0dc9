# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction laws in space: which forces go with which way of sliding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, cos, hypot, pi, sin

import numpy as np

from frictioncone_ros.analysis.motions.spatial.laws.arcs import points_around_arc
from frictioncone_ros.spatial.arrays import Array, numerical_rank
from frictioncone_ros.tolerances import SAME_MOTION

FRICTION_LINE = 1e-12
"""Sine of the angle below which two edges of a friction polygon are parallel [-]."""

Signs = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ForceOption:
    """
    Forces per unit normal force that go with one way of sliding.

    corners: (c, 3) or (c, 4) contact components whose cone is the set; or points on it where
        `arc` tells the rest.
    arc: (start, width, radius) of the tangential force's angle from t1, where it lies on a
        round cone: the set is the hull of the arc; None for a polyhedral set.
    torsion: smallest and largest moment about the normal.
    aspect: of an ellipse the second half axis over the first, by which the second component of a
        point of the arc is multiplied.
    """

    corners: Array
    arc: tuple[float, float, float] | None = None
    torsion: tuple[float, float] = (0.0, 0.0)
    aspect: float = 1.0

    @cached_property
    def span(self) -> Array:
        """Orthonormal basis (components, n) of the span of the set."""
        if len(self.corners) == 1:
            return np.asarray(self.corners.T / np.linalg.norm(self.corners))
        _, values, right = np.linalg.svd(self.corners)
        return np.asarray(right[: numerical_rank(values, SAME_MOTION)].T)

    @cached_property
    def outer_corners(self) -> Array:
        """Corners of a polygon around the hull of the arc, touching it along every step."""
        if self.arc is None or self.arc[1] == 0.0:
            return self.corners
        start, width, radius = self.arc
        points = radius * points_around_arc(start, width)
        points[:, 1] *= self.aspect
        return _with_torsion(points, self.torsion, self.corners.shape[1])

    def steepest_on_arc(self, slopes: Array) -> Array:
        """Return the components on the arc, and of extreme torsion, of most product with (c,)."""
        assert self.arc is not None
        start, width, radius = self.arc
        values = slopes.tolist()
        past = (atan2(self.aspect * values[2], values[1]) - start) % (2.0 * pi)
        if past > width:  # outside the arc: the nearer end
            past = 0.0 if 2.0 * pi - past < past - width else width
        angle = start + past
        components = [1.0, radius * cos(angle), self.aspect * radius * sin(angle)]
        if len(values) > 3:
            low, high = self.torsion
            components.append(high if values[3] > 0.0 else low)
        return np.array(components)

    def ray_along(self, force: Array) -> Array | None:
        """Return the ray of the arc on whose side a force (c,) lies, if there is one."""
        if self.arc is None or not force[0] > 0.0 or not force[1:3].any():
            return None
        start, width, radius = self.arc
        angle = atan2(force[2] / self.aspect, force[1])
        if (angle - start) % (2.0 * pi) > width:
            return None
        ray: Array = force / force[0]
        ray[1:3] = radius * cos(angle), self.aspect * radius * sin(angle)
        return ray


@dataclass(frozen=True, eq=False)
class FrictionLaw:
    """
    Maximum dissipation at one contact, cut into finitely many options.

    Friction is the force of its set that opposes sliding most. For a polygon of forces that is a
    corner, or an edge if sliding is across that edge, or the whole polygon at rest: the signs of
    the slip along the edges tell which. For a pyramid the edges are its axes, so friction
    opposes each axis by itself: -mu_j f_n sign(slip_j), and anything between where slip_j = 0.
    A round cone is cut into sectors; each option encloses the forces of its sector. An elliptic
    one is a circular one where the second force is measured in units of `aspect` (`stretched`),
    and the slip along it in their inverse: their product, and so dissipation, is the same.

    lines: (m, 2) or (m, 3) forms on (slip_1, slip_2, spin) whose signs choose the option.
    corners: (c, 2) tangential force per unit normal force, in turning order; of a round cone
        none. radius: of a round cone, along t1. torsion: limit per unit normal force [m].
    component_count: 3, or 4 where a moment about the normal is among the contact components.
    aspect: of a round cone the second half axis over the first; 1 for a circle.
    arm: of a limit surface torsion over friction along t1 [m]; 0 where they are independent.
    """

    lines: Array
    corners: Array
    radius: float
    torsion: float
    component_count: int
    aspect: float = 1.0
    arm: float = 0.0

    @property
    def circular(self) -> bool:
        """Whether the direction of sliding is continuous."""
        return self.radius > 0.0

    @cached_property
    def edges(self) -> Array:
        """Edge vectors (c, 2), from each corner to the next."""
        return np.roll(self.corners, -1, axis=0) - self.corners

    @cached_property
    def outward(self) -> Array:
        """Unit outward normals (c, 2) of the edges."""
        lengths = np.hypot(self.edges[:, 0], self.edges[:, 1])
        return np.column_stack((self.edges[:, 1], -self.edges[:, 0])) / lengths[:, None]

    def option(self, signs: Signs) -> ForceOption:
        """Return the forces for given signs of the lines."""
        return _option_of(self, signs)

    def sliding_option(self, direction: Array, torsion: tuple[float, float]) -> ForceOption:
        """
        Return the one force ray of a round cone that opposes a stretched unit slip (2,).

        Beside limit surfaces it is (3,): the third, of spin, is zero here.
        """
        along, across = direction[:2].tolist()
        ray = [1.0, -self.radius * along, -self.radius * self.aspect * across]
        rays = [ray]
        if self.component_count > 3:
            rays = [[*ray, moment] for moment in sorted(set(torsion))]
        return ForceOption(np.array(rays), None, torsion)

    def arc_option(self, start: float, width: float, torsion: tuple[float, float]) -> ForceOption:
        """Return the forces of a round cone whose stretched angle is in an arc [rad]."""
        count = 1 if width == 0.0 else (6 if width > np.pi else 3)
        angles = start + width * np.arange(count) / max(count - (width <= np.pi), 1)
        points = np.empty((count, 2))
        points[:, 0], points[:, 1] = np.cos(angles), self.aspect * np.sin(angles)
        points *= self.radius
        corners = _with_torsion(points, torsion, self.component_count)
        return ForceOption(corners, (start, width, self.radius), torsion, self.aspect)

    def stretched(self, slip: Array) -> Array:
        """Return a slip (2,) of an ellipse as the slip of a circle of its first half axis."""
        return slip if self.aspect == 1.0 else slip * (1.0, self.aspect)

    def residual(self, force: Sequence[float], slip: Sequence[float] | None) -> float:
        """
        Return how far a force (3,) or (4,) is outside its set or, with a slip, from opposing it.

        slip: (3,) along both tangents [m/s] and spin [rad/s], each opposed for itself; on a limit
        surface both together.
        """
        normal, first, second, *moments = force
        moment = moments[0] if moments else 0.0
        outside = self._outside(normal, (first, second))
        worst = max(-normal, outside, abs(moment) - self.torsion * normal)
        if slip is None:
            return worst
        along, across, spin = slip
        speed = hypot(along, across)
        if speed > 0.0:
            along, across = along / speed, across / speed
            most = (
                self.radius * hypot(along, self.aspect * across)
                if self.circular
                else float((-self.corners.dot((along, across))).max())
            )
            worst = max(worst, most * normal + first * along + second * across)
        if spin:
            worst = max(worst, self.torsion * normal + (moment if spin > 0.0 else -moment))
        return worst

    def _outside(self, normal: float, tangential: tuple[float, float]) -> float:
        first, second = tangential
        if self.circular:
            return hypot(first, second / self.aspect) - self.radius * normal
        if len(self.corners) == 1:
            corner = self.corners[0].tolist()
            return hypot(first - normal * corner[0], second - normal * corner[1])
        past = self.outward * (np.array(tangential) - normal * self.corners)
        return float(past.sum(axis=1).max())

    def torsion_range(self, spin_sign: int) -> tuple[float, float]:
        """Return the moments that oppose a spin of this sign; all of them for no spin."""
        if spin_sign:
            return -spin_sign * self.torsion, -spin_sign * self.torsion
        return -self.torsion, self.torsion


@lru_cache(maxsize=4096)
def _option_of(law: FrictionLaw, signs: Signs) -> ForceOption:
    spins = law.torsion > 0.0
    torsion = law.torsion_range(signs[-1] if spins else 0)
    tangential = signs[:-1] if spins else signs
    if not law.circular:
        allowed = opposing_corners(law, np.array(tangential, dtype=np.float64))
        return ForceOption(_with_torsion(allowed, torsion, law.component_count), None, torsion)
    return law.arc_option(*force_arc(law, tangential), torsion)


def opposing_corners(law: FrictionLaw, signs: Array) -> Array:
    """
    Return the corners p that maximise -p . slip.

    With e_i the edge that leaves corner i: slip . e_i >= 0 and slip . e_(i-1) <= 0.
    """
    if len(law.corners) == 1:
        return law.corners
    lines = law.lines[: len(signs), :2]
    alignment = law.edges @ lines.T
    across = np.abs(law.edges[:, :1] * lines[:, 1] - law.edges[:, 1:] * lines[:, 0])
    matching = np.argmin(across, axis=1)
    along = signs[matching] * np.sign(alignment[np.arange(len(matching)), matching])
    allowed = (along >= 0.0) & (np.roll(along, 1) <= 0.0)
    return np.asarray(law.corners[allowed])


def force_arc(law: FrictionLaw, signs: Signs) -> tuple[float, float]:
    """Return start and width of the stretched force angles that oppose slips of these signs."""
    if not any(signs):
        return 0.0, 2.0 * np.pi
    count = len(signs)
    angles = np.pi * np.arange(2 * count) / count
    lines = law.lines[:count, :2] / (1.0, law.aspect)
    sides = np.column_stack((np.cos(angles), np.sin(angles))) @ lines.T
    sides[np.abs(sides) < FRICTION_LINE] = 0.0
    given = np.array(signs)
    bounding = np.flatnonzero(((sides == 0.0) | (np.sign(sides) == given)).all(axis=1))
    if not len(bounding):
        # No slip has these signs: they are rounding, of a contact that the body turns on all but
        # exactly. It can have any force; the directions that are solved for decide what is true.
        return 0.0, 2.0 * np.pi
    if len(bounding) == 1:
        return float(angles[bounding[0]] + np.pi), 0.0
    step = np.pi / count
    first = bounding[1] if bounding[1] - bounding[0] > 1 else bounding[0]
    return float(angles[first] + np.pi), step


def _with_torsion(tangential: Array, torsion: tuple[float, float], count: int) -> Array:
    if count == 3:
        corners = np.ones((len(tangential), 3))
        corners[:, 1:] = tangential
        return corners
    ones = np.ones((len(tangential), 1))
    return np.vstack(
        [
            np.hstack((ones, tangential, np.full_like(ones, moment)))
            for moment in sorted(set(torsion))
        ]
    )
