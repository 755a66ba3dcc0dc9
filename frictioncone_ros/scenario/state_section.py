# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts, inertia and twist of a scenario file."""

from __future__ import annotations

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario.friction_section import read_friction
from frictioncone_ros.scenario.section import Entry, Section
from frictioncone_ros.spatial.arrays import Array, frozen_array, not_given, PLANAR
from frictioncone_ros.spatial.inertia import Inertia

CONTACT_KEYS = (
    'name',
    'position',
    'normal',
    'friction',
    'tangent_hint',
    'kind',
    'curvature',
    'surface_velocity',
    'preload',
    'body',
    'other_body',
)
MOST_CONTACTS = 1000
"""A scene may have so many: a check of them takes seconds and a gigabyte [count]."""
INERTIA_KEYS = ('mass', 'radius_of_gyration', 'rotational_inertia', 'center_of_mass', 'matrix')


def read_state(document: Section, dimension: int) -> ContactState | None:
    """Return the contact state of a document; None where it lists no contacts."""
    listed = document.get('contacts')
    if listed is None:
        return None
    if listed.is_list and len(listed.node.value) > MOST_CONTACTS:
        raise listed.too_many(MOST_CONTACTS)
    size = 2 if dimension == PLANAR else 3
    common = document.get('friction')
    friction = None if common is None else read_friction(common)
    contacts = [_contact(entry, size, friction) for entry in listed.entries()]
    with document.placed():
        return ContactState(
            contacts,
            inertia=_inertia(document.get('inertia'), size),
            twist=_given(document.vector('twist', dimension)),
            reference_point=_given(document.vector('reference_point', size)),
            dimension=dimension,
        )


def read_preload(document: Section) -> Array | None:
    """Return the preload of each contact (k,) [N], 0 where none is stated; None: none anywhere."""
    listed = document.get('contacts')
    if listed is None:
        return None
    given = [entry.section(CONTACT_KEYS).get('preload') for entry in listed.entries()]
    if not any(given):
        return None
    forces = [0.0 if entry is None else entry.number() for entry in given]
    for entry, force in zip(given, forces, strict=True):
        if entry is not None and force < 0.0:
            raise entry.refused('a number >= 0 [N]')
    return frozen_array(forces)


def _contact(entry: Entry, size: int, common: FrictionModel | None) -> ContactPoint:
    section = entry.section(CONTACT_KEYS)
    own = section.get('friction')
    friction = common if own is None else read_friction(own)
    if friction is None:
        raise InvalidInputError(
            f'friction of {entry.what}', None, 'one here or for the whole scene', entry.where
        )
    position = section.required('position').numbers(size)
    normal = section.required('normal').numbers(size)
    with section.placed():
        return ContactPoint(
            position,
            normal,
            friction,
            name=section.text('name'),
            tangent_hint=section.vector('tangent_hint', size),
            kind=section.text('kind', 'B'),  # type: ignore[arg-type]  # checked inside
            curvature=_curvature(section),
            surface_velocity=_given(section.vector('surface_velocity', size)),
            body=section.text('body'),
            other_body=section.text('other_body'),
        )


def _curvature(section: Section) -> Array | float:
    entry = section.get('curvature')
    if entry is None:
        return 0.0
    return entry.rows(2) if entry.is_list else entry.number()


def _inertia(entry: Entry | None, size: int) -> Inertia | None:
    """Return the inertia, of a body by mass and centre or as a full matrix."""
    if entry is None:
        return None
    section = entry.section(INERTIA_KEYS)
    matrix = section.get('matrix')
    with section.placed():
        if matrix is not None:
            if len(section.values) > 1:
                raise matrix.refused('no other key beside it')
            return Inertia(matrix.rows(PLANAR if size == 2 else 6))
        mass, center = section.required('mass').number(), section.vector('center_of_mass', size)
        center = frozen_array([0.0] * size) if center is None else center
        if size == 2:
            _require_absent(section, 'rotational_inertia')
            gyration = section.required('radius_of_gyration').number()
            return Inertia.planar_body(mass, gyration, center)
        _require_absent(section, 'radius_of_gyration')
        return Inertia.spatial_body(mass, section.required('rotational_inertia').rows(3), center)


def _require_absent(section: Section, key: str) -> None:
    entry = section.get(key)
    if entry is not None:
        raise entry.refused('nothing: it belongs to the other dimension')


def _given(values: Array | None) -> Array:
    return not_given() if values is None else values
