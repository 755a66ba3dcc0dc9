# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the parts of a contact state say of each other: one space, and each name once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_float_array, Dimension, is_given, PLANAR, SPATIAL
from frictioncone_ros.spatial.inertia import Inertia

Claim = tuple[str, int]
"""Who says it, and the dimension that it says: 3 planar or 6 spatial."""
EITHER = f'{Dimension(PLANAR)} or {Dimension(SPATIAL)}'


def common_dimension(
    contacts: Sequence[ContactPoint], inertia: Inertia | None, twist: ArrayLike, stated: int
) -> int:
    """
    Return the dimension that all parts agree on, or raise InvalidInputError naming who does not.

    stated: 0 where it is not; then that of the contacts, else of inertia or twist, else spatial.
    """
    claims = _claims_of_body(inertia, twist)
    if isinstance(stated, bool) or not isinstance(stated, (int, np.integer)):
        raise InvalidInputError('dimension', stated, EITHER)
    dimension = stated or _first_dimension(contacts, claims)
    if dimension not in (PLANAR, SPATIAL):
        raise InvalidInputError('dimension', dimension, EITHER)
    others = [one for one in contacts if one.dimension != dimension]
    for what, claimed in [(f'contact {one.name!r}', one.dimension) for one in others] + claims:
        if claimed != dimension:
            raise InvalidInputError(
                f'dimension of {what}', Dimension(claimed), str(Dimension(dimension))
            )
    return int(dimension)


def _claims_of_body(inertia: Inertia | None, twist: ArrayLike) -> list[Claim]:
    claims: list[Claim] = []
    if inertia is not None:
        if not isinstance(inertia, Inertia):
            raise InvalidInputError('inertia', inertia, 'an Inertia or None')
        claims.append(('inertia', inertia.dimension))
    if is_given(twist, 'twist'):
        claims.append(('twist', as_float_array(twist, 'twist').size))
    return claims


def _first_dimension(contacts: Sequence[ContactPoint], claims: Sequence[Claim]) -> int:
    if contacts:
        return contacts[0].dimension
    return claims[0][1] if claims else SPATIAL


def named(contacts: Sequence[ContactPoint]) -> tuple[ContactPoint, ...]:
    """Return contacts of which each has a name of its own; those without get their number."""
    for index, contact in enumerate(contacts):
        if not isinstance(contact, ContactPoint):
            raise InvalidInputError(f'contacts[{index}]', contact, 'a ContactPoint')
    renamed = tuple(
        [
            contact if contact.name else contact.renamed(f'contact_{index}')
            for index, contact in enumerate(contacts)
        ]
    )
    names = [contact.name for contact in renamed]
    if len(set(names)) < len(names):
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise InvalidInputError('names of contacts', repeated, 'each name once')
    return renamed
