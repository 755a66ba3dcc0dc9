# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What contact sources estimate, as messages."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.msg import ContactState as ContactStateMessage
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.geometry import six_to_message, vector_to_message
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import Array, SPATIAL
from frictioncone_ros.spatial.arrays import is_given


def estimates_to_message(estimated: EstimatedContacts, sequence: int = 0) -> ContactStateArray:
    """Return a complete snapshot as a message; what is not known is flagged so."""
    state = ContactState([each.point for each in estimated.contacts], dimension=SPATIAL)
    message = snapshot_to_message(Snapshot(state, estimated.frame, estimated.stamp, sequence))
    if is_given(estimated.twist, 'twist'):
        message.has_twist = True
        message.twist = six_to_message(np.asarray(estimated.twist), 'twist')
    for contact, estimate in zip(message.contacts, estimated.contacts, strict=True):
        _write(contact, estimate)
    return message


def _write(contact: ContactStateMessage, estimate: ContactEstimate) -> None:
    contact.in_contact = bool(estimate.in_contact)
    contact.probability = float(estimate.probability)
    contact.point.friction_uncertainty = float(estimate.friction_uncertainty)
    if estimate.distance is not None:
        contact.has_distance, contact.distance = True, float(estimate.distance)
    if estimate.relative_velocity is not None:
        contact.has_relative_velocity = True
        contact.relative_velocity = vector_to_message(estimate.relative_velocity)
    write_force(contact, estimate)
    _write_covariance(contact, 'position_covariance', estimate.position_covariance)
    _write_covariance(contact, 'normal_covariance', estimate.normal_covariance)


def write_force(contact: ContactStateMessage, estimate: ContactEstimate) -> None:
    """Write what was measured of a contact's force, where it was."""
    if estimate.force is not None:
        contact.has_force, contact.force = True, vector_to_message(estimate.force)
        contact.normal_moment = float(estimate.normal_moment)
        _write_covariance(contact, 'force_covariance', estimate.force_covariance)


def _write_covariance(contact: ContactStateMessage, field: str, covariance: Array | None) -> None:
    if covariance is None:
        return
    setattr(contact, f'has_{field}', True)
    setattr(contact, field, np.array(covariance, dtype=np.float64).ravel())
