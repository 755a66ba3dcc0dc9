# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Recorded messages as the values the filter works with; the fields are those of msg/*.msg."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

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
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS, Snapshot
from frictioncone_ros.spatial.arrays import Array, as_vector, not_given, PLANAR, SPATIAL

FRICTIONLESS, HARD_FINGER, SOFT_FINGER = 0, 1, 2
CIRCULAR_CONE, PYRAMID, POLYGON, ELLIPSE = 0, 1, 2, 3
KINDS = (ContactKind.BODY_VERTEX, ContactKind.ENVIRONMENT_VERTEX)
HALVES = {'wrench': ('force', 'torque'), 'twist': ('linear', 'angular')}
NANOSECONDS = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Published:
    """What the node sent: parts (6,) each, the worst code; margin [N], load factor if judged."""

    parts: dict[str, Array]
    code: int
    margin: float | None
    text: str
    load_factor: float | None = None


@dataclass(frozen=True)
class Prediction:
    """A published prediction: when [ns], its modes, a letter a contact, and whether it has all."""

    time: int
    modes: tuple[str, ...]
    exhaustive: bool


def stamp_of(message: Any) -> int:
    """Return a time [ns]."""
    return int(message.sec) * NANOSECONDS + int(message.nanosec)


def command_of(message: Any) -> FramedCommand:
    """Return a hybrid command, or raise InvalidInputError where the node refused it too."""
    parts = {part: six(message, part) for part in PARTS if getattr(message, f'has_{part}')}
    frames = Frames(
        message.header.frame_id, message.controlled_frame_id, message.reference_frame_id
    )
    if not parts or not frames.axes or not frames.controlled:
        raise InvalidInputError('command', frames, 'a part and frames', 'command')
    return FramedCommand(frames, parts, stamp_of(message.header.stamp), int(message.sequence))


def published_of(message: Any) -> Published:
    """Return what a FilteredCommand says was sent."""
    parts = {part: six(message, part) for part in PARTS if getattr(message, f'has_{part}')}
    margin = float(message.margin) if message.has_margin else None
    # Bags of before have no load factor.
    known = getattr(message, 'has_load_factor', False)
    factor = float(message.load_factor) if known else None
    return Published(parts, int(message.status.code), margin, str(message.status.text), factor)


def prediction_of(message: Any, time: int) -> Prediction:
    """Return what a ContactModePrediction that was recorded at a time [ns] says can happen."""
    modes = tuple(str(mode.text) for mode in message.modes)
    return Prediction(time, modes, bool(message.exhaustive))


def six(message: Any, part: str) -> Array:
    """Return the six numbers of a part, linear first."""
    halves = [getattr(getattr(message, part), half) for half in HALVES.get(part, HALVES['twist'])]
    return as_vector([getattr(half, axis) for half in halves for axis in 'xyz'], SPATIAL, part)


def snapshot_of(message: Any, settings: NodeSettings) -> Snapshot:
    """Return a snapshot as a node with these settings takes it, or raise InvalidInputError."""
    if not message.header.frame_id or len(message.contacts) > settings.count('max_contacts'):
        raise InvalidInputError('contacts', message.header.frame_id, 'a frame, max_contacts')
    planar = bool(message.planar)
    least = settings.number('contact_probability')
    points = [
        _point(contact, planar, settings)
        for contact in message.contacts
        if contact.in_contact and contact.probability >= least
    ]
    twist = not_given()
    if message.has_twist:
        whole = six(message, 'twist')
        twist = whole[[0, 1, 5]] if planar else whole
    acceleration = None
    if getattr(message, 'has_acceleration', False):  # bags of before have none
        whole = six(message, 'acceleration')
        acceleration = whole[[0, 1, 5]] if planar else whole
    dimension = PLANAR if planar else SPATIAL
    state = ContactState(points, twist=twist, dimension=dimension, acceleration=acceleration)
    stamp = stamp_of(message.header.stamp)
    return Snapshot(state, message.header.frame_id, stamp, int(message.sequence))


def _point(contact: Any, planar: bool, settings: NodeSettings) -> ContactPoint:
    point = contact.point
    first, mixed, second = map(float, point.curvature)
    form = first if planar or not (mixed or second or first) else [[first, mixed], [mixed, second]]
    return ContactPoint(
        _three(point.position, planar),
        _three(point.normal, planar),
        _friction(contact, planar, settings),
        name=point.name,
        tangent_hint=_three(point.tangent, False) if point.has_tangent and not planar else None,
        kind=KINDS[point.kind],
        curvature=form if isinstance(form, float) else np.array(form),
        surface_velocity=(
            _three(point.surface_velocity, planar) if point.has_surface_velocity else not_given()
        ),
        body=point.body,
        other_body=point.other_body,
    )


def _three(message: Any, planar: bool) -> Array:
    values = (message.x, message.y) if planar else (message.x, message.y, message.z)
    return np.array(values, dtype=np.float64)


def _friction(contact: Any, planar: bool, settings: NodeSettings) -> FrictionModel:
    """Return the stated friction less what the estimator is unsure of."""
    friction = _stated(contact.point, settings.number('friction_confidence'))
    deviations = settings.number('normal_deviations')
    if not contact.has_normal_covariance or deviations == 0.0:
        return friction
    covariance = np.reshape(contact.normal_covariance, (3, 3))
    variance = float(np.linalg.eigvalsh(0.5 * (covariance + covariance.T))[-1])
    tilt = deviations * sqrt(max(0.0, variance))
    return narrowed_friction(friction, PLANAR if planar else SPATIAL, tilt) or Frictionless()


def _stated(point: Any, share: float) -> FrictionModel:
    if point.friction_model == FRICTIONLESS:
        return Frictionless()
    coefficients: Sequence[float] = (point.friction_coefficient, point.second_friction_coefficient)
    lost = share * float(point.friction_uncertainty)
    first, second = (max(0.0, float(one) - lost) if one >= 0.0 else one for one in coefficients)
    edges = int(point.polygon_edge_count)
    if point.friction_model == SOFT_FINGER:
        count = edges if point.friction_set == POLYGON else None
        return SoftFinger(first, float(point.torsional_friction), count)
    if point.friction_set == CIRCULAR_CONE:
        return CircularCone(first)
    other = second if point.has_second_friction_coefficient else None
    if point.friction_set == PYRAMID:
        return FrictionPyramid(first, other)
    if point.friction_set == ELLIPSE:
        return CircularCone(first) if other is None else EllipticCone(first, other)
    return FrictionPolygon(first, edges) if other is None else EllipticCone(first, other, edges)
