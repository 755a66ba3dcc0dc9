# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a simulator's touching points to contacts of one body: sides, names, normals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import require_in_range
from frictioncone_ros.spatial import Array, as_finite_number, as_vector, SPATIAL


@dataclass(frozen=True, eq=False)
class RawPoint:
    """
    One touching point as a simulator states it.

    first, second: the two sides by name. position: (3,) [m]. normal: (3,) of any length and
    either sign, None where it is missing. force: (3,) on the first side [N], None where unknown;
    its frame may be another one than the normal's. depth: of penetration [m], None where unknown;
    below zero the sides are apart, or their simulator's sign is another.
    """

    first: str
    second: str
    position: Array
    normal: Array | None = None
    force: Array | None = None
    depth: float | None = None


@dataclass(frozen=True, eq=False)
class ContactRules:
    """
    How raw points become contacts.

    body: contacts are those of names that begin with it; '' takes the first side. friction: of
    all of them. fallback_normal: where a normal is missing; None: that is refused.
    force_rotation: (3, 3) takes forces into the axes of the positions; None: forces are neither
    used to tell a normal's sign nor passed on.
    """

    body: str
    friction: FrictionModel
    fallback_normal: Array | None
    force_rotation: Array | None = None


SMALLEST_DIRECTION = 1e-100
"""Of a shorter vector rounding is the direction [-]."""

SAME_CONTACT = 0.02
"""A point further than this from where one was in the step before is another contact [m]."""


class NormalMemory:
    """
    The last normals of each pair of sides: a sign that flips from step to step is put right.

    By place, not by number: simulators list the points of a pair in any order, and a peg in its
    slot touches the same other side on both sides.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._last: dict[str, tuple[Array, Array]] = {}

    def oriented(self, pair: str, position: Array, normal: Array) -> Array:
        """Return the normal, turned round where it opposes the last one of a pair at its place."""
        if pair not in self._last:
            return normal
        # All at once: a pair may have thousands of points.
        places, normals = self._last[pair]
        apart = np.linalg.norm(places - position, axis=1)
        nearest = int(np.argmin(apart))
        if not apart[nearest] <= SAME_CONTACT:
            return normal
        return -normal if normals[nearest] @ normal < 0.0 else normal

    def keep(self, found: Mapping[str, list[tuple[Array, Array]]]) -> None:
        """Remember places (3,) [m] and normals (3,) by pair, and forget what touches no longer."""
        self._last = {
            pair: (np.array([place for place, _ in points]), np.array([one for _, one in points]))
            for pair, points in found.items()
        }


def contacts_of(
    points: Sequence[RawPoint], rules: ContactRules, memory: NormalMemory
) -> ContactState:
    """Return the contacts of the body without what was measured of them."""
    estimates = estimates_of(points, rules, memory)
    return ContactState([estimate.point for estimate in estimates], dimension=SPATIAL)


def estimates_of(
    points: Sequence[RawPoint], rules: ContactRules, memory: NormalMemory
) -> list[ContactEstimate]:
    """
    Return the contacts of the body, named body:other:index, with depth and force where stated.

    A normal points into the body. Where a force is known it decides the sign, for contacts push;
    else the last normal at that place does; else the statement is taken as it is, turned round
    where the body is the second side.
    """
    contacts: list[ContactEstimate] = []
    found: dict[str, list[tuple[Array, Array]]] = {}
    for point in points:
        sides = _sides(point, rules.body)
        if sides is None:
            continue
        body, other, sign = sides
        pair = f'{body}:{other}'
        of_pair = found.setdefault(pair, [])
        name = f'{pair}:{len(of_pair)}'
        position = _vector(point.position, 'position', name)
        last = partial(memory.oriented, pair, position)
        normal = _normal(point, sign, name, rules, last)
        of_pair.append((position, normal))
        contact = ContactPoint(
            position, normal, rules.friction, name=name, body=body, other_body=other
        )
        touches, gap = _touch(point, name)
        force = _force(point, sign, name, rules) if touches else None
        contacts.append(ContactEstimate(contact, in_contact=touches, distance=gap, force=force))
    memory.keep(found)
    return contacts


def _touch(point: RawPoint, name: str) -> tuple[bool, float | None]:
    """
    Return whether the sides touch, and the gap [m], negative where they overlap.

    Of a negative depth they are apart, and only near, unless a force says that they touch: some
    engines state a gap for the depth, and the gap is then not known.
    """
    if point.depth is None:
        return True, None
    where = f'contact {name!r}'
    gap = -as_finite_number(point.depth, 'depth', where)
    require_in_range((gap,), 'depth', where)
    if gap <= 0.0:
        return True, gap
    if point.force is not None and _vector(point.force, 'force', name).any():
        return True, None
    return False, gap


def _force(point: RawPoint, sign: float, name: str, rules: ContactRules) -> Array | None:
    """Return the force (3,) on the body along the axes of the positions [N]."""
    if point.force is None or rules.force_rotation is None:
        return None
    force = _vector(point.force, 'force', name)
    return as_vector(sign * (rules.force_rotation @ force), 3, 'force', f'contact {name!r}')


def _vector(values: Array, what: str, name: str) -> Array:
    """Return (3,) numbers in range, or say of which contact they are none."""
    where = f'contact {name!r}'
    vector = as_vector(values, 3, what, where)
    require_in_range(vector, what, where)
    return vector


def _sides(point: RawPoint, body: str) -> tuple[str, str, float] | None:
    """Return body, other side and the sign of statements about the first side; None: neither."""
    if not body or point.first.startswith(body):
        return point.first, point.second, 1.0
    if point.second.startswith(body):
        return point.second, point.first, -1.0
    return None


def _normal(
    point: RawPoint, sign: float, name: str, rules: ContactRules, last: Callable[[Array], Array]
) -> Array:
    """Return the unit normal (3,) into the body; last: turns one round as the last one was."""
    given = unit_or_none(point.normal, 'normal', f'contact {name!r}')
    if given is None:
        if rules.fallback_normal is None:
            raise InvalidInputError('normal', [0.0, 0.0, 0.0], 'a direction', f'contact {name!r}')
        return last(rules.fallback_normal)
    normal = sign * given
    force = _force(point, sign, name, rules)
    push = 0.0 if force is None else float(force @ normal)
    if push != 0.0:
        return normal if push > 0.0 else -normal
    return last(normal)


def unit_or_none(vector: Array | None, what: str, where: str) -> Array | None:
    """Return a vector (3,) of any length as a unit vector, None where it has no direction."""
    if vector is None:
        return None
    numbers = as_vector(vector, 3, what, where)
    size = float(np.abs(numbers).max())
    if size < SMALLEST_DIRECTION:
        return None
    scaled = numbers / size
    unit: Array = scaled / np.linalg.norm(scaled)
    return unit
