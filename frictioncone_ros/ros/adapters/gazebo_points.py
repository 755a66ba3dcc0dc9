# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The contact messages of both Gazebos as raw points; their fields are read nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.ros.adapters.raw_contacts import RawPoint
from frictioncone_ros.spatial import Array


def points_of_gazebo_sim(message: Any) -> list[RawPoint]:
    """Return the points of a ros_gz_interfaces/Contacts (or anything with its fields)."""
    return [
        point
        for contact in message.contacts
        for point in _points(
            (str(contact.collision1.name), str(contact.collision2.name)),
            contact.positions,
            contact.normals,
            [wrench.body_1_wrench.force for wrench in contact.wrenches],
            contact.depths,
        )
    ]


def points_of_gazebo_classic(message: Any) -> list[RawPoint]:
    """Return the points of a gazebo_msgs/ContactsState (or anything with its fields)."""
    return [
        point
        for contact in message.states
        for point in _points(
            (str(contact.collision1_name), str(contact.collision2_name)),
            contact.contact_positions,
            contact.contact_normals,
            [wrench.force for wrench in contact.wrenches],
            contact.depths,
        )
    ]


def _points(
    sides: tuple[str, str],
    positions: Sequence[Any],
    normals: Sequence[Any],
    forces: Sequence[Any],
    depths: Sequence[float],
) -> Iterator[RawPoint]:
    """
    Yield one point for each position; of normals, forces and depths there are as many, or none.

    Sides that touch at no stated place are one point at none: left out they would be free space.
    """
    count = len(positions)
    for what, given in (('normals', normals), ('wrenches', forces), ('depths', depths)):
        if len(given) not in (0, count):
            where = f'contact {sides[0]!r} with {sides[1]!r}'
            expected = f'0 or {count}, as many as positions'
            raise InvalidInputError(f'number of {what}', len(given), expected, where)
    if not count:
        yield RawPoint(*sides, np.empty(0))
    for index, position in enumerate(positions):
        depth = float(depths[index]) if len(depths) else None
        yield RawPoint(*sides, _three(position), _at(normals, index), _at(forces, index), depth)


def _at(vectors: Sequence[Any], index: int) -> Array | None:
    return _three(vectors[index]) if len(vectors) else None


def _three(vector: Any) -> Array:
    return np.array((vector.x, vector.y, vector.z), dtype=np.float64)
