# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Intrinsic tactile sensing: where a known convex surface is touched, from the wrench on it.

Of one contact at p with force f and a moment k about the direction d, the wrench about the
origin is (f, p x f + k d). With p on the surface that is four equations for p and k. A point
contact has no moment of its own: d is then along the force, and p is where the line of action
enters the body (the moment along the force, which is noise, is left out). A soft finger's moment
is about the normal. Bicchi, Salisbury, Brock: Contact sensing from force measurements, 1993.

Convex surfaces on which a contact is looked for: sphere, ellipsoid, cylinder, plane.

Each is where a quadratic function is zero, value = x' A x + 2 b' x + c, negative inside; the
gradient points outwards. Coordinates are those of the surface's own frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, inf, sqrt

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_vector, cross_matrix, frozen_array, SPATIAL

SHAPES = {
    'sphere': ('radius',),
    'ellipsoid': ('semi-axis x', 'semi-axis y', 'semi-axis z'),
    'cylinder': ('radius', 'half length along z'),
    'plane': ('half size along x', 'half size along y'),
}
"""Shapes by name, and their sizes [m]; a plane faces +z."""


@dataclass(frozen=True, eq=False)
class QuadricSurface:
    """
    A convex surface.

    quadratic: (3, 3) [1/m^2], linear: (3,) [1/m], constant [-]. extent: (3,) half sizes [m] within
    which a point is on it; infinite where there is no end.
    """

    quadratic: Array
    linear: Array
    constant: float
    extent: Array = field(default_factory=lambda: frozen_array((inf, inf, inf)))

    def value(self, point: Array) -> float:
        """Return the function at a point (3,) [m]: zero on the surface, negative inside."""
        return float(point @ self.quadratic @ point + 2.0 * self.linear @ point + self.constant)

    def gradient(self, point: Array) -> Array:
        """Return its gradient (3,) [1/m], outwards."""
        return 2.0 * (self.quadratic @ point + self.linear)

    def outward(self, point: Array) -> Array:
        """Return the unit normal (3,) that points out of the body."""
        gradient = self.gradient(point)
        return gradient / np.linalg.norm(gradient)

    def normal_change(self, point: Array) -> Array:
        """Return (3, 3): how the unit normal changes with the point [1/m], across the normal."""
        gradient = self.gradient(point)
        length = float(np.linalg.norm(gradient))
        normal = gradient / length
        across = np.eye(3) - np.outer(normal, normal)
        return across @ (2.0 * self.quadratic) / length

    def curvature(self, point: Array, tangents: Array) -> Array:
        """Return the (2, 2) curvature [1/m] along tangents (2, 3), positive: it bulges."""
        return tangents @ self.normal_change(point) @ tangents.T

    def entry(self, start: Array, direction: Array) -> Array | None:
        """Return where a line (3,) + t (3,) enters the body, None where it passes by."""
        square = float(direction @ self.quadratic @ direction)
        half = float(direction @ (self.quadratic @ start + self.linear))
        value = self.value(start)
        if square <= 0.0:
            # Along a plane's inside, or along a cylinder's axis: one crossing or none.
            return start - value / (2.0 * half) * direction if half < 0.0 else None
        root = half * half - square * value
        return start + (-half - sqrt(root)) / square * direction if root >= 0.0 else None

    def holds(self, point: Array, tolerance: float) -> bool:
        """Tell whether a point of the endless surface is within its ends, or so near [m]."""
        return bool((np.abs(point) <= self.extent + tolerance).all())


def surface(words: str, where: str = 'surface') -> QuadricSurface:
    """Return a surface written as "sphere 0.01" or "plane 0.02 0.03": name and sizes [m]."""
    name, *given = words.split() or ['']
    if name not in SHAPES:
        raise InvalidInputError('shape', name, ' or '.join(SHAPES), where)
    sizes = _sizes(name, given, where)
    if name == 'plane':
        return _quadric(np.zeros(3), (0.0, 0.0, 0.5), 0.0, (*sizes, inf))
    if name == 'cylinder':
        radius, half_length = sizes
        square = 1.0 / radius**2
        return _quadric((square, square, 0.0), np.zeros(3), -1.0, (inf, inf, half_length))
    axes = np.array(sizes * 3 if name == 'sphere' else sizes)
    return _quadric(1.0 / axes**2, np.zeros(3), -1.0, (inf, inf, inf))


def _sizes(name: str, given: list[str], where: str) -> tuple[float, ...]:
    expected = f'"{name} {" ".join(f"<{size}>" for size in SHAPES[name])}" in metres above 0'
    try:
        sizes = tuple(float(word) for word in given)
    except ValueError:
        raise InvalidInputError('sizes', ' '.join(given), expected, where) from None
    if len(sizes) != len(SHAPES[name]) or not all(0.0 < size < inf for size in sizes):
        raise InvalidInputError('sizes', ' '.join(given), expected, where)
    return sizes


def _quadric(
    diagonal: Array | tuple[float, ...],
    linear: Array | tuple[float, ...],
    constant: float,
    extent: tuple[float, ...],
) -> QuadricSurface:
    return QuadricSurface(
        frozen_array(np.diag(diagonal)), frozen_array(linear), constant, frozen_array(extent)
    )


