# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact snapshots: messages to contact states."""

from __future__ import annotations

from dataclasses import dataclass
import math

from geometry_msgs.msg import Point, Vector3
import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    narrowed_friction,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import ContactPoint as ContactPointMessage
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.geometry import (
    require_worldly,
    six_from_message,
    three_from_message,
    time_from_message,
)
from frictioncone_ros.ros.values import Snapshot
from frictioncone_ros.spatial import Array, as_matrix, PLANAR, SPATIAL

KINDS = {ContactPointMessage.BODY_VERTEX: ContactKind.BODY_VERTEX,
         ContactPointMessage.ENVIRONMENT_VERTEX: ContactKind.ENVIRONMENT_VERTEX}


@dataclass(frozen=True)
class Caution:
    """
    What is made of what the estimator is not sure of.

    least_probability: contacts believed with less are left out. friction_share: share of
    friction_uncertainty taken off each coefficient. normal_deviations: a normal may be tilted by
    so many standard deviations of its covariance; friction is narrowed by that.
    """

    least_probability: float = 0.0
    friction_share: float = 0.0
    normal_deviations: float = 0.0


NO_CAUTION = Caution()


def require_few(message: ContactStateArray, most: int) -> None:
    """Refuse more contacts than can be judged in time, before any of them is looked at."""
    if len(message.contacts) > most:
        raise InvalidInputError('number of contacts', len(message.contacts),
                                f'at most max_contacts = {most}', 'contacts')


def snapshot_from_message(
    message: ContactStateArray, caution: Caution = NO_CAUTION
) -> Snapshot:
    """
    Return the snapshot, or raise InvalidInputError naming the contact that cannot be used.

    Contacts that do not touch, or are not believed, are left out.
    """
    if not message.header.frame_id:
        raise InvalidInputError('header.frame_id', '', 'the name of a frame', 'contacts')
    planar = bool(message.planar)
    points = [_point(contact, planar, caution) for contact in message.contacts
              if _counts(contact, caution.least_probability)]
    twist = six_from_message(message.twist, 'twist', 'contacts') if message.has_twist else None
    state = ContactState(
        points, dimension=PLANAR if planar else SPATIAL,
        **({} if twist is None else {'twist': twist[[0, 1, 5]] if planar else twist}))
    return Snapshot(state, str(message.header.frame_id),
                    time_from_message(message.header.stamp, 'contacts'), int(message.sequence))


def _counts(contact: ContactStateMessage, least_probability: float) -> bool:
    """Tell whether a contact touches and is believed; a doubt that is no number is refused."""
    probability = float(contact.probability)
    if not 0.0 <= probability <= 1.0:
        raise InvalidInputError('probability', probability, '0 to 1', _label(contact.point))
    return bool(contact.in_contact) and probability >= least_probability


def _point(contact: ContactStateMessage, planar: bool, caution: Caution) -> ContactPoint:
    point = contact.point
    label = _label(point)
    hint = {}
    if point.has_tangent and not planar:
        hint = {'tangent_hint': three_from_message(point.tangent, 'tangent', label)}
    if point.has_surface_velocity:
        hint['surface_velocity'] = _coordinates(
            point.surface_velocity, planar, 'surface velocity', label)
    return ContactPoint(
        _coordinates(point.position, planar, 'position', label),
        _coordinates(point.normal, planar, 'normal', label),
        _narrowed(contact, _friction(point, caution.friction_share, label), planar, caution),
        name=str(point.name),
        kind=_kind(point, label),
        curvature=_curvature(point, planar),
        body=str(point.body),
        other_body=str(point.other_body),
        **hint,
    )


def _coordinates(
    message: Point | Vector3, planar: bool, what: str, label: str
) -> Array | tuple[float, float, float]:
    """Return two checked numbers in the plane, three in space that ContactPoint checks."""
    if planar:
        return three_from_message(message, what, label)[:2]
    values = message.x, message.y, message.z
    require_worldly(values, what, label)
    return values


