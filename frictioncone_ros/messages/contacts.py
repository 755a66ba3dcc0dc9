# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact snapshots: messages to contact states.

`admitted_snapshot` is the one door for contacts, whether they come on a topic or in a service
request: the same bounds, the same refusals, the same use of what the estimator is unsure of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast, TYPE_CHECKING

import numpy as np

from frictioncone_ros.analysis.support import squeeze_of
from frictioncone_ros.contact import ContactKind, ContactPoint, ContactState, joint_deviations
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages import constants
from frictioncone_ros.messages.bounds import (
    frame_from_message,
    LONGEST_TEXT,
    require_few_edges,
    text_from_message,
)
from frictioncone_ros.messages.friction import (
    EstimateConfidence,
    friction_from_message,
    normal_deviation,
    TAKEN_AS_EXACT,
)
from frictioncone_ros.messages.numbers import (
    require_in_range,
    six_from_message,
    Three,
    three_from_message,
    time_from_message,
)
from frictioncone_ros.node_interface import JOINT, NodeSettings
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import Array, PLANAR, SPATIAL
from frictioncone_ros.spatial.arrays import as_point, not_given

if TYPE_CHECKING:
    from frictioncone_ros.msg import ContactPoint as ContactPointMessage
    from frictioncone_ros.msg import ContactState as ContactStateMessage
    from frictioncone_ros.msg import ContactStateArray

TWO = 2
"""Contacts from which on some can squeeze each other."""
KINDS = {
    constants.BODY_VERTEX: ContactKind.BODY_VERTEX,
    constants.ENVIRONMENT_VERTEX: ContactKind.ENVIRONMENT_VERTEX,
}


def admitted_snapshot(message: ContactStateArray, settings: NodeSettings) -> Snapshot:
    """Return a snapshot as a node with these settings takes it, or raise InvalidInputError."""
    most = settings.count('max_contacts')
    # Before any of them is looked at: more cannot be judged in time.
    if len(message.contacts) > most:
        raise InvalidInputError(
            'number of contacts',
            len(message.contacts),
            f'at most max_contacts = {most}',
            'contacts',
        )
    require_few_edges(message)
    return snapshot_from_message(
        message,
        EstimateConfidence(
            settings.number('contact_probability'),
            settings.number('friction_confidence'),
            settings.number('normal_deviations'),
            settings.word('normal_errors') == JOINT,
            settings.number('common_normal_error'),
        ),
    )


def snapshot_from_message(
    message: ContactStateArray, confidence: EstimateConfidence = TAKEN_AS_EXACT
) -> Snapshot:
    """
    Return the snapshot, or raise InvalidInputError naming the contact that cannot be used.

    Contacts that do not touch, or are not believed, are left out of the state; those that do not
    touch and state a distance are near.
    """
    frame = frame_from_message(message.header.frame_id, 'header.frame_id', 'contacts')
    planar = bool(message.planar)
    numbers = [
        number
        for number, contact in enumerate(message.contacts)
        if _counts(contact, confidence.least_probability)
    ]
    touching = [message.contacts[number] for number in numbers]
    points = _named(_points(touching, planar, confidence), numbers)
    points = _squeezed(points, touching, planar)
    twist, acceleration = not_given(), None
    if message.has_twist:
        six = six_from_message(message.twist, 'twist', 'contacts')
        twist = six[[0, 1, 5]] if planar else six
    if message.has_acceleration:
        six = six_from_message(message.acceleration, 'accel', 'contacts')
        acceleration = six[[0, 1, 5]] if planar else six
    dimension = PLANAR if planar else SPATIAL
    state = ContactState(points, twist=twist, dimension=dimension, acceleration=acceleration)
    numbers = [
        number
        for number, one in enumerate(message.contacts)
        if one.has_distance and not one.in_contact
    ]
    apart = [message.contacts[number] for number in numbers]
    candidates = _named(_points(apart, planar, confidence), numbers)
    near = tuple(
        NearContact(point, float(contact.distance))
        for contact, point in zip(apart, candidates, strict=True)
    )
    if near:
        _require_own_names([*state.names, *(pair.point.name for pair in near)])
    stamp = time_from_message(message.header.stamp, 'contacts')
    return Snapshot(state, frame, stamp, int(message.sequence), near)


def _require_own_names(names: list[str]) -> None:
    """Refuse near contacts called as others are: one that closes would be two of one name."""
    if len(set(names)) != len(names):
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise InvalidInputError('names of contacts', repeated, 'each name once', 'contacts')


def _squeezed(
    points: list[ContactPoint], messages: list[ContactStateMessage], planar: bool
) -> list[ContactPoint]:
    """Return contacts that oppose each other with the internal forces that were measured."""
    stated = any(message.has_internal_force for message in messages)
    if len(points) < TWO or stated or not all(message.has_force for message in messages):
        return points
    normals = np.array([point.contact_normal for point in points])
    if (normals @ normals.T).min() >= 0.0:
        return points  # they cannot squeeze each other
    forces = [_measured(*pair, planar) for pair in zip(points, messages, strict=True)]
    squeeze = squeeze_of(ContactState(points), np.concatenate(forces))
    return [
        replace(point, internal_force=float(force))
        for point, force in zip(points, squeeze, strict=True)
    ]


