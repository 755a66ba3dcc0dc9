# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A patch, and what is known of it, as contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from frictioncone_ros.contact import ContactKind, ContactPatch, ContactPoint
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.estimation.geometry.libraries import coal, Geometry
from frictioncone_ros.estimation.geometry.near_shapes import Placed
from frictioncone_ros.estimation.geometry.patch import FoundPatch, middle_of
from frictioncone_ros.estimation.geometry.placed_shape import PairFriction
from frictioncone_ros.estimation.geometry.uncertainty import (
    PatchCovariances,
    Sensitivity,
)
from frictioncone_ros.estimation.sized_arrays import Probability, Six, Three, ThreeByThree
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import not_given

SIDE = 1e-3
"""A normal this near to across the axis lies on a cylinder's side and not on its rim [-]."""

FLAT = np.zeros((3, 3))
"""The curvature of a face; of a vertex and an edge too, which have none."""


@checked
def surface_curvature(geometry: Geometry, axes: ThreeByThree, normal: Three) -> Array:
    """
    Return the curvature (3, 3) [1/m] of a shape where its surface has a normal.

    axes: (3, 3), columns are the shape's axes. The form gives t K t for a tangent t, positive
    where the surface bulges.
    """
    # Boxes, planes and hulls, most of what there is, are done at once.
    if not isinstance(geometry, (coal.Sphere, coal.Cylinder, coal.Capsule)):
        return FLAT
    across = np.eye(3) - np.outer(normal, normal)
    if isinstance(geometry, coal.Sphere):
        return across / geometry.radius
    if isinstance(geometry, (coal.Cylinder, coal.Capsule)):
        axis = axes[:, 2]
        if abs(float(normal @ axis)) < SIDE:
            return (across - np.outer(axis, axis)) / geometry.radius
        if isinstance(geometry, coal.Capsule):
            return across / geometry.radius
    return FLAT


@checked_fields
@dataclass(frozen=True, eq=False)
class Touch:
    """
    What is known of a pair beside its patch.

    probability: that touches is right. twists: (6,) of the moving shape and of the other at the
    root's origin, None where they are not known; covariances and sensitivity are None for
    candidates.
    """

    touches: bool
    probability: Probability
    friction: PairFriction
    twists: tuple[Six, Six] | None
    covariances: PatchCovariances | None
    sensitivity: Sensitivity | None


@checked
def patch_contacts(
    patch: FoundPatch, mover: Placed, other: Placed, touch: Touch
) -> list[ContactEstimate]:
    """
    Return one contact a corner, named moving:still/0 and so on; poses as SE3.

    What does not touch is one candidate in the patch's middle, named moving:still.
    """
    covered = None if touch.covariances is None else len(touch.covariances.positions)
    if touch.touches and covered not in (None, len(patch.corners)):
        expected = f'{len(patch.corners)}, one a corner'
        raise InvalidInputError('number of covariances', covered, expected)
    kind, form = _curved_side(patch, mover, other, touch)
    velocity = not_given()
    if other.shape.surface_velocity is not None:
        # Along the axes of its frame, in which the shape itself may be turned.
        of_frame = other.pose.rotation @ other.shape.placement.rotation.T
        velocity = of_frame @ other.shape.surface_velocity
    label = f'{mover.shape.name}:{other.shape.name}'
    area = ContactPatch(patch.corners, patch.normal, touch.friction.model, label)
    given: dict[str, Any] = {
        'kind': kind,
        'surface_velocity': velocity,
        'body': mover.shape.name,
        'other_body': other.shape.name,
    }
    if touch.touches:
        points = area.points(**given)
    else:
        middle = middle_of(patch.corners).tolist()
        points = (ContactPoint(middle, patch.normal, area.friction, name=label, **given),)
    return [
        _estimate(_carried(_curved(point, form), touch), index, patch, touch)
        for index, point in enumerate(points)
    ]


def _carried(point: ContactPoint, touch: Touch) -> ContactPoint:
    """Return a contact whose surface moves with the other shape's frame, as far as known."""
    if touch.twists is None or not touch.twists[1].any():
        return point
    velocity = point.surface_velocity + _velocity_at(touch.twists[1], point.contact_position)
    return replace(point, surface_velocity=velocity)


def _velocity_at(twist: Array, position: Array) -> Array:
    return np.asarray(twist[:3] + cross_matrix(twist[3:]) @ position)


def _curved(point: ContactPoint, form: Array) -> ContactPoint:
    """Return a contact with the curvature that a form (3, 3) has along its tangents."""
    if form is FLAT:
        return point
    tangents = point.frame[1:]
    bent = tangents @ form @ tangents.T
    return replace(point, curvature=0.5 * (bent + bent.T))


def _estimate(point: ContactPoint, index: int, patch: FoundPatch, touch: Touch) -> ContactEstimate:
    known = touch.covariances
    velocity = None
    if touch.twists is not None:
        moving = _velocity_at(touch.twists[0], point.contact_position)
        velocity = moving - point.surface_velocity
    return ContactEstimate(
        point,
        touch.touches,
        touch.probability,
        patch.gap,
        velocity,
        None if known is None else known.positions[index],
        None if known is None else known.normal,
        touch.friction.uncertainty,
    )


def _curved_side(
    patch: FoundPatch, mover: Placed, other: Placed, touch: Touch
) -> tuple[ContactKind, Array]:
    """
    Return which side is the vertex, and the curvature (3, 3) of the other.

    The more curved side is the surface. Between flat ones the normal tells: it turns with the
    side whose face it belongs to. Of a candidate nothing is told yet.
    """
    if not touch.touches:
        return ContactKind.BODY_VERTEX, FLAT
    own = surface_curvature(mover.shape.geometry, mover.pose.rotation, patch.normal)
    others = surface_curvature(other.shape.geometry, other.pose.rotation, patch.normal)
    if own is not FLAT or others is not FLAT:
        if np.trace(own) > np.trace(others):
            return ContactKind.ENVIRONMENT_VERTEX, own
        return ContactKind.BODY_VERTEX, others
    if touch.sensitivity is not None and touch.sensitivity.follows_tool:
        return ContactKind.ENVIRONMENT_VERTEX, own
    return ContactKind.BODY_VERTEX, others