def _friction(point: ContactPointMessage, confidence: float, label: str) -> FrictionModel:
    """Return the friction model, its coefficients less the share of their uncertainty."""
    if point.friction_model == ContactPointMessage.FRICTIONLESS:
        return Frictionless()
    coefficient = _lowered(point.friction_coefficient, point, confidence, label)
    if point.friction_model == ContactPointMessage.SOFT_FINGER:
        return _soft_finger(point, coefficient, label)
    if point.friction_model != ContactPointMessage.HARD_FINGER:
        raise InvalidInputError('friction_model', int(point.friction_model), '0, 1 or 2', label)
    if point.friction_set == ContactPointMessage.CIRCULAR_CONE:
        return CircularCone(coefficient)
    second = None
    if point.has_second_friction_coefficient:
        second = _lowered(point.second_friction_coefficient, point, confidence, label)
    return _flat_or_elliptic(point, coefficient, second, label)


def _flat_or_elliptic(
    point: ContactPointMessage, first: float, second: float | None, label: str
) -> FrictionModel:
    """Return the set of a hard finger whose second coefficient may differ; None: it does not."""
    edges = int(point.polygon_edge_count)
    if point.friction_set == ContactPointMessage.PYRAMID:
        return FrictionPyramid(first, second)
    if point.friction_set == ContactPointMessage.ELLIPSE:
        return CircularCone(first) if second is None else EllipticCone(first, second)
    if point.friction_set == ContactPointMessage.POLYGON:
        return FrictionPolygon(first, edges) if second is None else EllipticCone(
            first, second, edges)
    raise InvalidInputError('friction_set', int(point.friction_set), '0, 1, 2 or 3', label)


def _narrowed(
    contact: ContactStateMessage, friction: FrictionModel, planar: bool, caution: Caution
) -> FrictionModel:
    """Return what of the friction is safe however the normal is tilted within its covariance."""
    if not contact.has_normal_covariance or caution.normal_deviations == 0.0:
        return friction
    covariance = as_matrix(np.reshape(contact.normal_covariance, (3, 3)), (3, 3),
                           'normal covariance', _label(contact.point))
    variance = float(np.linalg.eigvalsh(0.5 * (covariance + covariance.T))[-1])
    tilt = caution.normal_deviations * math.sqrt(max(0.0, variance))
    # Where no direction is safe, pushing along the stated normal is the best that is known.
    return narrowed_friction(friction, PLANAR if planar else SPATIAL, tilt) or Frictionless()


def _soft_finger(point: ContactPointMessage, coefficient: float, label: str) -> SoftFinger:
    if point.friction_set not in (ContactPointMessage.CIRCULAR_CONE, ContactPointMessage.POLYGON):
        raise InvalidInputError('friction_set', int(point.friction_set),
                                'CIRCULAR_CONE or POLYGON for a soft finger', label)
    polygon = point.friction_set == ContactPointMessage.POLYGON
    edges = int(point.polygon_edge_count) if polygon else None
    return SoftFinger(coefficient, float(point.torsional_friction), edges)


def _lowered(
    coefficient: float, point: ContactPointMessage, confidence: float, label: str
) -> float:
    uncertainty = float(point.friction_uncertainty)
    if not 0.0 <= uncertainty < math.inf:
        raise InvalidInputError('friction_uncertainty', uncertainty, 'a number >= 0', label)
    given = float(coefficient)
    # A coefficient that is not usable is passed on as it is, to be refused by name.
    return max(0.0, given - confidence * uncertainty) if given >= 0.0 else given


def _kind(point: ContactPointMessage, label: str) -> ContactKind:
    if point.kind not in KINDS:
        raise InvalidInputError('kind', int(point.kind), '0 or 1', label)
    return KINDS[point.kind]


def _curvature(point: ContactPointMessage, planar: bool) -> float | Array:
    first, mixed, second = map(float, point.curvature)
    if planar or first == mixed == second == 0.0:
        return first
    return np.array([[first, mixed], [mixed, second]])


def _label(point: ContactPointMessage) -> str:
    return f'contact {point.name!r}' if point.name else 'contact without a name'
