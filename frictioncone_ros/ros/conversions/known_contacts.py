# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that another source knows, as estimates to which a measured wrench adds its part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.messages.numbers import three_from_message
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.estimates import write_force
from frictioncone_ros.ros.conversions.geometry import write_time
from frictioncone_ros.spatial import Array, as_matrix


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
        contact.point.friction_coefficient = float(estimate.point.friction.friction_coefficient)
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
