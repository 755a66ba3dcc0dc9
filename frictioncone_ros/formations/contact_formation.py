# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A set of elemental contacts that leaves the workpiece no freedom in the generic case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.elemental_contact import ElementalContact


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
        contacts = tuple(self.contacts)
        object.__setattr__(self, 'contacts', contacts)
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
