# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A set of elemental contacts that leaves the workpiece no freedom in the generic case.

One vertex of one polygon on one edge of another: types A and B, sliding or rolling.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_choice, as_items, as_non_negative


@dataclass(frozen=True)
class ElementalContact:
    """
    A vertex and the edge it is to touch, named by their numbers.

    Type A (kind ENVIRONMENT_VERTEX): workpiece_element is an edge of the workpiece and
    manipulator_element a vertex of the manipulator polygon with that number. Type B (BODY_VERTEX):
    a vertex of the workpiece, an edge of the manipulator. A rolling contact (rolling_distance not
    None) keeps the vertex at that distance [m] from the edge's first vertex; a sliding one (None)
    leaves it free along the edge.
    """

    kind: ContactKind
    workpiece_element: int
    manipulator: int
    manipulator_element: int
    rolling_distance: float | None = None

    def __post_init__(self) -> None:
        """Refuse what numbers no element and a rolling point that is not on any edge."""
        object.__setattr__(self, 'kind', as_choice(ContactKind, self.kind, 'kind of contact'))
        numbers = (self.workpiece_element, self.manipulator, self.manipulator_element)
        for number in numbers:
            as_non_negative(number, 'number of an element', f'contact {self}')
            if not isinstance(number, (int, np.integer)):
                raise InvalidInputError(
                    'number of an element', number, 'a whole number', f'contact {self}'
                )
        if self.rolling_distance is not None:
            where = f'contact {self}'
            distance = as_non_negative(self.rolling_distance, 'rolling distance', where)
            object.__setattr__(self, 'rolling_distance', distance)

    @property
    def rolling(self) -> bool:
        """Whether the touching points are fixed on both bodies."""
        return self.rolling_distance is not None

    def __str__(self) -> str:
        """Return for example 'A e2-m0v1' or, rolling, 'B_R v0-m1e3'."""
        letters = 'ev' if self.kind is ContactKind.ENVIRONMENT_VERTEX else 've'
        suffix = '_R' if self.rolling else ''
        return (
            f'{self.kind.value}{suffix} {letters[0]}{self.workpiece_element}'
            f'-m{self.manipulator}{letters[1]}{self.manipulator_element}'
        )


def edge_contact(
    workpiece_edge: int, manipulator: int, vertex: int, rolling_distance: float | None = None
) -> ElementalContact:
    """Return a type A contact: this edge of the workpiece on that manipulator's vertex."""
    return ElementalContact(
        ContactKind.ENVIRONMENT_VERTEX, workpiece_edge, manipulator, vertex, rolling_distance
    )


def vertex_contact(
    workpiece_vertex: int, manipulator: int, edge: int, rolling_distance: float | None = None
) -> ElementalContact:
    """Return a type B contact: this vertex of the workpiece on that manipulator's edge."""
    return ElementalContact(
        ContactKind.BODY_VERTEX, workpiece_vertex, manipulator, edge, rolling_distance
    )


class FormationType(Enum):
    """The eight types; the values are the names of the literature (R follows what rolls)."""

    THREE_EDGES = '3A'
    TWO_EDGES_ONE_VERTEX = '2AB'
    TWO_VERTICES_ONE_EDGE = '2BA'
    THREE_VERTICES = '3B'
    ROLLING_EDGE_AND_EDGE = 'ARA'
    ROLLING_EDGE_AND_VERTEX = 'ARB'
    ROLLING_VERTEX_AND_EDGE = 'BRA'
    ROLLING_VERTEX_AND_VERTEX = 'BRB'


_SLIDING_TYPES = {
    3: FormationType.THREE_EDGES,
    2: FormationType.TWO_EDGES_ONE_VERTEX,
    1: FormationType.TWO_VERTICES_ONE_EDGE,
    0: FormationType.THREE_VERTICES,
}


@dataclass(frozen=True)
class ContactFormation:
    """Three sliding contacts, or one rolling and one sliding, in any order."""

    contacts: tuple[ElementalContact, ...]

    def __post_init__(self) -> None:
        """Refuse sets of contacts that are none of the eight types."""
        contacts = as_items(self.contacts, 'contacts of a formation', 'ElementalContacts')
        object.__setattr__(self, 'contacts', contacts)
        for contact in contacts:
            if not isinstance(contact, ElementalContact):
                raise InvalidInputError('contact of a formation', contact, 'an ElementalContact')
        rolling = sum(contact.rolling for contact in contacts)
        if (len(contacts), rolling) not in ((3, 0), (2, 1)):
            raise InvalidInputError(
                'formation',
                str(self),
                'three sliding contacts, or one rolling and one sliding contact',
            )

    @property
    def type(self) -> FormationType:
        """Which of the eight types this is."""
        if len(self.contacts) == 3:
            edges = sum(c.kind is ContactKind.ENVIRONMENT_VERTEX for c in self.contacts)
            return _SLIDING_TYPES[edges]
        rolling, sliding = sorted(self.contacts, key=lambda contact: not contact.rolling)
        return FormationType(f'{rolling.kind.value}R{sliding.kind.value}')

    def __str__(self) -> str:
        """Return the contacts, for example '{A e0-m0v1, A e1-m1v0, B v2-m2e3}'."""
        return '{' + ', '.join(str(contact) for contact in self.contacts) + '}'