NEWTON_STEPS = 20
"""A handful are needed; more means that the wrench is of no single contact."""
CONVERGED = 1e-10
"""Newton's last step, relative to the size of the unknowns [-]."""


@dataclass(frozen=True, eq=False)
class SensedContact:
    """
    One contact as a wrench tells it, in the surface's frame.

    position: (3,) [m]. normal: (3,) unit, from the environment into the body. force: (3,) from the
    environment on the body [N]. normal_moment: about the normal, on the body [N m], 0 of a point
    contact. position_covariance [m^2], normal_covariance of the small rotation [rad^2],
    force_covariance [N^2]: (3, 3). torsion_residual: moment along the force that a point contact
    cannot have [N m], 0 of a soft finger.
    """

    position: Array
    normal: Array
    force: Array
    normal_moment: float
    position_covariance: Array
    normal_covariance: Array
    force_covariance: Array
    torsion_residual: float = 0.0


@dataclass(frozen=True, eq=False)
class SensingNoise:
    """
    What is not known.

    wrench: (6, 6) covariance of the wrench [N, N m]. surface_deviation: of the place of the
    surface in its frame, each direction alike [m].
    """

    wrench: Array
    surface_deviation: float = 0.0


def sensed_contact(
    wrench: Array, body: QuadricSurface, noise: SensingNoise, *, soft: bool = False
) -> SensedContact | None:
    """
    Return the contact, None where no single contact on the surface explains the wrench.

    wrench: (6,) from the environment on the body about the surface's origin, along its axes
    [N, N m]. soft: whether the contact may have a moment about its normal.
    """
    six = as_vector(wrench, SPATIAL, 'wrench')
    force, moment = six[:3], six[3:]
    size = hypot(*force.tolist())
    if size == 0.0:
        raise InvalidInputError('force', force.tolist(), 'a force: without one nothing is touched')
    direction = force / size
    start = np.cross(direction, moment) / size
    point = body.entry(start, direction)
    if point is None or body.outward(point) @ force == 0.0:
        # The line of action passes by, or along the surface.
        return None
    torsion = float(moment @ direction)
    if soft:
        found = _soft(six, body, point)
        if found is None:
            return None
        point, torsion = found
    outward = body.outward(point)
    if outward @ force >= 0.0 or not body.holds(point, 3.0 * noise.surface_deviation):
        return None
    return _with_covariance(six, body, noise, (point, torsion, soft))


def _soft(wrench: Array, body: QuadricSurface, start: Array) -> tuple[Array, float] | None:
    """Return point and moment about the normal by Newton's method, from the point contact's."""
    force, moment = wrench[:3], wrench[3:]
    point = start
    torsion = float(moment @ force) / float(body.outward(point) @ force)
    for _ in range(NEWTON_STEPS):
        normal = body.outward(point)
        left = np.append(moment - np.cross(point, force) - torsion * normal, body.value(point))
        step = np.linalg.lstsq(_jacobian(force, body, (point, torsion, True)), -left, rcond=None)[
            0
        ]
        point, torsion = point + step[:3], torsion + float(step[3])
        if np.abs(step[:3]).max() <= CONVERGED * (1.0 + np.abs(point).max()):
            return point, torsion
    return None


def _jacobian(force: Array, body: QuadricSurface, at: tuple[Array, float, bool]) -> Array:
    """Return (4, 4): the four equations' change with point and moment."""
    point, torsion, soft = at
    along = body.outward(point) if soft else force / np.linalg.norm(force)
    rows = np.zeros((4, 4))
    rows[:3, :3] = cross_matrix(force)
    if soft:
        rows[:3, :3] -= torsion * body.normal_change(point)
    rows[:3, 3] = -along
    rows[3, :3] = body.gradient(point)
    return rows


def _with_covariance(
    wrench: Array, body: QuadricSurface, noise: SensingNoise, at: tuple[Array, float, bool]
) -> SensedContact:
    """Return the contact with covariances to first order: implicit differentiation."""
    force, (point, torsion, soft) = wrench[:3], at
    change = np.zeros((4, 9))
    change[:3, :3] = -cross_matrix(point)
    if not soft:
        size = float(np.linalg.norm(force))
        along = force / size
        change[:3, :3] -= torsion * (np.eye(3) - np.outer(along, along)) / size
    change[:3, 3:6] = np.eye(3)
    change[3, 6:] = -body.gradient(point)
    given = np.zeros((9, 9))
    given[:6, :6] = noise.wrench
    given[6:, 6:] = noise.surface_deviation**2 * np.eye(3)
    of_point = -np.linalg.solve(_jacobian(force, body, at), change)[:3]
    # The normal turns with the point's move over the surface, not with the surface's own.
    moved = of_point.copy()
    moved[:, 6:] -= np.eye(3)
    normal = -body.outward(point)
    turn = cross_matrix(normal) @ -body.normal_change(point) @ moved
    return SensedContact(
        point,
        normal,
        force,
        # Found about the outward normal; stated about the one into the body.
        -torsion if soft else 0.0,
        of_point @ given @ of_point.T,
        turn @ given @ turn.T,
        np.asarray(noise.wrench)[:3, :3],
        0.0 if soft else torsion,
    )
