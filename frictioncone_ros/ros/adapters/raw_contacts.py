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
from frictioncone_ros.spatial import Array, as_finite_number, as_vector, SPATIAL


@dataclass(frozen=True, eq=False)
class RawPoint:
    """
    One touching point as a simulator states it.

    first, second: the two sides by name. position: (3,) [m]. normal: (3,) of any length and
    either sign, None where it is missing. force: (3,) on the first side [N], None where unknown;
    its frame may be another one than the normal's. depth: of penetration [m], None where unknown.
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
    all of them. fallback_normal: where a normal is missing. force_rotation: (3, 3) takes forces
    into the axes of the positions; None: forces are neither used to tell a normal's sign nor
    passed on.
    """

    body: str
    friction: FrictionModel
    fallback_normal: Array
    force_rotation: Array | None = None


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
        self._last: dict[str, list[tuple[Array, Array]]] = {}

    def oriented(self, pair: str, position: Array, normal: Array) -> Array:
        """Return the normal, turned round where it opposes the last one of a pair at its place."""
        near = [
            (float(np.linalg.norm(position - place)), index)
            for index, (place, _) in enumerate(self._last.get(pair, ()))
        ]
        distance, index = min(near, default=(np.inf, 0))
        if distance > SAME_CONTACT:
            return normal
        return -normal if self._last[pair][index][1] @ normal < 0.0 else normal

    def keep(self, found: Mapping[str, list[tuple[Array, Array]]]) -> None:
        """Remember places (3,) [m] and normals (3,) by pair, and forget what touches no longer."""
        self._last = dict(found)


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
        position = as_vector(point.position, 3, 'position', f'contact {name!r}')
        last = partial(memory.oriented, pair, position)
        normal = _normal(point, sign, name, rules, last)
        of_pair.append((position, normal))
        contact = ContactPoint(
            position, normal, rules.friction, name=name, body=body, other_body=other
        )
        contacts.append(
            ContactEstimate(
                contact, distance=_gap(point, name), force=_force(point, sign, name, rules)
            )
        )
    memory.keep(found)
    return contacts


def _gap(point: RawPoint, name: str) -> float | None:
    """Return the gap [m], negative where the bodies overlap."""
    if point.depth is None:
        return None
    return -as_finite_number(point.depth, 'depth', f'contact {name!r}')


def _force(point: RawPoint, sign: float, name: str, rules: ContactRules) -> Array | None:
    """Return the force (3,) on the body along the axes of the positions [N]."""
    if point.force is None or rules.force_rotation is None:
        return None
    force = sign * (rules.force_rotation @ point.force)
    return as_vector(force, 3, 'force', f'contact {name!r}')


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
    length = 0.0 if point.normal is None else float(np.linalg.norm(point.normal))
    if not np.isfinite(length):
        raise InvalidInputError(
            'normal', np.asarray(point.normal).tolist(), 'finite numbers', f'contact {name!r}'
        )
    if length == 0.0:
        return last(rules.fallback_normal)
    normal = sign * np.asarray(point.normal) / length
    if point.force is not None and rules.force_rotation is not None:
        push = float(sign * (rules.force_rotation @ point.force) @ normal)
        if push != 0.0:
            return normal if push > 0.0 else -normal
    return last(normal)