def _measured(point: ContactPoint, message: ContactStateMessage, planar: bool) -> Array:
    """Return the measured force of a contact in its own components (c,)."""
    force = three_from_message(message.force, 'force', point.label)
    components = np.zeros(point.friction.component_count(point.dimension))
    size = 2 if planar else 3
    components[:size] = point.frame @ force[:size]
    return components


def _named(points: list[ContactPoint], numbers: list[int]) -> list[ContactPoint]:
    """Return contacts of which each has a name: its number in the message where it has none."""
    return [
        point if point.name else point.renamed(f'contact_{number}')
        for point, number in zip(points, numbers, strict=True)
    ]


def _counts(contact: ContactStateMessage, least_probability: float) -> bool:
    """Tell whether a contact touches and is believed; a doubt that is no number is refused."""
    probability = float(contact.probability)
    if not 0.0 <= probability <= 1.0:
        raise InvalidInputError('probability', probability, '0 to 1', _label(contact.point))
    return bool(contact.in_contact) and probability >= least_probability


def _points(
    messages: list[ContactStateMessage], planar: bool, confidence: EstimateConfidence
) -> list[ContactPoint]:
    """Return contacts, their friction narrowed by how unsure their normals are."""
    if not confidence.normal_deviations:
        return [_point(contact, planar, confidence, 0.0) for contact in messages]
    unsure = [normal_deviation(contact, _label(contact.point)) for contact in messages]
    if confidence.jointly and any(unsure):
        normals = [_normal(one.point, planar) for one in messages]
        unsure = joint_deviations(np.asarray(normals), unsure, confidence.common).tolist()
    return [
        _point(contact, planar, confidence, confidence.normal_deviations * deviation)
        for contact, deviation in zip(messages, unsure, strict=True)
    ]


def _point(
    contact: ContactStateMessage, planar: bool, confidence: EstimateConfidence, tilt: float
) -> ContactPoint:
    """Return one contact; tilt: of its normal, by which friction is narrowed [rad]."""
    point = contact.point
    label = _label(point)
    hint: dict[str, Array] = {}
    if point.has_tangent and not planar:
        hint = {'tangent_hint': three_from_message(point.tangent, 'tangent', label)}
    if point.has_surface_velocity:
        hint['surface_velocity'] = _coordinates(
            point.surface_velocity, planar, 'surface velocity', label
        )
    stiffness, squeeze = None, 0.0
    if contact.has_stiffness:
        stiffness = _in_range(contact.stiffness, 'stiffness', label)
    if contact.has_internal_force:
        squeeze = _in_range(contact.internal_force, 'internal_force', label)
    return ContactPoint(
        _coordinates(point.position, planar, 'position', label),
        _coordinates(point.normal, planar, 'normal', label),
        friction_from_message(contact, planar, confidence, label, tilt),
        name=text_from_message(point.name, 'name', 'contact'),
        kind=_kind(point, label),
        curvature=_curvature(point, planar, label),
        body=text_from_message(point.body, 'body', label),
        other_body=text_from_message(point.other_body, 'other_body', label),
        stiffness=stiffness,
        internal_force=squeeze,
        **hint,
    )


def _in_range(value: float, what: str, label: str) -> float:
    require_in_range((value,), what, label)
    return float(value)


def _coordinates(message: Three, planar: bool, what: str, label: str) -> Array:
    """Return two checked numbers in the plane, three in space that ContactPoint checks."""
    if planar:
        return three_from_message(message, what, label)[:2]
    values = message.x, message.y, message.z
    require_in_range(values, what, label)
    # ContactPoint makes its array of plain numbers faster than of another array.
    return cast('Array', values)


def _normal(point: ContactPointMessage, planar: bool) -> Array:
    """Return a finite normal (2,) or (3,), not yet known to be of unit length."""
    label = _label(point)
    return as_point(_coordinates(point.normal, planar, 'normal', label), 'normal', label)


def _kind(point: ContactPointMessage, label: str) -> ContactKind:
    if point.kind not in KINDS:
        raise InvalidInputError('kind', int(point.kind), '0 or 1', label)
    return KINDS[point.kind]


def _curvature(point: ContactPointMessage, planar: bool, label: str) -> float | Array:
    first, mixed, second = map(float, point.curvature)
    if first == mixed == second == 0.0:
        return first
    require_in_range((first, mixed, second), 'curvature', label)
    if planar:
        return first
    return np.array([[first, mixed], [mixed, second]])


def _label(point: ContactPointMessage) -> str:
    # Cut: a refusal is logged and published, however long the name was that came.
    return f'contact {point.name[:LONGEST_TEXT]!r}' if point.name else 'contact without a name'
