# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts written by hand, in the axes of frames that may move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.contact import ContactKind, ContactPatch, ContactPoint
from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts, rotated
from frictioncone_ros.estimation.placed_yaml import PlacedValue, read_yaml
from frictioncone_ros.estimation.sized_arrays import Count
from frictioncone_ros.estimation.written_friction import written_friction
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, RigidTransform
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import not_given

FindPose = Callable[[str, str], RigidTransform]
"""The pose of the second frame as seen from the first, from whoever knows frames."""

COMMON = ('body', 'other_body', 'friction', 'friction_uncertainty')
DEVIATIONS = ('position_deviation', 'normal_deviation')
OF_FILE = ('frame', 'contacts', *COMMON, *DEVIATIONS)
OF_CONTACT = (
    *('frame', 'position', 'corners', 'reduced_to', 'pressure_center', 'normal', 'normal_frame'),
    *('tangent', 'kind', 'surface_velocity', *COMMON, *DEVIATIONS),
)
POINTS, FINGER = 'points', 'soft_finger'
REDUCTIONS = (POINTS, FINGER)
"""What a patch can be reduced to."""

KINDS = {
    'body_vertex': ContactKind.BODY_VERTEX,
    'environment_vertex': ContactKind.ENVIRONMENT_VERTEX,
}


@checked_fields
@dataclass(frozen=True, eq=False)
class WrittenContact:
    """
    One contact and the frames it is written in.

    estimate: its position along the axes of `frame` and from its origin; normal, tangent and
    surface velocity along the axes of `normal_frame`, as the surface is and not the tool.
    """

    estimate: ContactEstimate
    frame: str
    normal_frame: str

    @checked
    def seen_from(self, frame: str, find_pose: FindPose) -> ContactEstimate:
        """Return the contact along a frame's axes and from its origin."""
        place = find_pose(frame, self.frame)
        surface = find_pose(frame, self.normal_frame)
        estimate = self.estimate
        return replace(
            estimate,
            point=_placed(estimate.point, place, surface),
            position_covariance=rotated(place, estimate.position_covariance),
            normal_covariance=rotated(surface, estimate.normal_covariance),
        )


@checked_fields
@dataclass(frozen=True, eq=False)
class StaticContacts:
    """Contacts that hold as long as nobody says otherwise. frame: that they are published in."""

    frame: str
    contacts: Sequence[WrittenContact]

    @checked
    def at(self, stamp: Count, find_pose: FindPose) -> EstimatedContacts:
        """Return all contacts at a time [ns], with the frames where they are then."""
        placed = [contact.seen_from(self.frame, find_pose) for contact in self.contacts]
        return EstimatedContacts(self.frame, stamp, placed)

    @checked
    def none(self, stamp: Count) -> EstimatedContacts:
        """Return what holds while nothing touches."""
        return EstimatedContacts(self.frame, stamp)


@checked
def read_static_contacts(path: Path) -> StaticContacts:
    """Return the contacts of a file, or raise InvalidInputError naming file and line."""
    fields = read_yaml(path).fields(OF_FILE, ('frame', 'contacts'))
    defaults = {name: value for name, value in fields.items() if name in OF_CONTACT}
    written = [
        contact
        for name, value in fields['contacts'].entries().items()
        for contact in _contacts(name, value, defaults)
    ]
    return StaticContacts(fields['frame'].word(), written)


def _contacts(
    name: str, value: PlacedValue, defaults: dict[str, PlacedValue]
) -> list[WrittenContact]:
    """Return one contact, or those of a flat patch."""
    fields = {**defaults, **value.fields(OF_CONTACT, ('normal',))}
    if ('position' in fields) == ('corners' in fields):
        raise InvalidInputError(name, 'both or neither', 'either position or corners', value.where)
    if 'friction' not in fields:
        raise InvalidInputError('friction', 'missing', f'it in {name} or for all', value.where)
    points = _points(name, fields, value.where)
    frame = fields['frame'].word()
    surface = fields['normal_frame'].word() if 'normal_frame' in fields else frame
    return [WrittenContact(_estimate(point, fields), frame, surface) for point in points]


def _points(name: str, fields: dict[str, PlacedValue], where: str) -> Sequence[ContactPoint]:
    normal, friction = fields['normal'].unit_vector(), written_friction(fields['friction'])
    kind = fields['kind'].word(tuple(KINDS)) if 'kind' in fields else 'body_vertex'
    velocity = fields['surface_velocity'].vector() if 'surface_velocity' in fields else not_given()
    given: dict[str, Any] = {
        'tangent_hint': fields['tangent'].vector() if 'tangent' in fields else None,
        'kind': KINDS[kind],
        'surface_velocity': velocity,
        'body': _word(fields.get('body')),
        'other_body': _word(fields.get('other_body')),
    }
    reduced_to, center = _reduction(fields)
    try:
        if 'position' in fields:
            place = fields['position'].vector()
            return [ContactPoint(place, normal, friction, name=name, **given)]
        patch = ContactPatch(fields['corners'].matrix(), normal, friction, name, center)
        return [patch.finger(**given)] if reduced_to == FINGER else patch.points(**given)
    except InvalidInputError as error:
        raise InvalidInputError(error.what, error.value, error.expected, where) from None


def _reduction(fields: dict[str, PlacedValue]) -> tuple[str, Array | None]:
    """Return what a patch is reduced to, and its centre of pressure where one is written."""
    reduced_to = POINTS
    if 'reduced_to' in fields:
        reduced_to = fields['reduced_to'].word(REDUCTIONS)
        _require(fields['reduced_to'], 'corners' in fields, 'it beside corners only')
    if 'pressure_center' not in fields:
        return reduced_to, None
    center = fields['pressure_center']
    _require(center, reduced_to == FINGER, f'it beside reduced_to: {FINGER} only')
    return reduced_to, center.vector()


def _require(value: PlacedValue, fits: bool, expected: str) -> None:
    if not fits:
        raise InvalidInputError(value.name, value.plain, expected, value.where)


def _estimate(point: ContactPoint, fields: dict[str, PlacedValue]) -> ContactEstimate:
    return ContactEstimate(
        point,
        position_covariance=_isotropic(fields.get('position_deviation')),
        normal_covariance=_isotropic(fields.get('normal_deviation')),
        friction_uncertainty=_number(fields.get('friction_uncertainty')),
    )


def _placed(point: ContactPoint, place: RigidTransform, surface: RigidTransform) -> ContactPoint:
    """Return a contact whose parts are written in two frames, given where these are."""
    hint = point.tangent_hint
    return replace(
        point,
        contact_position=place.position + place.rotation.T @ point.contact_position,
        contact_normal=surface.rotation.T @ point.contact_normal,
        tangent_hint=None if hint is None else surface.rotation.T @ hint,
        surface_velocity=surface.rotation.T @ point.surface_velocity,
    )


def _isotropic(deviation: PlacedValue | None) -> Array | None:
    """Return the covariance (3, 3) of a standard deviation, None where none is written."""
    return None if deviation is None else deviation.non_negative() ** 2 * np.eye(3)


def _word(value: PlacedValue | None) -> str:
    return '' if value is None else value.word()


def _number(value: PlacedValue | None) -> float:
    return 0.0 if value is None else value.non_negative()
