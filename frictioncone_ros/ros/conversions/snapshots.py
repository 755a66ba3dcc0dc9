# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact snapshots as messages: for adapters, probes and tests."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactPoint,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import ContactPoint as ContactPointMessage
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.geometry import (
    point_to_message,
    six_to_message,
    time_to_message,
    vector_to_message,
)
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import Array, PLANAR, SPATIAL

SETS: dict[type[FrictionModel], tuple[int, int]] = {
    Frictionless: (ContactPointMessage.FRICTIONLESS, ContactPointMessage.CIRCULAR_CONE),
    CircularCone: (ContactPointMessage.HARD_FINGER, ContactPointMessage.CIRCULAR_CONE),
    FrictionPolygon: (ContactPointMessage.HARD_FINGER, ContactPointMessage.POLYGON),
    FrictionPyramid: (ContactPointMessage.HARD_FINGER, ContactPointMessage.PYRAMID),
    EllipticCone: (ContactPointMessage.HARD_FINGER, ContactPointMessage.ELLIPSE),
    SoftFinger: (ContactPointMessage.SOFT_FINGER, ContactPointMessage.CIRCULAR_CONE),
}
"""What messages call each friction model, and its set of tangential forces."""

UNUSED_EDGES = 8
"""The message's default; read of polygons only."""


def snapshot_to_message(snapshot: Snapshot) -> ContactStateArray:
    """Return a snapshot as a message; its state is about the origin of its frame."""
    planar = snapshot.state.dimension == PLANAR
    message = ContactStateArray(sequence=int(snapshot.sequence), planar=bool(planar))
    message.header.frame_id = str(snapshot.frame)
    message.header.stamp = time_to_message(snapshot.stamp)
    if snapshot.state.twist.any():
        message.has_twist = True
        message.twist = six_to_message(_six(snapshot.state.twist), 'twist')
    if snapshot.state.acceleration is not None:
        message.has_acceleration = True
        rate = _six(snapshot.state.acceleration)
        message.acceleration = six_to_message(rate, 'accel')
    message.contacts = [_contact(contact) for contact in snapshot.state.contacts]
    for pair in snapshot.near:
        apart = _contact(pair.point)
        apart.in_contact, apart.has_distance, apart.distance = False, True, float(pair.gap)
        message.contacts.append(apart)
    return message


def _contact(contact: ContactPoint) -> ContactStateMessage:
    point = ContactPointMessage(
        name=str(contact.name),
        body=str(contact.body),
        other_body=str(contact.other_body),
        position=point_to_message(_three(contact.contact_position)),
        normal=vector_to_message(_three(contact.contact_normal)),
    )
    if contact.tangent_hint is not None:
        point.has_tangent = True
        point.tangent = vector_to_message(contact.tangent_hint)
    if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
        point.kind = ContactPointMessage.ENVIRONMENT_VERTEX
    form = np.asarray(contact.curvature)
    entries = (form[0, 0], form[0, -1], form[-1, -1]) if form.shape == (2, 2) else (form[0, 0],)
    point.curvature = [float(entry) for entry in (*entries, 0.0, 0.0)[:3]]
    if contact.surface_velocity.any():
        point.has_surface_velocity = True
        point.surface_velocity = vector_to_message(_three(contact.surface_velocity))
    write_friction(point, contact.friction)
    return ContactStateMessage(point=point)


def write_friction(point: ContactPointMessage, friction: FrictionModel) -> None:
    """Write model, set and coefficients; raise InvalidInputError where messages have none."""
    if type(friction) not in SETS:
        raise InvalidInputError('friction', friction, 'a model that messages know')
    point.friction_model, point.friction_set = SETS[type(friction)]
    point.friction_coefficient = float(friction.friction_coefficient)
    point.torsional_friction = float(friction.torsion_limit(SPATIAL))
    two = point.friction_set in (ContactPointMessage.PYRAMID, ContactPointMessage.ELLIPSE)
    # Written either way: the message may have been written before, with another model.
    point.has_second_friction_coefficient = two
    point.second_friction_coefficient = float(friction.coefficients[1]) if two else 0.0
    point.polygon_edge_count = UNUSED_EDGES
    independent = isinstance(friction, SoftFinger) and friction.independent
    point.torsion_set = (
        ContactPointMessage.INDEPENDENT_TORSION
        if independent
        else ContactPointMessage.LIMIT_SURFACE
    )
    if friction.edge_count is not None:
        point.friction_set = ContactPointMessage.POLYGON
        point.polygon_edge_count = int(friction.edge_count)


def _three(values: Array) -> Array:
    return values if values.shape[0] == 3 else np.append(values, 0.0)


def _six(twist: Array) -> Array:
    if twist.shape[0] != PLANAR:
        return twist
    return np.array([twist[0], twist[1], 0.0, 0.0, 0.0, twist[2]])
