# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Estimates of contacts as messages, and contacts another source knows as estimates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.contact import ContactKind, ContactPoint
from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.messages.numbers import three_from_message
from frictioncone_ros.msg import ContactPoint as ContactPointMessage
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.geometry import write_six, write_time
from frictioncone_ros.ros.conversions.snapshots import write_friction
from frictioncone_ros.spatial import Array, as_matrix
from frictioncone_ros.spatial.arrays import is_given

KINDS = {
    ContactKind.BODY_VERTEX: ContactPointMessage.BODY_VERTEX,
    ContactKind.ENVIRONMENT_VERTEX: ContactPointMessage.ENVIRONMENT_VERTEX,
}
_NOWHERE = np.zeros(3)
UNUSED_STIFFNESS = 1.0
"""The message's default; read where it is known only [N/m]."""


class EstimateWriter:
    """
    Writes snapshots into messages that are made once: building them costs as much as the search.

    Every field is written each time. The message is to be published before the next one is
    written, and not to be kept.
    """

    def __init__(self) -> None:
        """Begin with no contacts."""
        self._message = ContactStateArray()
        self._contacts: list[ContactStateMessage] = []

    def write(self, estimated: EstimatedContacts, sequence: int = 0) -> ContactStateArray:
        """Return a complete snapshot as a message; what is not known is flagged so."""
        message, count = self._message, len(estimated.contacts)
        message.header.frame_id, message.sequence = str(estimated.frame), int(sequence)
        write_time(message.header.stamp, estimated.stamp)
        message.has_twist = is_given(estimated.twist, 'twist')
        twist = estimated.twist if message.has_twist else np.zeros(6)
        write_six(message.twist, np.asarray(twist, dtype=np.float64), 'twist')
        while len(self._contacts) < count:
            self._contacts.append(ContactStateMessage())
        names = [_written(*pair) for pair in zip(self._contacts, estimated.contacts, strict=False)]
        if len(set(names)) != count:
            raise InvalidInputError('names of contacts', names, 'each name once')
        message.contacts = self._contacts[:count]
        return message


def estimates_to_message(estimated: EstimatedContacts, sequence: int = 0) -> ContactStateArray:
    """Return a complete snapshot as a message of its own."""
    return EstimateWriter().write(estimated, sequence)


def _written(contact: ContactStateMessage, estimate: ContactEstimate) -> str:
    """Write one contact and return its name."""
    _write_point(contact.point, estimate.point)
    contact.point.friction_uncertainty = float(estimate.friction_uncertainty)
    contact.in_contact = bool(estimate.in_contact)
    contact.probability = float(estimate.probability)
    contact.has_distance = estimate.distance is not None
    contact.distance = float(estimate.distance or 0.0)
    velocity = estimate.relative_velocity
    contact.has_relative_velocity = velocity is not None
    _write_three(contact.relative_velocity, _NOWHERE if velocity is None else velocity)
    _write_springs(contact, estimate.point)
    write_force(contact, estimate)
    _write_covariance(contact, 'position_covariance', estimate.position_covariance)
    _write_covariance(contact, 'normal_covariance', estimate.normal_covariance)
    return estimate.point.name


def write_force(contact: ContactStateMessage, estimate: ContactEstimate) -> None:
    """Write what was measured of a contact's force, or that it was not."""
    force = estimate.force
    contact.has_force = force is not None
    _write_three(contact.force, _NOWHERE if force is None else force)
    contact.normal_moment = float(estimate.normal_moment)
    _write_covariance(contact, 'force_covariance', estimate.force_covariance)


def _write_springs(contact: ContactStateMessage, point: ContactPoint) -> None:
    contact.has_stiffness = point.stiffness is not None
    contact.stiffness = float(point.stiffness or UNUSED_STIFFNESS)
    contact.has_internal_force = point.internal_force > 0.0
    contact.internal_force = float(point.internal_force)


def _write_point(message: ContactPointMessage, point: ContactPoint) -> None:
    message.name, message.body = str(point.name), str(point.body)
    message.other_body = str(point.other_body)
    _write_three(message.position, point.contact_position)
    _write_three(message.normal, point.contact_normal)
    hint = point.tangent_hint
    message.has_tangent = hint is not None
    _write_three(message.tangent, _NOWHERE if hint is None else hint)
    write_friction(message, point.friction)
    message.kind = KINDS[point.kind]
    form = np.asarray(point.curvature)
    message.curvature = np.array((form[0, 0], form[0, 1], form[1, 1]))
    message.has_surface_velocity = bool(point.surface_velocity.any())
    _write_three(message.surface_velocity, point.surface_velocity)


def _write_three(message: object, values: Array) -> None:
    """Write (3,) numbers into a point or a vector."""
    message.x, message.y, message.z = values.tolist()  # type: ignore[attr-defined]  # both have them


def _write_covariance(contact: ContactStateMessage, field: str, covariance: Array | None) -> None:
    setattr(contact, f'has_{field}', covariance is not None)
    setattr(contact, field, np.zeros(9) if covariance is None else covariance.ravel())


def known_contacts_from_message(message: ContactStateArray) -> EstimatedContacts:
    """Return the contacts that touch, candidates left out; raise InvalidInputError if it must."""
    if message.planar:
        raise InvalidInputError('planar', True, 'contacts in space', 'known contacts')
    snapshot = snapshot_from_message(message)
    touching = [contact for contact in message.contacts if contact.in_contact]
    contacts = [
        ContactEstimate(
            point,
            probability=float(contact.probability),
            distance=float(contact.distance) if contact.has_distance else None,
            relative_velocity=_velocity(contact, point.label),
            position_covariance=_covariance(contact, 'position_covariance', point.label),
            normal_covariance=_covariance(contact, 'normal_covariance', point.label),
            friction_uncertainty=float(contact.point.friction_uncertainty),
        )
        for contact, point in zip(touching, snapshot.state.contacts, strict=True)
    ]
    return EstimatedContacts(snapshot.frame, snapshot.stamp, contacts, snapshot.state.twist)


def write_measured(
    message: ContactStateArray, stamp: int, measured: Sequence[ContactEstimate]
) -> None:
    """Write what was measured of the contacts that touch, in their order, into their message."""
    write_time(message.header.stamp, stamp)
    touching = [contact for contact in message.contacts if contact.in_contact]
    for contact, estimate in zip(touching, measured, strict=True):
        # All of it: with the coefficient that was learned goes the torsion of a soft finger.
        write_friction(contact.point, estimate.point.friction)
        contact.point.friction_uncertainty = float(estimate.friction_uncertainty)
        write_force(contact, estimate)


def _velocity(contact: ContactStateMessage, label: str) -> Array | None:
    if not contact.has_relative_velocity:
        return None
    return three_from_message(contact.relative_velocity, 'relative velocity', label)


def _covariance(contact: ContactStateMessage, field: str, label: str) -> Array | None:
    if not getattr(contact, f'has_{field}'):
        return None
    return as_matrix(np.reshape(getattr(contact, field), (3, 3)), (3, 3), field, label)
