# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Intrinsic tactile sensing: where a known convex surface is touched, from the wrench on it.

Of one contact at p with force f and a moment k about the direction d, the wrench about the
origin is (f, p x f + k d). With p on the surface that is four equations for p and k. A point
contact has no moment of its own: d is then along the force, and p is where the line of action
enters the body (the moment along the force, which is noise, is left out). A soft finger's moment
is about the normal. Bicchi, Salisbury, Brock: Contact sensing from force measurements, 1993.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np

from frictioncone_ros.estimation.sized_arrays import (
    Finite,
    NonNegative,
    Six,
    SixBySix,
    Three,
    ThreeByThree,
)
from frictioncone_ros.estimation.surfaces import QuadricSurface
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.tolerances import LARGEST_INPUT

NOTHING = 1e-100
"""A force so small is none [N]: what is divided by it would be no number."""
NEWTON_STEPS = 20
"""A handful are needed; more means that the wrench is of no single contact."""
CONVERGED = 1e-10
"""Newton's last step, relative to the size of the unknowns [-]."""


@checked_fields
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

    position: Three
    normal: Three
    force: Three
    normal_moment: Finite
    position_covariance: ThreeByThree
    normal_covariance: ThreeByThree
    force_covariance: ThreeByThree
    torsion_residual: Finite = 0.0


@checked_fields
@dataclass(frozen=True, eq=False)
class SensingNoise:
    """
    What is not known.

    wrench: (6, 6) covariance of the wrench [N, N m]. surface_deviation: of the place of the
    surface in its frame, each direction alike [m].
    """

    wrench: SixBySix
    surface_deviation: NonNegative = 0.0


@checked
def sensed_contact(
    wrench: Six, body: QuadricSurface, noise: SensingNoise, *, soft: bool = False
) -> SensedContact | None:
    """
    Return the contact, None where no single contact on the surface explains the wrench.

    wrench: (6,) from the environment on the body about the surface's origin, along its axes
    [N, N m]. soft: whether the contact may have a moment about its normal.
    """
    force, moment = wrench[:3], wrench[3:]
    size = hypot(*force.tolist())
    if size <= NOTHING:
        raise InvalidInputError('force', force.tolist(), 'a force: without one nothing is touched')
    direction = force / size
    start = np.cross(direction, moment / size)
    point = body.entry(start, direction) if is_near(start) else None
    if point is None or not is_near(point) or body.outward(point) @ direction == 0.0:
        # The line of action passes by, or along the surface.
        return None
    torsion = float(moment @ direction)
    if soft:
        found = _soft(wrench, body, point)
        if found is None:
            return None
        point, torsion = found
    outward = body.outward(point)
    if outward @ direction >= 0.0 or not body.holds(point, 3.0 * noise.surface_deviation):
        return None
    try:
        return _with_covariance(wrench, body, noise, (point, torsion, soft))
    except np.linalg.LinAlgError:
        # Along the surface but for rounding, or of a curvature that the moment undoes.
        return None


@checked
def pitch_deviation(wrench: Six, covariance: SixBySix) -> float:
    """
    Return the standard deviation of a wrench's moment along its force [N m].

    To first order. That moment is the same about every point: where the surface is does not count.
    """
    force, moment = wrench[:3], wrench[3:]
    size = hypot(*force.tolist())
    if size <= NOTHING:
        raise InvalidInputError('force', force.tolist(), 'a force to have a moment along')
    along = force / size
    change = np.concatenate(((moment - (moment @ along) * along) / size, along))
    return sqrt(max(0.0, float(change @ covariance @ change)))


def is_near(point: Array) -> bool:
    """Tell whether a point (3,) lies where bodies can be; NaN does not."""
    return bool((np.abs(point) <= LARGEST_INPUT).all())


def _soft(wrench: Array, body: QuadricSurface, start: Array) -> tuple[Array, float] | None:
    """Return point and moment about the normal by Newton's method, from the point contact's."""
    force, moment = wrench[:3], wrench[3:]
    point = start
    direction = force / hypot(*force.tolist())
    torsion = float(moment @ direction) / float(body.outward(point) @ direction)
    for _ in range(NEWTON_STEPS):
        if not is_near(point) or not body.gradient(point).any():
            return None
        normal = body.outward(point)
        left = np.append(moment - np.cross(point, force) - torsion * normal, body.value(point))
        rows = _jacobian(force, body, (point, torsion, True))
        if not (np.isfinite(rows).all() and np.isfinite(left).all()):
            return None
        step = np.linalg.lstsq(rows, -left, rcond=None)[0]
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
